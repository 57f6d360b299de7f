/** Changes in the form in which they are made: one for each path, in the order of a walk through the tree, each with its number. */
import { normalize } from 'node:path';
import type { Change, Entry } from '../change.ts';
import { inTreeOrder } from './tree-order.ts';

export type Side = 'before' | 'after';

export type OrderedChange = Change & { readonly n: number };

/** A path may come twice (what was a folder is a file then): what counts is what stood there first and what stands there in the end. */
export function orderChanges(changes: readonly Change[]): readonly OrderedChange[] {
  const merged = new Map<string, Change>();
  for (const change of changes) {
    if (!isPlain(change.path)) throw new Error(`${JSON.stringify(change.path)} is not a plain absolute path`);
    const earlier = merged.get(change.path);
    merged.set(change.path, earlier ? { ...change, before: earlier.before, stamp: earlier.stamp } : change);
  }
  const real = [...merged.values()].filter(({ before, after }) => before !== null || after !== null);
  return inTreeOrder(real, ({ path }) => path).map((change, n) => ({ ...change, n }));
}

const isPlain = (path: string): boolean => path.startsWith('/') && path.length > 1 && !path.endsWith('/') && normalize(path) === path;

export const otherSide = (side: Side): Side => (side === 'before' ? 'after' : 'before');

/** Nothing can take the place of a folder, nor a folder that of anything, in one step. */
export const isTwoSteps = ({ before, after }: Change): boolean => before !== null && after !== null && isFolder(before) !== isFolder(after);

/** Only the mode, the owner or the times become others. */
export const isMetadataOnly = ({ before, after, from }: Change): boolean =>
  from === undefined && before !== null && before.kind === after?.kind && (before.kind === 'file' || before.kind === 'pipe');

export const isFolder = (entry: Entry | null): boolean => entry?.kind === 'folder';

/** What becomes of a path, in a word for people. */
export function kindOf(change: Change): 'created' | 'changed' | 'deleted' | 'metadata' {
  if (change.before === null) return 'created';
  if (change.after === null) return 'deleted';
  return isMetadataOnly(change) || (isFolder(change.before) && isFolder(change.after)) ? 'metadata' : 'changed';
}
