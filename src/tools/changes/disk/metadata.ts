/** Sets the mode, owner, attributes and time of an entry. */
import { closeSync, constants, openSync } from 'node:fs';
import { errnoOf } from '../../../contracts/errno.ts';
import type { Entry } from '../change.ts';
import { setAttributes } from './attributes.ts';
import type { Disk } from './disk.ts';
import { attributesIn, isSameTime, modeOf, mtimeOf } from './entry-at.ts';
import { statsAt } from './stamp.ts';

/** Sets the owner before the mode, since chown clears special bits. Throws system errors. */
export function setMetadata(path: string, entry: Entry, disk: Disk): void {
  let now = statsAt(path);
  if (now && (Number(now.uid) !== entry.uid || Number(now.gid) !== entry.gid)) {
    setOwner(path, entry, disk);
    now = statsAt(path);
  }
  if (now && setAttributesOf(path, entry, disk)) now = statsAt(path); // before the mode, which may deny access to the owner
  if (!now) return;
  if (entry.kind !== 'link' && modeOf(now) !== entry.mode) disk.chmod(path, entry.mode);
  if (entry.mtime_ms !== undefined && !isSameTime(mtimeOf(now), entry.mtime_ms)) disk.touch(path, entry.mtime_ms);
}

/** Sets the owner if possible: only root can give a file away, and some file systems have no owners. */
function setOwner(path: string, { uid, gid }: Entry, disk: Disk): void {
  try {
    disk.chown(path, uid, gid);
  } catch (error) {
    if (errnoOf(error) !== 'EPERM' && errnoOf(error) !== 'EINVAL') throw error;
  }
}

/** Sets the attributes listed in the entry; false if there is no list. */
function setAttributesOf(path: string, entry: Entry, disk: Disk): boolean {
  const wanted = attributesIn(entry);
  if (wanted === undefined) return false;
  const fd = opened(path, disk);
  try {
    setAttributes(fd, wanted);
    return true;
  } finally {
    closeSync(fd);
  }
}

/** Opens an entry even if its owner may not, by widening its mode first; the mode is set again afterwards. */
function opened(path: string, disk: Disk): number {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  try {
    return openSync(path, flags);
  } catch (error) {
    if (errnoOf(error) !== 'EACCES') throw error;
    disk.chmod(path, 0o700);
    return openSync(path, flags);
  }
}
