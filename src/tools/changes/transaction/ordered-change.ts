/** Changes in the order in which they are applied: one per path, numbered, folders before their contents. */
import { normalize } from 'node:path';
import type { Change, Entry } from '../change.ts';
import { hasSameTarget } from '../disk/entry-at.ts';

export type Side = 'before' | 'after';

export type OrderedChange = Change & { readonly n: number };

/** A path may occur twice if a folder became a file: the first `before` and the last `after` count. */
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

/** Whether a change takes two steps: a folder cannot be replaced by anything else in one step, nor can anything be replaced by a folder. */
export const isTwoSteps = ({ before, after }: Change): boolean => before !== null && after !== null && isFolder(before) !== isFolder(after);

/** Whether only mode, owner or times change. */
export const isMetadataOnly = ({ before, after, from }: Change): boolean =>
  from === undefined && before !== null && before.kind === after?.kind && (before.kind === 'file' || before.kind === 'pipe');

export const isFolder = (entry: Entry | null): boolean => entry?.kind === 'folder';

/** What happens to a path, in one word for people. */
export function kindOf(change: Change): 'created' | 'changed' | 'deleted' | 'metadata' {
  if (change.before === null) return 'created';
  if (change.after === null) return 'deleted';
  return isMetadataOnly(change) || hasSameContent(change.before, change.after) ? 'metadata' : 'changed';
}

/** Whether the known differences between two entries are only in their metadata. */
export function hasSameContent(before: Entry, after: Entry): boolean {
  if (before.kind === 'file' && after.kind === 'file') return before.hash !== '' && before.hash === after.hash;
  if (before.kind === 'link' && after.kind === 'link') return hasSameTarget(before, after);
  return before.kind === after.kind;
}

/** Sorts by path: every folder before its contents, and all its contents before the next folder. */
export function inTreeOrder<T>(items: readonly T[], pathOf: (item: T) => string): readonly T[] {
  return items
    .map((item) => ({ item, key: pathOf(item).replaceAll('/', '\0') })) // a null byte sorts before every character that a name can contain
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ item }) => item);
}
