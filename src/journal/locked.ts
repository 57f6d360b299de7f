/** Whether a journal is being written, checked without disturbing the writer. */
import { closeSync, constants, openSync } from 'node:fs';
import { tryLock, unlock } from 'fs-native-extensions';

/** Whether a process holds the journal open as `fd`; always false on a file system without locks. Call it only for a journal that is not empty: the writer of an empty one may not have its lock yet. */
export function isLocked(fd: number): boolean {
  try {
    const isFree = tryLock(fd, { shared: true });
    if (isFree) unlock(fd);
    return !isFree;
  } catch {
    return false;
  }
}

/** Like `isLocked`, for the journal at a path; false if it cannot be opened. Does not block on a pipe. */
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
