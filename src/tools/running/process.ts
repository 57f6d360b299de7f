/** Runs a program in a process group of its own. The group ends with the call, which no output and no open descriptor can delay. */
import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { addAbortListener } from 'node:events';
import type { Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { errnoOf } from '../../contracts/errno.ts';
import { createOutputWindow } from './output-window.ts';
import { Pausing } from './pausing.ts';

export type Program = {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /**
   * Whether the program waits for a line on descriptor 4, which it receives after it has written a line to descriptor 3 and is certain not to outlive
   * this process. Such a program gets no grace period when it is stopped.
   */
  readonly isGated?: boolean;
  /** Whether the program's descriptor 4 is a pipe that closes when this process ends, in whatever way. */
  readonly isTied?: boolean;
  /** The descriptor of a channel to the program, if it has one. */
  readonly talksAt?: number;
  /** The receiver for what the program hands over, and the descriptor of the channel used for it, which is closed once everything has arrived. */
  readonly handsOver?: { readonly at: number; readonly to: HandedOver };
};

/** Receives what a program hands over; returns true when it has received everything. Disposed of when the program has ended. */
type HandedOver = Disposable & { take(message: unknown, handle: unknown): boolean };

/** What to do while a program is running. */
export type Attendance = {
  readonly timeoutMs: number;
  /** Pauses the time limit. */
  readonly pausing?: Pausing | undefined;
  readonly signal: AbortSignal;
  /** Watches the running process by its id and may stop it, until it is disposed of. */
  readonly watch?: (pid: number, stop: (reason: Excess) => void) => Disposable;
  /** What a gated program reads from descriptor 4 after its first line. */
  readonly input?: string;
  /** Receives the output as it is printed. */
  readonly onOutput?: OnOutput | undefined;
  /** Whether the program may print endlessly. If so, fast output slows it down. */
  readonly isEndless?: boolean;
};

export type ProcessRequest = Program & Attendance;

/** Receives a program's output in pieces of whole characters, with the stream that it was printed on. */
export type OnOutput = (text: string, stream: 'stdout' | 'stderr') => void;

/** The resource of which a program used too much. */
export type Excess = 'memory' | 'processes' | 'disk';

export type ProcessResult = {
  /** Null if a signal ended the program. */
  readonly exitCode: number | null;
  readonly killedBy: 'timeout' | 'cancel' | 'output' | Excess | null;
  /** Both streams, in the order in which their output arrived. */
  readonly output: string;
  /** The end of the error stream. */
  readonly errors: string;
  readonly truncated: boolean;
  /** What the program wrote to its descriptor 3. */
  readonly report: string;
};

const keptBytes = 512 * 1024;
const keptErrorBytes = 8 * 1024;
const keptReportBytes = 64 * 1024;
const graceMs = 500;
const drainMs = 200;

/** How long an endless program is paused after each piece of at most 64 KiB. */
const paceMs = 10;

/** The output limit: a program that prints more than this is stopped. */
export const maxPrintedBytes = 64 * 1024 * 1024;

/** A started program. Its output is kept from the beginning. */
export type Started = {
  readonly pid: number | undefined;
  readonly hasEnded: () => boolean;
  /** The channel to the program, if it has one. */
  readonly channel: Socket | undefined;
  /** Whether the program keeps this process alive; it does by default. */
  keepAlive(isWanted: boolean): void;
  /** Ends the program at once, with everything in its group. */
  end(): void;
  /** Waits until the program has ended, or ends it; may be called only once. Rejects with a system error if the program could not be started. */
  attend(attendance: Attendance): Promise<ProcessResult>;
};

/** Rejects with a system error if the program cannot be started. */
export async function runProcess(request: ProcessRequest): Promise<ProcessResult> {
  if (request.signal.aborted) return { exitCode: null, killedBy: 'cancel', output: '', errors: '', truncated: false, report: '' };
  return startProcess(request).attend(request);
}

export function startProcess({ file, args, cwd, env, isGated = false, isTied = false, handsOver, talksAt }: Program): Started {
  const fourth = isGated || isTied ? 'pipe' : 'ignore';
  const stdio: StdioOptions = ['ignore', 'pipe', 'pipe', 'pipe', fourth];
  if (handsOver) stdio.push(...Array<'ignore'>(handsOver.at - stdio.length).fill('ignore'), 'ipc');
  if (talksAt !== undefined) stdio.push(...Array<'ignore'>(talksAt - stdio.length).fill('ignore'), 'pipe');
  const child: ChildProcess = spawn(file, args, { cwd, env, detached: true, stdio });
  if (handsOver) takeOver(child, handsOver.to);
  const output = createOutputWindow(keptBytes, keptBytes);
  const errors = createOutputWindow(0, keptErrorBytes);
  const report = createOutputWindow(keptReportBytes, 0);
  const streams = [
    { stream: child.stdout, writers: [output.open()] },
    { stream: child.stderr, writers: [output.open(), errors.open()] },
    { stream: child.stdio[3] as Readable | null, writers: [report.open()] }, // opened above as a pipe
  ];
  const gate = child.stdio[4] as Writable | null | undefined; // opened above as a pipe, or not at all
  const channel = talksAt === undefined ? undefined : (child.stdio[talksAt] as Socket | undefined); // opened above as a pipe: a socket with two ends
  let killedBy: ProcessResult['killedBy'] = null;
  let running = true;
  let maxBytes = maxPrintedBytes;
  let grace: NodeJS.Timeout | undefined;

  function stop(reason: NonNullable<ProcessResult['killedBy']>): void {
    if (killedBy !== null || !running) return;
    killedBy = reason;
    killGroup(child, isGated ? 'SIGKILL' : 'SIGTERM');
    grace = setTimeout(killGroup, graceMs, child, 'SIGKILL');
  }

  // Not the child's own 'close', which never comes if this side has closed a channel.
  const closed = Promise.all(streams.map(({ stream }) => stream && new Promise<void>((resolve) => stream.once('close', () => resolve()))));
  const exited = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      running = false;
      killGroup(child, 'SIGKILL'); // at once, because the id may later belong to another group
      resolve(code);
    });
    for (const { stream } of streams) stream?.once('error', reject);
  });
  exited.catch(() => {
    running = false; // the caller of `attend` gets the error
  });
  for (const { stream, writers } of streams) {
    stream?.on('data', (chunk: Buffer) => {
      for (const { write } of writers) write(chunk);
      if (output.bytes() > maxBytes) stop('output');
    });
  }
  gate?.on('error', () => {}); // the program has ended, and its exit says why
  const ready = new Promise<void>((resolve) => child.stdio[3]?.once('data', () => resolve()));
  if (isGated) void ready.then(() => gate?.write('go\n'));

  function end(): void {
    for (const { stream } of streams) stream?.destroy();
    gate?.destroy();
    channel?.destroy();
    handsOver?.to[Symbol.dispose]();
    if (running) killGroup(child, 'SIGKILL');
  }

  function keepAlive(isWanted: boolean): void {
    const method = isWanted ? 'ref' : 'unref';
    child[method]();
    child.channel?.[method]();
    for (const stream of child.stdio) (stream as Socket | null | undefined)?.[method](); // pipes of a child process are sockets
  }

  async function attend({
    timeoutMs,
    pausing = new Pausing(),
    signal,
    watch,
    input = '',
    onOutput,
    isEndless = false,
  }: Attendance): Promise<ProcessResult> {
    if (isEndless) maxBytes = Number.POSITIVE_INFINITY;
    if (isEndless) for (const stream of [child.stdout, child.stderr]) slowDown(stream);
    if (onOutput) for (const name of ['stdout', 'stderr'] as const) passOn(child[name], (text) => onOutput(text, name));
    if (isGated) void ready.then(() => gate?.end(input));
    using _cancelling = addAbortListener(signal, () => stop('cancel'));
    using _limited = pausing.limit(timeoutMs, { onEnd: () => stop('timeout'), onPause: (isPaused) => keepAlive(!isPaused) });
    let drain: NodeJS.Timeout | undefined;
    using _watching = child.pid === undefined ? undefined : watch?.(child.pid, stop);
    try {
      const exitCode = await exited;
      await Promise.race([closed, new Promise((resolve) => (drain = setTimeout(resolve, drainMs)))]);
      for (const { end: endWriter } of streams.flatMap(({ writers }) => writers)) endWriter();
      const { text, truncated } = output.read();
      return { exitCode, killedBy, output: text, errors: errors.read().text, truncated, report: report.read().text };
    } finally {
      for (const timer of [drain, grace]) clearTimeout(timer);
      end();
    }
  }

  return { pid: child.pid, hasEnded: () => !running, channel, keepAlive, end, attend };
}

/** Once everything has arrived, the program's end of the channel is closed as well. */
function takeOver(child: ChildProcess, to: HandedOver): void {
  child.on('message', (message, handle) => {
    if (to.take(message, handle) && child.connected) child.disconnect();
  });
}

function passOn(stream: Readable | null, onText: (text: string) => void): void {
  const decoder = new StringDecoder('utf8'); // one for each stream, because a character may arrive in two parts
  stream?.on('data', (chunk: Buffer) => onText(decoder.write(chunk)));
}

function slowDown(stream: Readable | null): void {
  stream?.on('data', () => {
    stream.pause();
    setTimeout(() => stream.resume(), paceMs).unref();
  });
}

/** Ignores a group that does not exist any more or that this user may not end. */
export function killGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if (errnoOf(error) !== 'ESRCH' && errnoOf(error) !== 'EPERM') throw error;
  }
}
