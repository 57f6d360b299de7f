/** Runs ripgrep, which walks folders and respects ignore files: line by line or file by file, limited, without the person's configuration. */
import { spawn } from 'node:child_process';
import { addAbortListener } from 'node:events';
import { createLineCutter, type LineCutter } from '../contracts/text/line-cutter.ts';

type Search = { readonly args: readonly string[]; readonly cwd: string; readonly timeoutMs: number; readonly signal: AbortSignal };

export type RipgrepRequest = Search & {
  /** Receives each line of the output. Returns false when it has enough. */
  readonly onLine: (line: string) => boolean;
};

/** `why`: what ended the search early. Exit code 1 means that nothing was found, 2 that something went wrong. */
export type RipgrepEnd = { readonly exitCode: number | null; readonly why: 'enough' | 'timeout' | undefined; readonly errors: string };

const maxErrorLength = 2_000;

/** The path of the program; undefined if the package for this platform is not installed. */
export async function ripgrepProgram(): Promise<string | undefined> {
  try {
    return (await import('@vscode/ripgrep')).rgPath;
  } catch {
    return undefined;
  }
}

/** Rejects with a system error if the program cannot be started, and with the signal's reason if that fires. */
export const runRipgrep = (program: string, { onLine, ...search }: RipgrepRequest): Promise<RipgrepEnd> =>
  run(program, search, createLineCutter(), (line) => onLine(line.replace(/\r$/, '')));

/** The files below `cwd` that are not ignored. Their names may contain line breaks. `onFile` returns false once it has enough. */
export const listFiles = (
  program: string,
  { args, onFile, ...search }: Search & { readonly onFile: (path: string) => boolean },
): Promise<RipgrepEnd> => run(program, { ...search, args: ['--files', '--null', ...args] }, createLineCutter(0), onFile);

async function run(
  program: string,
  { args, cwd, timeoutMs, signal }: Search,
  cutter: LineCutter,
  onPart: (part: string) => boolean,
): Promise<RipgrepEnd> {
  signal.throwIfAborted();
  const child = spawn(program, ['--no-config', '--no-ignore-global', '--no-require-git', '--color=never', ...args], {
    cwd,
    env: { LC_ALL: 'C.UTF-8' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let why: RipgrepEnd['why'];
  const stop = (reason?: RipgrepEnd['why']) => {
    why ??= reason;
    child.kill('SIGKILL'); // ripgrep starts no other processes and changes nothing
  };
  using _cancelling = addAbortListener(signal, () => stop());
  const timer = setTimeout(stop, timeoutMs, 'timeout');
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  ended.catch(() => {}); // awaited below
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    if (errors.length < maxErrorLength) errors += text;
  });
  child.stdout.on('data', (piece: Buffer) => {
    for (const part of cutter.cut(piece)) if (why === undefined && !onPart(part.toString())) stop('enough');
  });
  try {
    const exitCode = await ended;
    signal.throwIfAborted();
    return { exitCode, why, errors: errors.slice(0, maxErrorLength) };
  } finally {
    clearTimeout(timer);
  }
}
