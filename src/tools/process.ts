/** Runs a program in a process group of its own. When the call is over, so is the group; nothing it prints or holds open can delay that. */
import { type ChildProcess, spawn } from 'node:child_process';
import { addAbortListener } from 'node:events';
import { errnoOf } from './errno.ts';
import { createOutputWindow } from './output-window.ts';

/** What to run, where, with what, and for how long at most. */
export type ProcessRequest = {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
};

/** How it ended and what it printed. */
export type ProcessResult = {
  /** Nothing when a signal ended it. */
  readonly exitCode: number | null;
  readonly killedBy: 'timeout' | 'cancel' | 'output' | null;
  /** Both streams in the order in which they came. */
  readonly output: string;
  /** The end of what came on the error stream. */
  readonly errors: string;
  readonly truncated: boolean;
};

const keptBytes = 512 * 1024;
const keptErrorBytes = 8 * 1024;
const graceMs = 500;
const drainMs = 200;

/** More than this is printed by mistake. */
export const mostPrintedBytes = 64 * 1024 * 1024;

/** Rejects with a system error when the program cannot be started. */
export async function runProcess({ file, args, cwd, env, timeoutMs, signal }: ProcessRequest): Promise<ProcessResult> {
  if (signal.aborted) return { exitCode: null, killedBy: 'cancel', output: '', errors: '', truncated: false };
  const child: ChildProcess = spawn(file, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = createOutputWindow(keptBytes, keptBytes);
  const errors = createOutputWindow(0, keptErrorBytes);
  const streams = [
    { stream: child.stdout, writers: [output.open()] },
    { stream: child.stderr, writers: [output.open(), errors.open()] },
  ];
  const timers: NodeJS.Timeout[] = [];
  let killedBy: ProcessResult['killedBy'] = null;
  let running = true;

  function stop(reason: NonNullable<ProcessResult['killedBy']>): void {
    if (killedBy !== null || !running) return;
    killedBy = reason;
    killGroup(child, 'SIGTERM');
    timers.push(setTimeout(killGroup, graceMs, child, 'SIGKILL'));
  }

  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const exited = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      running = false;
      killGroup(child, 'SIGKILL'); // not a moment later, when its number may belong to others
      resolve(code);
    });
    for (const { stream } of streams) stream?.once('error', reject);
  });
  for (const { stream, writers } of streams) {
    stream?.on('data', (chunk: Buffer) => {
      for (const { write } of writers) write(chunk);
      if (output.bytes() > mostPrintedBytes) stop('output');
    });
  }
  using _cancelling = addAbortListener(signal, () => stop('cancel'));
  timers.push(setTimeout(stop, timeoutMs, 'timeout'));
  try {
    const exitCode = await exited;
    await Promise.race([closed, new Promise((resolve) => timers.push(setTimeout(resolve, drainMs)))]);
    for (const { end } of streams.flatMap(({ writers }) => writers)) end();
    const { text, truncated } = output.read();
    return { exitCode, killedBy, output: text, errors: errors.read().text, truncated };
  } finally {
    for (const timer of timers) clearTimeout(timer);
    for (const { stream } of streams) stream?.destroy();
    if (running) killGroup(child, 'SIGKILL');
  }
}

/** A group that is gone, or that only others may end, is no concern of the call. */
function killGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if (errnoOf(error) !== 'ESRCH' && errnoOf(error) !== 'EPERM') throw error;
  }
}
