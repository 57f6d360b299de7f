/** The stamp of an entry, which changes when the entry is written to, replaced, or given a different mode. */
import { type BigIntStats, lstatSync } from 'node:fs';
import { errnoOf } from '../../../contracts/errno.ts';

/** The stats of an entry itself, not of a symlink's target; undefined if it does not exist. Throws other system errors. */
export function statsAt(path: string): BigIntStats | undefined {
  try {
    return lstatSync(path, { bigint: true, throwIfNoEntry: false });
  } catch (error) {
    if (errnoOf(error) === 'ENOTDIR' || errnoOf(error) === 'ELOOP') return undefined;
    throw error;
  }
}

/** The stamp of the entry at a path; null if there is none. */
export function stampOf(path: string): string | null {
  const stats = statsAt(path);
  return stats ? stampFrom(stats) : null;
}

/** The stamp of an entry, from known stats. */
export const stampFrom = ({ dev, ino, size, mtimeNs, mode, ctimeNs }: BigIntStats): string =>
  `${dev}:${ino}:${size}:${mtimeNs}:${mode}:${ctimeNs}`;

/** Whether an entry still has that stamp, ignoring the ctime, which changes when artoo links the entry. */
export const isStill = (stats: BigIntStats, stamp: string | null): boolean =>
  stamp !== null && withoutCtime(stampFrom(stats)) === withoutCtime(stamp);

/** Whether an entry is the same inode, whatever its current content and mode. */
export const isSameInode = ({ dev, ino }: BigIntStats, stamp: string | null): boolean => stamp?.startsWith(`${dev}:${ino}:`) === true;

const withoutCtime = (stamp: string): string => stamp.slice(0, stamp.lastIndexOf(':'));
