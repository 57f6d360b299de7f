/** Creates an entry where there is none, and never overwrites one that another program made meanwhile. */
import { errnoOf } from '../../../contracts/errno.ts';
import { setMetadata } from '../disk/metadata.ts';
import { statsAt } from '../disk/stamp.ts';
import { prepareSource, prepareTemporary } from './prepare-content.ts';
import { mustCopy } from './save-entry.ts';
import { type Arrival, contentPath, placeOf, type Transaction } from './transaction.ts';

/** False when something is there by now. Throws system errors. */
export async function createEntry(transaction: Transaction, arrival: Arrival): Promise<boolean> {
  const moved = moveIn(transaction, arrival);
  if (moved !== 'must copy') return moved;
  const temporary = await prepareTemporary(transaction, arrival);
  const place = placeOf(transaction, arrival.change.path);
  return temporary !== undefined && place !== undefined && linkInto(transaction, temporary, place);
}

/** By a hard link, which fails if something is there. */
function moveIn(transaction: Transaction, arrival: Arrival): boolean | 'must copy' {
  const { disk } = transaction;
  const { change, goal, arriving } = arrival;
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
    prepareSource(transaction, source, arrival);
    disk.link(source, place);
    disk.unlink(source);
    return true;
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return false;
    if (mustCopy(error)) return 'must copy';
    throw error;
  }
}

/** On file systems without hard links: checks, then renames. */
function linkInto({ disk }: Transaction, temporary: string, place: string): boolean {
  try {
    disk.link(temporary, place);
    disk.unlink(temporary);
    return true;
  } catch (error) {
    if (mustCopy(error) && !statsAt(place)) {
      disk.rename(temporary, place);
      return true;
    }
    disk.unlink(temporary);
    if (errnoOf(error) === 'EEXIST' || mustCopy(error)) return false;
    throw error;
  }
}
