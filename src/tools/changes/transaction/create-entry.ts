/** Creates an entry, and never overwrites one that another program created in the meantime. */
import { errnoOf } from '../../../contracts/errno.ts';
import { targetBytes } from '../disk/entry-at.ts';
import { setMetadata } from '../disk/metadata.ts';
import { statsAt } from '../disk/stamp.ts';
import { checkPlaced, type Prepared, prepareSource, prepareTemporary } from './prepare-content.ts';
import { mustCopy } from './save-entry.ts';
import { type Arrival, contentPath, placeOf, type Transaction } from './transaction.ts';

/** False if the path already exists. Throws system errors. */
export async function createEntry(transaction: Transaction, arrival: Arrival): Promise<boolean> {
  const moved = await moveIn(transaction, arrival);
  if (moved !== 'must copy') return moved;
  const temporary = await prepareTemporary(transaction, arrival);
  const place = placeOf(transaction, arrival.change.path);
  return temporary !== undefined && place !== undefined && linkInto(transaction, temporary, place, arrival);
}

/** Puts a file in place by a hard link, which fails if the path exists. */
async function moveIn(transaction: Transaction, arrival: Arrival): Promise<boolean | 'must copy'> {
  const { disk } = transaction;
  const { change, goal, arriving } = arrival;
  const source = contentPath(transaction, change, goal);
  const place = placeOf(transaction, change.path);
  if (place === undefined) return false;
  try {
    if (arriving.kind === 'link') {
      disk.symlink(targetBytes(arriving), place);
      setMetadata(place, arriving, disk);
      return true;
    }
    if (source === undefined) return 'must copy';
    const prepared = await prepareSource(transaction, source, place, arrival);
    if (prepared === undefined) return 'must copy';
    disk.link(source, place);
    checkPlaced(transaction, place, prepared, arrival);
    disk.unlink(source);
    return true;
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return false;
    if (mustCopy(error)) return 'must copy';
    throw error;
  }
}

/** On file systems without hard links: checks, then renames. */
function linkInto(transaction: Transaction, prepared: Prepared, place: string, arrival: Arrival): boolean {
  const { disk } = transaction;
  const { path } = prepared;
  try {
    disk.link(path, place);
    checkPlaced(transaction, place, prepared, arrival);
    disk.unlink(path);
    return true;
  } catch (error) {
    if (mustCopy(error) && !statsAt(place)) {
      disk.rename(path, place);
      checkPlaced(transaction, place, prepared, arrival);
      return true;
    }
    disk.unlink(path);
    if (errnoOf(error) === 'EEXIST' || mustCopy(error)) return false;
    throw error;
  }
}
