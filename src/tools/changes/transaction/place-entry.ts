/** Puts what is to stand at a path there, in one step for whoever looks. */
import type { BigIntStats } from 'node:fs';
import type { Entry } from '../change.ts';
import { dress } from '../disk/metadata.ts';
import { isSameInode, look } from '../disk/stamp.ts';
import { putNew } from './create-entry.ts';
import { isMetadata, isTwoSteps, type Numbered, otherSide, type Side } from './ordered-change.ts';
import { replace } from './replace-entry.ts';
import { foundAt, type Job, placeOf } from './transaction.ts';

/** Puts one side of a change in its place. False when something else stands there, which is left alone. Throws system errors. */
export async function put(job: Job, change: Numbered, goal: Side): Promise<boolean> {
  const arriving = change[goal];
  if (arriving === null) return true;
  const place = placeOf(job, change.path);
  if (place === undefined) return false;
  const stats = look(place);
  if (arriving.kind === 'folder') return putFolder(job, place, arriving, stats);
  if (isMetadata(change)) return stats !== undefined && isSameInode(stats, change.stamp) && putMetadata(job, place, arriving);
  if (!stats) return (goal === 'before' || mayBeEmpty(change)) && putNew(job, { change, goal, arriving });
  const found = isTwoSteps(change) ? undefined : await foundAt(place, change, otherSide(goal));
  if (found) return replace(job, { change, goal, arriving, found });
  return (await foundAt(place, change, goal)) !== undefined; // it is there already
}

/** Whether nothing at its place is what the change expects. What was to be put back is put back wherever nothing is. */
const mayBeEmpty = (change: Numbered): boolean => change.before === null || isTwoSteps(change);

/** With no rights for others until all that is in it is there. */
function putFolder({ disk }: Job, place: string, arriving: Entry, stats: BigIntStats | undefined): boolean {
  if (stats) return stats.isDirectory();
  disk.mkdir(place);
  dress(place, { kind: 'folder', mode: 0o700, uid: arriving.uid, gid: arriving.gid }, disk);
  return true;
}

function putMetadata({ disk }: Job, place: string, arriving: Entry): boolean {
  dress(place, arriving, disk);
  return true;
}
