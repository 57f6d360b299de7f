/** Keeps what leaves its place: by its name where that can be, as a copy elsewhere. */
import type { BigIntStats } from 'node:fs';
import { errnoOf } from '../../errno.ts';
import type { Entry } from '../change.ts';
import type { Disk } from '../disk/disk.ts';
import { setMetadata } from '../disk/metadata.ts';
import { isStill, stampFrom, statsAt } from '../disk/stamp.ts';

/** What is to be kept of a place, and where. */
export type Saving = { readonly place: string; readonly store: string; readonly stats: BigIntStats; readonly leaving: Entry };

/** How a file system says that names alone will not do: the content has to be copied. */
const withoutNames: ReadonlySet<string | undefined> = new Set(['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);
export const mustCopy = (error: unknown): boolean => withoutNames.has(errnoOf(error));

/** Moves it from its place. False when it is another by now: what somebody put there in the very last moment goes back. */
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

/** Leaves it in its place, with a second name. False when it is another by now. */
export async function saveByLinking(disk: Disk, keeping: Saving): Promise<boolean> {
  try {
    disk.link(keeping.place, keeping.store);
  } catch (error) {
    if (!mustCopy(error)) throw error;
    return saveCopy(disk, keeping);
  }
  return isUnchanged(keeping.place, keeping.stats);
}

/** A copy is there whole or not at all. */
async function saveCopy(disk: Disk, { place, store, stats, leaving }: Saving): Promise<boolean> {
  const part = `${store}.part`;
  if (statsAt(part)) disk.unlink(part);
  await disk.copy(place, part);
  setMetadata(part, leaving, disk);
  disk.rename(part, store);
  return isUnchanged(place, stats);
}

/** Whether what was found at a place is still there, as it was. */
export function isUnchanged(place: string, found: BigIntStats): boolean {
  const now = statsAt(place);
  return now !== undefined && isStill(now, stampFrom(found));
}
