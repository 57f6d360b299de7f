/** Puts something in place of what is there, once that is kept. Whoever looks sees the old or the new. */
import type { BigIntStats } from 'node:fs';
import { look } from '../disk/stamp.ts';
import type { Arrival } from './create-entry.ts';
import { otherSide } from './ordered-change.ts';
import { draft, prepare } from './prepare-content.ts';
import { isUnchanged, keepLinked, mustCopy } from './save-entry.ts';
import { type Job, placeOf, storeOf } from './transaction.ts';

export type Replacement = Arrival & { readonly found: BigIntStats };

/** False when what was found there is another by now. Throws system errors. */
export async function replace(job: Job, replacement: Replacement): Promise<boolean> {
  if (!(await keepOld(job, replacement))) return false;
  const moved = moveOver(job, replacement);
  if (moved !== 'must copy') return moved;
  const { change, goal, arriving } = replacement;
  const drafted = await draft(job, change, goal, arriving);
  if (drafted === undefined) return false;
  if (renameOver(job, drafted, replacement)) return true;
  job.disk.unlink(drafted);
  return false;
}

/** What was not to be is kept only as far as that is easy. */
async function keepOld(job: Job, { change, goal, found }: Replacement): Promise<boolean> {
  const here = otherSide(goal);
  const leaving = change[here];
  const store = storeOf(job, change, here);
  const place = placeOf(job, change.path);
  if (leaving === null || place === undefined) return false;
  if (store === undefined || look(store)) return true;
  const keeping = keepLinked(job.disk, { place, store, stats: found, leaving });
  return goal === 'after' ? keeping : keeping.catch(() => true);
}

function moveOver(job: Job, replacement: Replacement): boolean | 'must copy' {
  const { change, goal, arriving } = replacement;
  const source = storeOf(job, change, goal);
  if (source === undefined) return 'must copy';
  prepare(job, source, arriving, goal);
  try {
    return renameOver(job, source, replacement);
  } catch (error) {
    if (mustCopy(error)) return 'must copy';
    throw error;
  }
}

/** Nothing of ours comes between the look and the rename. Another program still can: no system call compares and renames. */
function renameOver(job: Job, from: string, { change, found }: Replacement): boolean {
  const place = placeOf(job, change.path);
  if (place === undefined || !isUnchanged(place, found)) return false;
  job.disk.rename(from, place);
  return true;
}
