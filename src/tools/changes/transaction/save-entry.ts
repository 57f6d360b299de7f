/** Saves an entry that is about to be removed: by a rename or hard link where the file system allows it, otherwise as a copy. */
import type { BigIntStats } from 'node:fs';
import { errnoOf } from '../../../contracts/errno.ts';
import type { Entry } from '../change.ts';
import type { Disk } from '../disk/disk.ts';
import { setMetadata } from '../disk/metadata.ts';
import { isStill, stampFrom, statsAt } from '../disk/stamp.ts';

export type Saving = { readonly place: string; readonly store: string; readonly stats: BigIntStats; readonly leaving: Entry };

/** Errors of file systems that cannot rename or link an entry, so that the content has to be copied. */
const copyErrors: ReadonlySet<string | undefined> = new Set(['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);
export const mustCopy = (error: unknown): boolean => copyErrors.has(errnoOf(error));

/** Moves the entry away. False if it changed in the meantime; in that case, it is moved back. */
export async function saveByMoving(disk: Disk, keeping: Saving): Promise<boolean> {
  const { place, store, stats } = keeping;
  try {
    disk.rename(place, store);
  } catch (error) {
    if (!mustCopy(error)) throw error;
    if (!(await saveCopy(disk, keeping))) return false;
    disk.unlink(place);
    return true;
  }
  const taken = statsAt(store);
  if (taken && isStill(taken, stampFrom(stats))) return true;
  disk.rename(store, place);
  return false;
}

/** Links the entry and leaves it where it is. False if it changed in the meantime. */
export async function saveByLinking(disk: Disk, keeping: Saving): Promise<boolean> {
  try {
    disk.link(keeping.place, keeping.store);
  } catch (error) {
    if (!mustCopy(error)) throw error;
    return saveCopy(disk, keeping);
  }
  return isUnchanged(keeping.place, keeping.stats);
}

/** A copy appears as a whole or not at all. */
async function saveCopy(disk: Disk, { place, store, stats, leaving }: Saving): Promise<boolean> {
  const part = `${store}.part`;
  if (statsAt(part)) disk.unlink(part);
  await disk.copy(place, part);
  setMetadata(part, leaving, disk);
  disk.rename(part, store);
  return isUnchanged(place, stats);
}

/** Whether an entry is still where it was found, and unchanged. */
export function isUnchanged(place: string, found: BigIntStats): boolean {
  const now = statsAt(place);
  return now !== undefined && isStill(now, stampFrom(found));
}
