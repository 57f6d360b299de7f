/** Sets the mode, owner and time of an entry. */
import { closeSync, constants, fchmodSync, openSync } from 'node:fs';
import { listAttrsSync, removeAttrSync } from 'fs-native-extensions';
import { errnoOf } from '../../../contracts/errno.ts';
import type { Entry } from '../change.ts';
import type { Disk } from './disk.ts';
import { isSameTime, modeOf, mtimeOf } from './entry-at.ts';
import { statsAt } from './stamp.ts';

/** Sets the owner before the mode, since chown clears special bits. Throws system errors. */
export function setMetadata(path: string, entry: Entry, disk: Disk): void {
  let now = statsAt(path);
  if (now && (Number(now.uid) !== entry.uid || Number(now.gid) !== entry.gid)) {
    setOwner(path, entry, disk);
    now = statsAt(path);
  }
  if (!now || entry.kind === 'link') return;
  if (modeOf(now) !== entry.mode) disk.chmod(path, entry.mode);
  if (entry.kind === 'file' && !isSameTime(mtimeOf(now), entry.mtime_ms)) disk.touch(path, entry.mtime_ms);
}

/** As far as we may: only root can give a file away, and some file systems have no owners. */
function setOwner(path: string, { uid, gid }: Entry, disk: Disk): void {
  try {
    disk.chown(path, uid, gid);
  } catch (error) {
    if (errnoOf(error) !== 'EPERM' && errnoOf(error) !== 'EINVAL') throw error;
  }
}

/** Removes the attributes that an overlay file system left on a file, whose mode is set afterwards: that takes the right to write, which objects of git lack. */
export function removeOverlayAttributes(path: string): void {
  let fd: number;
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    if (errnoOf(error) === 'EACCES') return; // they cannot be listed then, and do no harm outside an overlay
    throw error;
  }
  try {
    const names = attributesOf(fd).filter((name) => /^(?:user|trusted)\.overlay\./.test(name));
    if (names.length > 0) fchmodSync(fd, 0o600);
    for (const name of names) removeAttrSync(fd, name);
  } finally {
    closeSync(fd);
  }
}

function attributesOf(fd: number): readonly string[] {
  try {
    return listAttrsSync(fd);
  } catch {
    return []; // the file system has none
  }
}
