/** Puts something where nothing is, and never in place of what somebody else put there meanwhile. */
import { errnoOf } from '../../../contracts/errno.ts';
import type { Entry } from '../change.ts';
import { type Job, placeOf, storeOf } from '../steps/job.ts';
import type { Numbered, Side } from '../steps/ordered-change.ts';
import { mustCopy } from './keep-aside.ts';
import { dress } from './metadata.ts';
import { draft, prepare } from './prepare.ts';
import { look } from './stamp.ts';

export type Arrival = { readonly change: Numbered; readonly goal: Side; readonly arriving: Entry };

/** False when there is something by now. Throws system errors. */
export async function putNew(job: Job, arrival: Arrival): Promise<boolean> {
  const moved = moveIn(job, arrival);
  if (moved !== 'must copy') return moved;
  const { change, goal, arriving } = arrival;
  const drafted = await draft(job, change, goal, arriving);
  const place = placeOf(job, change.path);
  return drafted !== undefined && place !== undefined && settle(job, drafted, place);
}

/** By a link, which fails where something is. */
function moveIn(job: Job, { change, goal, arriving }: Arrival): boolean | 'must copy' {
  const { disk } = job;
  const source = storeOf(job, change, goal);
  const place = placeOf(job, change.path);
  if (place === undefined) return false;
  try {
    if (arriving.kind === 'link') {
      disk.symlink(arriving.target, place);
      dress(place, arriving, disk);
      return true;
    }
    if (source === undefined) return 'must copy';
    prepare(job, source, arriving, goal);
    disk.link(source, place);
    disk.unlink(source);
    return true;
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return false;
    if (mustCopy(error)) return 'must copy';
    throw error;
  }
}

/** On file systems without links it is a look and a rename. */
function settle({ disk }: Job, drafted: string, place: string): boolean {
  try {
    disk.link(drafted, place);
    disk.unlink(drafted);
    return true;
  } catch (error) {
    if (mustCopy(error) && !look(place)) {
      disk.rename(drafted, place);
      return true;
    }
    disk.unlink(drafted);
    if (errnoOf(error) === 'EEXIST' || mustCopy(error)) return false;
    throw error;
  }
}
