/** Takes what stands at a path away, and keeps it. */
import { errnoOf } from '../../../contracts/errno.ts';
import { foundAt, type Job, placeOf, storeOf } from '../steps/job.ts';
import { type Numbered, otherSide, type Side } from '../steps/ordered-change.ts';
import { keepMoved } from './keep-aside.ts';
import { look } from './stamp.ts';

/** Clears the place of a change on its way to that side. False when something else stands there, which is left alone. Throws system errors. */
export async function clear(job: Job, change: Numbered, goal: Side): Promise<boolean> {
  const here = otherSide(goal);
  const leaving = change[here];
  const store = storeOf(job, change, here);
  const place = placeOf(job, change.path);
  if (place === undefined || !look(place)) return goal === 'before' || store === undefined || look(store) !== undefined;
  const stats = await foundAt(place, change, here);
  if (!leaving || !stats) return (await foundAt(place, change, goal)) !== undefined;
  if (leaving.kind === 'folder') return removeFolder(job, place);
  if (store === undefined || look(store)) job.disk.unlink(place);
  else if (goal === 'after') return keepMoved(job.disk, { place, store, stats, leaving });
  else giveBack(job, place, store);
  return true;
}

function removeFolder({ disk }: Job, place: string): boolean {
  try {
    disk.rmdir(place);
    return true;
  } catch (error) {
    if (errnoOf(error) === 'ENOTEMPTY' || errnoOf(error) === 'EEXIST') return false; // somebody put something there
    throw error;
  }
}

/** What was not to be goes back to where it came from, or away when that is gone. */
function giveBack({ disk }: Job, place: string, store: string): void {
  try {
    disk.rename(place, store);
  } catch {
    disk.unlink(place);
  }
}
