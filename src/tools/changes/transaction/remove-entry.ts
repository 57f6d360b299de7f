/** Removes the entry at a path and saves it. */
import { errnoOf } from '../../../contracts/errno.ts';
import { statsAt } from '../disk/stamp.ts';
import { type OrderedChange, otherSide, type Side } from './ordered-change.ts';
import { saveByMoving } from './save-entry.ts';
import { contentPath, placeOf, statsIfAsExpected, type Transaction } from './transaction.ts';

/** False if something unexpected is at the path, which is left alone. Throws system errors. */
export async function removeEntry(transaction: Transaction, change: OrderedChange, goal: Side): Promise<boolean> {
  const here = otherSide(goal);
  const leaving = change[here];
  const store = contentPath(transaction, change, here);
  const place = placeOf(transaction, change.path);
  if (place === undefined || !statsAt(place)) return goal === 'before' || store === undefined || statsAt(store) !== undefined;
  const stats = await statsIfAsExpected(place, change, here);
  if (!leaving || !stats) return (await statsIfAsExpected(place, change, goal)) !== undefined;
  if (leaving.kind === 'folder') return removeFolder(transaction, place);
  if (store === undefined || statsAt(store)) transaction.disk.unlink(place);
  else if (goal === 'after') return saveByMoving(transaction.disk, { place, store, stats, leaving });
  else giveBack(transaction, place, store);
  return true;
}

function removeFolder({ disk }: Transaction, place: string): boolean {
  try {
    disk.rmdir(place);
    return true;
  } catch (error) {
    if (errnoOf(error) === 'ENOTEMPTY' || errnoOf(error) === 'EEXIST') return false; // another program put a file into the folder
    throw error;
  }
}

/** Moves reverted content back to where it came from, or removes it if that folder no longer exists. */
function giveBack({ disk }: Transaction, place: string, store: string): void {
  try {
    disk.rename(place, store);
  } catch {
    disk.unlink(place);
  }
}
