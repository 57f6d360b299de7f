/** Gives an entry the mode, owner and time that it is to have. */
import { closeSync, constants, openSync } from 'node:fs';
import { listAttrsSync, removeAttrSync } from 'fs-native-extensions';
import { errnoOf } from '../../../contracts/errno.ts';
import type { Entry } from '../change.ts';
import type { Disk } from './disk.ts';
import { isSameTime, modeOf, mtimeOf } from './entry-at.ts';
import { look } from './stamp.ts';

/** Owner before mode: a new owner takes special bits away. Throws system errors. */
export function dress(path: string, entry: Entry, disk: Disk): void {
  let now = look(path);
  if (now && (Number(now.uid) !== entry.uid || Number(now.gid) !== entry.gid)) {
    give(path, entry, disk);
    now = look(path);
  }
  if (!now || entry.kind === 'link') return;
  if (modeOf(now) !== entry.mode) disk.chmod(path, entry.mode);
  if (entry.kind === 'file' && !isSameTime(mtimeOf(now), entry.mtime_ms)) disk.touch(path, entry.mtime_ms);
}

/** As far as we may: only root can give a file away, and some file systems know no owners. */
function give(path: string, { uid, gid }: Entry, disk: Disk): void {
  try {
    disk.chown(path, uid, gid);
  } catch (error) {
    if (errnoOf(error) !== 'EPERM' && errnoOf(error) !== 'EINVAL') throw error;
  }
}

/** Takes away what an overlay noted on a file for itself. */
export function undress(path: string): void {
  let fd: number;
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    if (errnoOf(error) === 'EACCES') return; // without a right to read there is no way to look; it does no harm outside an overlay
    throw error;
  }
  try {
    for (const name of attributesOf(fd)) if (/^(?:user|trusted)\.overlay\./.test(name)) removeAttrSync(fd, name);
  } finally {
    closeSync(fd);
  }
}

function attributesOf(fd: number): readonly string[] {
  try {
    return listAttrsSync(fd);
  } catch {
    return []; // a file system without them
  }
}
