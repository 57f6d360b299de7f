/**
 * The lock that shell scripts take, `flock state.yaml.lock`. On Linux, this lock and the one of fs-native-extensions do not see each other, so both
 * are held. A helper process takes and releases the lock, because starting a process for each write would cost more than the write. The helper waits
 * in the kernel, so that many processes wait in line and none polls. It ends only when its input closes, because the person's Ctrl+C reaches it too,
 * and agents that are leaving still need the lock.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ArtooError } from '../../contracts/errors.ts';

const folders = ['/usr/bin', '/bin'];

/** A program that can hold the lock: its path, and its arguments before the file and the seconds. */
export type LockKeeper = { readonly program: string; readonly args: readonly string[] };

/** Perl calls flock(2) itself, with LOCK_EX (2) and LOCK_UN (8): 0.04 ms. */
const inPerl = `open my $file, '>>', $ARGV[0] or exit 1;
$| = 1;
$SIG{ALRM} = sub {};
$SIG{$_} = 'IGNORE' for qw(INT TERM HUP);
while (<STDIN>) {
  if (/take/) {
    alarm $ARGV[1];
    my $is_held = flock $file, 2;
    alarm 0;
    print $is_held ? "held\n" : "busy\n";
  } else { flock $file, 8 }
}`;

/** A shell starts a program for each call: 3 ms. */
const inShell = `exec 9>>"$1" || exit 1
trap '' INT TERM HUP
while read -r word; do
  case $word in
    take) if flock -w "$2" 9; then echo held; else echo busy; fi ;;
    free) flock -u 9 ;;
  esac
done`;

/** The programs on this machine that can hold the lock, fastest first. */
export const lockKeepers = (): readonly LockKeeper[] =>
  [
    { name: 'perl', args: ['-e', inPerl] },
    { name: 'bash', args: ['-c', inShell, 'flock'] },
  ].flatMap(({ name, args }) => {
    const program = installed(name);
    return program === undefined ? [] : [{ program, args }];
  });

const installed = (name: string): string | undefined => folders.map((folder) => join(folder, name)).find((path) => existsSync(path));

/** Takes and releases the lock. A release is not awaited; the next `take` waits for it. Only one call at a time. */
export type Flock = AsyncDisposable & { take(): Promise<void>; free(): void };

/**
 * Whether the lock is needed. On a Mac, fs-native-extensions takes this same lock, and a Linux machine without the program has no scripts that could
 * take it.
 */
export const needsFlock = (): boolean => process.platform === 'linux' && installed('flock') !== undefined;

/** A lock on this file; `take` throws `board_locked` after the given number of seconds. */
export function createFlock(path: string, seconds: number, keeper = lockKeepers()[0]): Flock {
  let helper: Helper | undefined;
  return {
    async take() {
      helper = helper?.isGone() === false ? helper : startHelper(path, seconds, keeper);
      if ((await helper.ask('take')) !== 'held')
        throw new ArtooError('board_locked', `another process has held ${path} for more than ${seconds} s`);
    },
    free() {
      if (helper?.isGone() === false) helper.tell('free'); // the lock ends with its process
    },
    async [Symbol.asyncDispose]() {
      await helper?.end();
    },
  };
}

type Helper = { ask(word: string): Promise<string>; tell(word: string): void; isGone(): boolean; end(): Promise<void> };

function startHelper(path: string, seconds: number, keeper: LockKeeper | undefined): Helper {
  if (!keeper) throw new ArtooError('board_locked', `neither perl nor bash is installed, and one of them is needed to lock ${path}`);
  const child = spawn(keeper.program, [...keeper.args, path, String(seconds)], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { PATH: folders.join(':') },
  });
  const gone = new Promise<void>((resolve) => child.once('close', () => resolve()).once('error', () => resolve()));
  child.stdin?.on('error', () => {}); // `close` reports the end of the helper
  const lines = createInterface({ input: child.stdout ?? process.stdin })[Symbol.asyncIterator]();
  idle(child);
  return {
    tell: (word) => void child.stdin?.write(`${word}\n`),
    async ask(word) {
      child.ref();
      child.stdin?.write(`${word}\n`);
      const line = await Promise.race([lines.next(), gone.then(() => ({ done: true as const, value: undefined }))]);
      idle(child);
      if (line.done) throw new ArtooError('board_locked', `the process that holds the lock on ${path} has ended`);
      return line.value;
    },
    isGone: () => child.exitCode !== null || child.signalCode !== null,
    async end() {
      child.ref();
      child.stdin?.end();
      await gone;
    },
  };
}

/** Lets this process end while the helper waits. */
function idle(child: ChildProcess): void {
  child.unref();
  for (const stream of [child.stdin, child.stdout]) if (stream && 'unref' in stream) (stream as unknown as { unref(): void }).unref(); // pipes of a child are sockets
}
