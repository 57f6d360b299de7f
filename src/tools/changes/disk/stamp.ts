/** By what an entry is known again: whoever writes to it, replaces it or changes its mode gives it another stamp. */
import { type BigIntStats, lstatSync } from 'node:fs';
import { errnoOf } from '../../../contracts/errno.ts';

/** What the system says of an entry itself, not of what a symlink leads to; nothing where there is none. Throws other system errors. */
export function look(path: string): BigIntStats | undefined {
  try {
    return lstatSync(path, { bigint: true, throwIfNoEntry: false });
  } catch (error) {
    if (errnoOf(error) === 'ENOTDIR' || errnoOf(error) === 'ELOOP') return undefined;
    throw error;
  }
}

/** The stamp of what stands at a path, null for nothing. */
export function stampOf(path: string): string | null {
  const stats = look(path);
  return stats ? stampFrom(stats) : null;
}

/** The stamp of what was looked at already. */
export const stampFrom = ({ dev, ino, size, mtimeNs, mode, ctimeNs }: BigIntStats): string =>
  `${dev}:${ino}:${size}:${mtimeNs}:${mode}:${ctimeNs}`;

/** Whether it still is the entry of that stamp; a second name for it, which we give it ourselves, changes nothing but its ctime. */
export const isStill = (stats: BigIntStats, stamp: string | null): boolean =>
  stamp !== null && withoutCtime(stampFrom(stats)) === withoutCtime(stamp);

/** Whether it is the same entry, whatever became of its content and mode. */
export const isSameInode = ({ dev, ino }: BigIntStats, stamp: string | null): boolean => stamp?.startsWith(`${dev}:${ino}:`) === true;

const withoutCtime = (stamp: string): string => stamp.slice(0, stamp.lastIndexOf(':'));
