/** Keeps what leaves its place: by its name where that can be, as a copy elsewhere. */
import type { BigIntStats } from 'node:fs';
import { errnoOf } from '../../../contracts/errno.ts';
import type { Entry } from '../change.ts';
import type { Disk } from './disk.ts';
import { dress } from './metadata.ts';
import { isStill, look, stampFrom } from './stamp.ts';

/** What is to be kept of a place, and where. */
export type Keeping = { readonly place: string; readonly store: string; readonly stats: BigIntStats; readonly leaving: Entry };

/** How a file system says that names alone will not do: the content has to be copied. */
const withoutNames: ReadonlySet<string | undefined> = new Set(['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);
export const mustCopy = (error: unknown): boolean => withoutNames.has(errnoOf(error));

/** Moves it from its place. False when it is another by now: what somebody put there in the very last moment goes back. */
export async function keepMoved(disk: Disk, keeping: Keeping): Promise<boolean> {
  const { place, store, stats } = keeping;
  try {
    disk.rename(place, store);
  } catch (error) {
    if (!mustCopy(error)) throw error;
    if (!(await keepCopy(disk, keeping))) return false;
    disk.unlink(place);
    return true;
  }
  const taken = look(store);
  if (taken && isStill(taken, stampFrom(stats))) return true;
  disk.rename(store, place);
  return false;
}

/** Leaves it in its place, with a second name. False when it is another by now. */
export async function keepLinked(disk: Disk, keeping: Keeping): Promise<boolean> {
  try {
    disk.link(keeping.place, keeping.store);
  } catch (error) {
    if (!mustCopy(error)) throw error;
    return keepCopy(disk, keeping);
  }
  return isUnchanged(keeping.place, keeping.stats);
}

/** A copy is there whole or not at all. */
async function keepCopy(disk: Disk, { place, store, stats, leaving }: Keeping): Promise<boolean> {
  const part = `${store}.part`;
  if (look(part)) disk.unlink(part);
  await disk.copy(place, part);
  dress(part, leaving, disk);
  disk.rename(part, store);
  return isUnchanged(place, stats);
}

/** Whether what was found at a place is still there, as it was. */
export function isUnchanged(place: string, found: BigIntStats): boolean {
  const now = look(place);
  return now !== undefined && isStill(now, stampFrom(found));
}
