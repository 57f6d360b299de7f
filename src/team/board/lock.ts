/**
 * One writer of the board at a time, across all processes: one lock for ours, another for shell scripts. Both end with the process that holds them.
 */
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { tryLock, unlock } from 'fs-native-extensions';
import { ArtooError } from '../../contracts/errors.ts';
import { createFlock, needsFlock } from './flock.ts';

const waitMs = 10_000;
/**
 * How long the locks are kept for further work after the first piece of work, which has to read what others wrote. With many processes, passing the
 * locks on and reading take longer than most writes.
 */
const keptMs = 200;
/**
 * How long a process waits after that before it takes the locks again, so that others come first: otherwise a process that writes continuously would
 * take them again before the next in line has woken.
 */
const giveWayMs = 2;

/** Runs work under both locks, one piece at a time within this process. Throws `board_locked` if they are held for too long. */
export type BoardLock = AsyncDisposable & { run<T>(work: () => T | Promise<T>): Promise<T> };

export type BoardLockOptions = {
  /** How long to wait for the locks. */
  readonly limitMs?: number | undefined;
  /** Called each time the locks have been released. */
  readonly onFree?: () => void;
};

/** `folder` is `.liza`. */
export function createBoardLock(folder: string, { limitMs = waitMs, onFree = () => {} }: BoardLockOptions = {}): BoardLock {
  const ours = join(folder, 'locks', 'board');
  mkdirSync(dirname(ours), { recursive: true });
  const fd = openSync(ours, 'a', 0o644);
  const flock = needsFlock() ? createFlock(join(folder, 'state.yaml.lock'), Math.ceil(limitMs / 1_000)) : undefined;
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let isHeld = false;
  let keepUntil: number | undefined;
  let mustGiveWay = false;

  /**
   * Takes the scripts' lock first, because waiting for it means waiting in line. After that, ours is free, unless some process has no program for the
   * scripts' lock.
   */
  async function hold(): Promise<void> {
    if (isHeld) return;
    if (mustGiveWay) await setTimeout(giveWayMs);
    mustGiveWay = false;
    await flock?.take();
    try {
      await take(fd, ours, limitMs);
    } catch (error) {
      flock?.free();
      throw error;
    }
    isHeld = true;
  }

  function free(): void {
    if (!isHeld) return;
    isHeld = false;
    keepUntil = undefined;
    unlock(fd);
    flock?.free();
    onFree();
  }

  async function locked<T>(work: () => T | Promise<T>): Promise<T> {
    try {
      await hold();
      return await work();
    } finally {
      waiting -= 1;
      if (isHeld) keepUntil ??= performance.now() + keptMs;
      mustGiveWay = keepUntil !== undefined && performance.now() > keepUntil;
      if (mustGiveWay) free();
      else if (waiting === 0) setImmediate(() => waiting === 0 && free());
    }
  }

  return {
    run(work) {
      waiting += 1;
      const result = last.then(() => locked(work));
      last = result.catch(() => {}); // the caller gets the error; the next in line must not fail because of it
      return result;
    },
    async [Symbol.asyncDispose]() {
      await last;
      free();
      await flock?.[Symbol.asyncDispose]();
      closeSync(fd);
    },
  };
}

/** Tries again after growing, varying waits, so that many processes do not try at the same time. */
async function take(fd: number, path: string, limitMs: number): Promise<void> {
  const until = performance.now() + limitMs;
  for (let wait = 0.5; !tryLock(fd); wait = Math.min(wait * 1.5, 10)) {
    if (performance.now() > until)
      throw new ArtooError('board_locked', `another process has held ${path} for more than ${limitMs / 1_000} s`);
    await setTimeout(wait * (0.5 + Math.random()));
  }
}
