/**
 * One lock per data folder, across processes: changes are applied one call at a time. Running commands do not hold the lock, so no call waits for a
 * command.
 */
import { closeSync, constants, openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { tryLock } from 'fs-native-extensions';
import { ArtooError } from '../../contracts/errors.ts';

/** Waits until the lock is free; rejects with the signal's reason if the signal fires first. The lock is held until it is disposed of. */
export type ApplyingLock = (signal: AbortSignal) => Promise<Disposable>;

const firstWaitMs = 1;
const maxWaitMs = 25;

/**
 * Uses a lock of the operating system on an open file, so the lock is released when the process ends. Within this process, callers get the lock in
 * the order of their calls.
 */
export function createApplyingLock(data: string): ApplyingLock {
  let last: Promise<unknown> = Promise.resolve();

  return async (signal) => {
    const mine = Promise.withResolvers<void>();
    const before = last;
    last = before.then(() => mine.promise);
    try {
      await orAborted(before, signal);
      const fd = await locked(data, signal);
      return {
        [Symbol.dispose]() {
          closeSync(fd);
          mine.resolve();
        },
      };
    } catch (error) {
      mine.resolve();
      throw error;
    }
  };
}

/** Polls for the lock, because a wait in the operating system could not be aborted. */
async function locked(data: string, signal: AbortSignal): Promise<number> {
  const fd = openLock(data);
  try {
    for (let ms = firstWaitMs; !isLocked(data, fd); ms = Math.min(ms * 2, maxWaitMs)) await orAborted(setTimeout(ms), signal);
    return fd;
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

function openLock(data: string): number {
  try {
    return openSync(join(data, 'views.lock'), constants.O_CREAT | constants.O_RDWR, 0o600);
  } catch (cause) {
    throw new ArtooError('data_unwritable', `cannot write to ${data}`, { cause });
  }
}

function isLocked(data: string, fd: number): boolean {
  try {
    return tryLock(fd);
  } catch (cause) {
    throw new ArtooError('data_unwritable', `the file system of ${data} does not support locks`, { cause });
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
