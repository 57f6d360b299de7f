/** Whether a journal is being written, without getting in the writer's way. */
import { closeSync, constants, openSync } from 'node:fs';
import { tryLock, unlock } from 'fs-native-extensions';

/**
 * Whether the journal that `fd` reads is held. A shared lock is asked for and let go of at once: a writer's own lock stays as it is, and on a file
 * system without locks it never is. Only a journal with something in it may be asked about: until then its writer has yet to take its lock.
 */
export function isLocked(fd: number): boolean {
  try {
    if (!tryLock(fd, { shared: true })) return true;
    unlock(fd);
    return false;
  } catch {
    return false;
  }
}

/** Whether the journal at a path is held, as `isLocked` says it. What cannot be opened is not; a pipe is not waited for. */
export function isHeld(path: string): boolean {
  let fd: number;
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch {
    return false;
  }
  try {
    return isLocked(fd);
  } finally {
    closeSync(fd);
  }
}
