/** One writer of the board at a time, over all processes: ours by one lock, shell scripts by another. Both end with the process that holds them. */
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { tryLock, unlock } from 'fs-native-extensions';
import { ArtooError } from '../../contracts/errors.ts';
import { createFlock, needsFlock } from './flock.ts';

const waitMs = 10_000;

/** Runs work under both locks, one after the other within this process. Throws `board_locked` where they are held for too long. */
export type BoardLock = AsyncDisposable & { run<T>(work: () => T | Promise<T>): Promise<T> };

/** `folder` is `.liza`. */
export function createBoardLock(folder: string, limitMs = waitMs): BoardLock {
  const ours = join(folder, 'locks', 'board');
  mkdirSync(dirname(ours), { recursive: true });
  const fd = openSync(ours, 'a', 0o644);
  const flock = needsFlock() ? createFlock(join(folder, 'state.yaml.lock'), Math.ceil(limitMs / 1_000)) : undefined;
  let last: Promise<unknown> = Promise.resolve();

  /** The lock of scripts comes first: whoever waits for it stands in line. Ours is then free, except where a process has no program for the first one. */
  async function locked<T>(work: () => T | Promise<T>): Promise<T> {
    await flock?.take();
    try {
      await take(fd, ours, limitMs);
      try {
        return await work();
      } finally {
        unlock(fd);
      }
    } finally {
      flock?.free();
    }
  }

  return {
    run(work) {
      const result = last.then(() => locked(work));
      last = result.catch(() => {}); // the caller is told; the next in line does not fail for it
      return result;
    },
    async [Symbol.asyncDispose]() {
      await last;
      await flock?.[Symbol.asyncDispose]();
      closeSync(fd);
    },
  };
}

/** Asked again after a wait that grows and differs, so that many processes do not ask at once. */
async function take(fd: number, path: string, limitMs: number): Promise<void> {
  const until = performance.now() + limitMs;
  for (let wait = 0.5; !tryLock(fd); wait = Math.min(wait * 1.5, 10)) {
    if (performance.now() > until)
      throw new ArtooError('board_locked', `another process has held ${path} for more than ${limitMs / 1_000} s`);
    await setTimeout(wait * (0.5 + Math.random()));
  }
}
