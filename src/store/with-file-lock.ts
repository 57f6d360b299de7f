/** Work that only one process may do at a time, protected by a lock of the operating system that is released when its holder ends. */
import { closeSync, constants, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { tryLock } from 'fs-native-extensions';
import { ArtooError } from '../contracts/errors.ts';

/** Runs `work` while holding a lock on the file; does nothing and returns undefined if another process holds it. Rejects with `memory_unwritable` if the file cannot be locked. */
export async function withFileLock<T>(path: string, work: () => Promise<T>): Promise<T | undefined> {
  const lock = openLock(path);
  try {
    return isMine(path, lock) ? await work() : undefined;
  } finally {
    closeSync(lock);
  }
}

function openLock(path: string): number {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    return openSync(path, constants.O_CREAT | constants.O_RDWR, 0o600);
  } catch (cause) {
    throw new ArtooError('memory_unwritable', `cannot write ${path}`, { cause });
  }
}

function isMine(path: string, lock: number): boolean {
  try {
    return tryLock(lock);
  } catch (cause) {
    throw new ArtooError('memory_unwritable', `the file system of ${path} does not support locks`, { cause });
  }
}
