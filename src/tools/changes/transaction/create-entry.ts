/** Puts something where nothing is, and never in place of what somebody else put there meanwhile. */
import { errnoOf } from '../../errno.ts';
import type { Entry } from '../change.ts';
import { setMetadata } from '../disk/metadata.ts';
import { statsAt } from '../disk/stamp.ts';
import type { OrderedChange, Side } from './ordered-change.ts';
import { prepareSource, prepareTemporary } from './prepare-content.ts';
import { mustCopy } from './save-entry.ts';
import { contentPath, placeOf, type Transaction } from './transaction.ts';

export type Arrival = { readonly change: OrderedChange; readonly goal: Side; readonly arriving: Entry };

/** False when there is something by now. Throws system errors. */
export async function createEntry(transaction: Transaction, arrival: Arrival): Promise<boolean> {
  const moved = moveIn(transaction, arrival);
  if (moved !== 'must copy') return moved;
  const { change, goal, arriving } = arrival;
  const drafted = await prepareTemporary(transaction, change, goal, arriving);
  const place = placeOf(transaction, change.path);
  return drafted !== undefined && place !== undefined && linkInto(transaction, drafted, place);
}

/** By a link, which fails where something is. */
function moveIn(transaction: Transaction, { change, goal, arriving }: Arrival): boolean | 'must copy' {
  const { disk } = transaction;
  const source = contentPath(transaction, change, goal);
  const place = placeOf(transaction, change.path);
  if (place === undefined) return false;
  try {
    if (arriving.kind === 'link') {
      disk.symlink(arriving.target, place);
      setMetadata(place, arriving, disk);
      return true;
    }
    if (source === undefined) return 'must copy';
    prepareSource(transaction, source, arriving, goal);
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
function linkInto({ disk }: Transaction, drafted: string, place: string): boolean {
  try {
    disk.link(drafted, place);
    disk.unlink(drafted);
    return true;
  } catch (error) {
    if (mustCopy(error) && !statsAt(place)) {
      disk.rename(drafted, place);
      return true;
    }
    disk.unlink(drafted);
    if (errnoOf(error) === 'EEXIST' || mustCopy(error)) return false;
    throw error;
  }
}
