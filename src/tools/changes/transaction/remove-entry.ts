/** Takes what stands at a path away, and keeps it. */
import { errnoOf } from '../../errno.ts';
import { statsAt } from '../disk/stamp.ts';
import { type OrderedChange, otherSide, type Side } from './ordered-change.ts';
import { saveByMoving } from './save-entry.ts';
import { contentPath, placeOf, statsIfAsExpected, type Transaction } from './transaction.ts';

/** Clears the place of a change on its way to that side. False when something else stands there, which is left alone. Throws system errors. */
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
    if (errnoOf(error) === 'ENOTEMPTY' || errnoOf(error) === 'EEXIST') return false; // somebody put something there
    throw error;
  }
}

/** What was not to be goes back to where it came from, or away when that is gone. */
function giveBack({ disk }: Transaction, place: string, store: string): void {
  try {
    disk.rename(place, store);
  } catch {
    disk.unlink(place);
  }
}
