/** Checks that no path has changed since the changes were computed. */
import { dirname } from 'node:path';
import { modeOf } from '../disk/entry-at.ts';
import { stampFrom, statsAt } from '../disk/stamp.ts';
import { createYielder } from '../disk/yielder.ts';
import { isMetadataOnly, type OrderedChange } from './ordered-change.ts';
import { isRoot } from './steps.ts';
import { placeOf, type Transaction } from './transaction.ts';

type Checked = Pick<Transaction, 'changes' | 'opened'> & { readonly moved: readonly string[] };
type Anchored = Pick<Transaction, 'anchors'>;

/** Ignores new folders that already exist, since no change is needed. Throws system errors, and the signal's reason. */
export async function checkUnchanged(transaction: Anchored, changes: readonly OrderedChange[], signal: AbortSignal): Promise<Checked> {
  const yieldIfDue = createYielder();
  const moved: string[] = [];
  const needed: OrderedChange[] = [];
  for (const change of changes) {
    signal.throwIfAborted();
    const place = placeOf(transaction, change.path);
    const stats = place === undefined ? undefined : statsAt(place);
    if (change.before === null && change.after?.kind === 'folder' && stats?.isDirectory()) continue;
    if ((stats ? stampFrom(stats) : null) !== change.stamp) moved.push(change.path);
    needed.push({ ...change, n: needed.length });
    await yieldIfDue();
  }
  return { moved, changes: needed, opened: moved.length === 0 && !isRoot() ? lockedFolders(transaction, needed) : [] };
}

/** Folders that must be written to and belong to this user, but are not writable. */
function lockedFolders(transaction: Anchored, changes: readonly OrderedChange[]): Transaction['opened'] {
  const folders = new Set(changes.filter((change) => !isMetadataOnly(change)).map(({ path }) => dirname(path)));
  return [...folders].flatMap((path) => {
    const place = path === '/' ? path : placeOf(transaction, path);
    const stats = place === undefined ? undefined : statsAt(place);
    const isLocked = stats?.isDirectory() && Number(stats.uid) === process.geteuid?.() && (modeOf(stats) & 0o300) !== 0o300;
    return stats && isLocked ? [[path, modeOf(stats)]] : [];
  });
}
