/** A read-write lock per data folder, across processes: many may read files at once, or one may change them. */
import { closeSync, constants, openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { tryLock, unlock } from 'fs-native-extensions';
import { ArtooError } from '../../contracts/errors.ts';

/** Both wait for their turn, and reject with the signal's reason if it fires first. The lock is held until it is disposed. */
export type ReadWriteLock = {
  shared(signal: AbortSignal): Promise<Disposable>;
  exclusive(signal: AbortSignal): Promise<Disposable>;
};

const firstWaitMs = 1;
const maxWaitMs = 25;

/**
 * Uses locks of the operating system on open files, so they end with their process. Every caller passes a turnstile first. A writer stays in it while it
 * waits for readers to leave, so that no new ones enter; within this process, callers enter in the order of their calls.
 */
export function createReadWriteLock(data: string): ReadWriteLock {
  let last: Promise<unknown> = Promise.resolve();
  let released = Promise.withResolvers<void>();

  async function take(shared: boolean, signal: AbortSignal): Promise<Disposable> {
    const mine = Promise.withResolvers<void>();
    const before = last;
    last = before.then(() => mine.promise);
    try {
      await orAborted(before, signal);
      return await enter(shared, signal);
    } finally {
      mine.resolve();
    }
  }

  async function enter(shared: boolean, signal: AbortSignal): Promise<Disposable> {
    const files = [openLock(data, 'views.turn'), openLock(data, 'views.lock')] as const;
    const [turnstile, inside] = files;
    try {
      for (const fd of files) await untilLocked(fd, shared, signal);
      if (shared) unlock(turnstile);
    } catch (error) {
      for (const fd of files) closeSync(fd);
      throw error;
    }
    return {
      [Symbol.dispose]() {
        closeSync(inside);
        closeSync(turnstile);
        released.resolve();
        released = Promise.withResolvers();
      },
    };
  }

  /** Waiting in the operating system could not be aborted, so the lock is polled; a release in this process wakes it at once. */
  async function untilLocked(fd: number, shared: boolean, signal: AbortSignal): Promise<void> {
    for (let ms = firstWaitMs; !isLocked(data, fd, shared); ms = Math.min(ms * 2, maxWaitMs)) {
      await orAborted(Promise.race([released.promise, setTimeout(ms)]), signal);
    }
  }

  return { shared: (signal) => take(true, signal), exclusive: (signal) => take(false, signal) };
}

function openLock(data: string, name: string): number {
  try {
    return openSync(join(data, name), constants.O_CREAT | constants.O_RDWR, 0o600);
  } catch (cause) {
    throw new ArtooError('data_unwritable', `cannot write to ${data}`, { cause });
  }
}

function isLocked(data: string, fd: number, shared: boolean): boolean {
  try {
    return tryLock(fd, { shared });
  } catch (cause) {
    throw new ArtooError('data_unwritable', `the file system of ${data} has no locks`, { cause });
  }
}

async function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([promise, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
