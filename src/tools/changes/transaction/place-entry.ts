/** Puts one side of a change in place, atomically for every reader. */
import type { BigIntStats } from 'node:fs';
import type { Entry } from '../change.ts';
import { setMetadata } from '../disk/metadata.ts';
import { isSameInode, statsAt } from '../disk/stamp.ts';
import { createEntry } from './create-entry.ts';
import { isMetadataOnly, isTwoSteps, type OrderedChange, otherSide, type Side } from './ordered-change.ts';
import { replaceEntry } from './replace-entry.ts';
import { placeOf, statsIfAsExpected, type Transaction } from './transaction.ts';

/** False if something unexpected is at the path, which is left alone. Throws system errors. */
export async function placeEntry(transaction: Transaction, change: OrderedChange, goal: Side): Promise<boolean> {
  const arriving = change[goal];
  if (arriving === null) return true;
  const place = placeOf(transaction, change.path);
  if (place === undefined) return false;
  const stats = statsAt(place);
  if (arriving.kind === 'folder') return placeFolder(transaction, place, arriving, stats);
  if (isMetadataOnly(change)) {
    const isSame = stats !== undefined && isSameInode(stats, change.stamp);
    if (isSame) setMetadata(place, arriving, transaction.disk);
    return isSame;
  }
  const mayBeEmpty = goal === 'before' || change.before === null || isTwoSteps(change); // a revert restores an entry wherever the path is empty
  if (!stats) return mayBeEmpty && createEntry(transaction, { change, goal, arriving });
  const found = isTwoSteps(change) ? undefined : await statsIfAsExpected(place, change, otherSide(goal));
  if (found) return replaceEntry(transaction, { change, goal, arriving, found });
  return (await statsIfAsExpected(place, change, goal)) !== undefined; // the right entry may already be at the path
}

/** Other users have no access until the folder's contents are complete. */
function placeFolder({ disk }: Transaction, place: string, arriving: Entry, stats: BigIntStats | undefined): boolean {
  if (stats) return stats.isDirectory();
  disk.mkdir(place);
  setMetadata(place, { kind: 'folder', mode: 0o700, uid: arriving.uid, gid: arriving.gid }, disk);
  return true;
}
