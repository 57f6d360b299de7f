/** Everything needed to apply the changes of one receipt, or to revert them. */
import type { BigIntStats } from 'node:fs';
import { dirname, join } from 'node:path';
import { errnoOf } from '../../../contracts/errno.ts';
import type { Entry } from '../change.ts';
import type { Anchors } from '../disk/anchors.ts';
import type { Disk } from '../disk/disk.ts';
import { entryFrom, hasContentOf, hasSameTarget } from '../disk/entry-at.ts';
import { hashIfReadable } from '../disk/hash-of.ts';
import { isStill, statsAt } from '../disk/stamp.ts';
import type { OrderedChange, Side } from './ordered-change.ts';

export type Transaction = {
  readonly id: string;
  /** The folder of the receipt and its before-images. */
  readonly folder: string;
  readonly changes: readonly OrderedChange[];
  /** Folders that had to be made writable, with their previous mode. */
  readonly opened: readonly [path: string, mode: number][];
  /** Whether new content comes from an overlay, which leaves attributes on files. */
  readonly isStaged: boolean;
  readonly disk: Disk;
  readonly anchors: Anchors;
};

/**
 * Where the content of a file is until it is put in place: old content with the receipt, new content at its source. Undefined for anything but files.
 */
export function contentPath({ folder }: Pick<Transaction, 'folder'>, change: OrderedChange, side: Side): string | undefined {
  if (change[side]?.kind !== 'file') return undefined;
  return side === 'before' ? join(folder, 'before', String(change.n)) : change.from;
}

/** The name of a path for system calls; undefined if a folder along the way is missing or not a folder. Throws other system errors. */
export function placeOf({ anchors }: Pick<Transaction, 'anchors'>, path: string): string | undefined {
  try {
    return anchors.at(path);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ELOOP'].includes(errnoOf(error) ?? '')) return undefined;
    throw error;
  }
}

/** A side of a change that is being put in place. */
export type Arrival = { readonly change: OrderedChange; readonly goal: Side; readonly arriving: Entry };

/** The path at which content from another file system is assembled before it is put in place. */
export const temporaryPath = ({ id }: Transaction, { path, n }: OrderedChange): string => join(dirname(path), `.artoo-${id}-${n}`);

/** Removes the file that a killed process may have left there. */
export function removeTemporary(transaction: Transaction, change: OrderedChange): boolean {
  const draft = placeOf(transaction, temporaryPath(transaction, change));
  if (draft !== undefined && statsAt(draft)) transaction.disk.unlink(draft);
  return true;
}

/** The stats of the entry at a path, if it is what the change expects on that side. The final mode of a folder may not be set yet. */
export async function statsIfAsExpected(place: string, change: OrderedChange, side: Side): Promise<BigIntStats | undefined> {
  const expected = change[side];
  const stats = statsAt(place);
  if (!stats || !expected) return undefined;
  if (side === 'before' && isStill(stats, change.stamp)) return stats;
  const now = entryFrom(stats, place, '');
  if (now === 'other' || now.kind !== expected.kind) return undefined;
  if (now.kind === 'link' && expected.kind === 'link') return hasSameTarget(now, expected) ? stats : undefined;
  if (now.kind !== 'file' || expected.kind !== 'file') return stats;
  if (now.mode !== expected.mode || now.size !== expected.size) return undefined;
  return hasContentOf(expected.hash === '' ? now : { ...now, hash: await hashIfReadable(place) }, expected) ? stats : undefined;
}
