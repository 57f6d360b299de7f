/** Replaces an entry after saving the old one. Every reader sees either the old entry or the new one. */
import type { BigIntStats } from 'node:fs';
import { statsAt } from '../disk/stamp.ts';
import { otherSide } from './ordered-change.ts';
import { checkPlaced, type Prepared, prepareSource, prepareTemporary } from './prepare-content.ts';
import { isUnchanged, mustCopy, saveByLinking } from './save-entry.ts';
import { type Arrival, contentPath, placeOf, type Transaction } from './transaction.ts';

type Replacement = Arrival & { readonly found: BigIntStats };

/** False if the entry changed in the meantime. Throws system errors. */
export async function replaceEntry(transaction: Transaction, replacement: Replacement): Promise<boolean> {
  if (!(await saveOld(transaction, replacement))) return false;
  const moved = await moveOver(transaction, replacement);
  if (moved !== 'must copy') return moved;
  const temporary = await prepareTemporary(transaction, replacement);
  if (temporary === undefined) return false;
  if (renameOver(transaction, temporary, replacement)) return true;
  transaction.disk.unlink(temporary.path);
  return false;
}

/** A revert saves the new content only if this is easy, since it is not needed any more. */
async function saveOld(transaction: Transaction, { change, goal, found }: Replacement): Promise<boolean> {
  const here = otherSide(goal);
  const leaving = change[here];
  const store = contentPath(transaction, change, here);
  const place = placeOf(transaction, change.path);
  if (leaving === null || place === undefined) return false;
  if (store === undefined || statsAt(store)) return true;
  const saving = saveByLinking(transaction.disk, { place, store, stats: found, leaving });
  return goal === 'after' ? saving : saving.catch(() => true);
}

async function moveOver(transaction: Transaction, replacement: Replacement): Promise<boolean | 'must copy'> {
  const source = contentPath(transaction, replacement.change, replacement.goal);
  const place = placeOf(transaction, replacement.change.path);
  if (source === undefined || place === undefined) return 'must copy';
  const prepared = await prepareSource(transaction, source, place, replacement);
  if (prepared === undefined) return 'must copy';
  try {
    return renameOver(transaction, prepared, replacement);
  } catch (error) {
    if (mustCopy(error)) return 'must copy';
    throw error;
  }
}

/** Checks right before the rename. Another program can still interfere: no system call compares and renames in one step. */
function renameOver(transaction: Transaction, prepared: Prepared, replacement: Replacement): boolean {
  const place = placeOf(transaction, replacement.change.path);
  if (place === undefined || !isUnchanged(place, replacement.found)) return false;
  transaction.disk.rename(prepared.path, place);
  checkPlaced(transaction, place, prepared, replacement);
  return true;
}
