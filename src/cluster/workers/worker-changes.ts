/** The changes that a worker reports for a command, checked and converted for the host against the state in the snapshot. Pure, except for the look at the current state. */
import { posix } from 'node:path';
import { isWithin } from '../../laws/places/posix-path.ts';
import type { Change, Entry } from '../../tools/changes/change.ts';
import { hashIfReadable } from '../../tools/changes/disk/hash-of.ts';
import { stampOf } from '../../tools/changes/disk/stamp.ts';
import { withEmptyAttributes } from '../../tools/containment/views/compare-layers.ts';
import type { Snapshot } from '../snapshots/take-snapshot.ts';
import { isPath, whyNoEntry } from './possible-entry.ts';
import type { WorkerChange } from './wire-messages.ts';

/** The limits: more than any command is meant to change. */
const max = { changes: 100_000, bytes: 2_000_000_000 } as const;

/** Why no command on that snapshot can have made these changes, which means that the worker lies or is broken; undefined if they are possible. Pure. */
export function whyImpossible(changes: readonly WorkerChange[], { roots, known, closed }: Snapshot): string | undefined {
  if (changes.length > max.changes) return `${changes.length} changes`;
  const after = new Map(changes.map((change) => [change.path, change.after]));
  if (after.size < changes.length) return 'a path that changes twice';
  const bytes = changes.reduce((sum, change) => sum + (change.after?.kind === 'file' ? change.after.size : 0), 0);
  if (bytes > max.bytes) return `${bytes} bytes of new content`;
  const isFolder = (path: string): boolean => (after.has(path) ? after.get(path) : known.get(path)?.entry)?.kind === 'folder';
  for (const { path, after: entry } of changes) {
    const root = roots.find((each) => isWithin(each.path, path))?.path;
    if (root === undefined || !isPath(path)) return `a change to ${JSON.stringify(path.slice(0, 200))}`;
    const wrong = whyNoEntry(entry, known.get(path)?.entry ?? null);
    if (wrong !== undefined) return `${JSON.stringify(path)}, ${wrong}`;
    if (path === root && entry?.kind !== 'folder') return "that a task's folder is not a folder";
    if (entry === null && !known.has(path)) return `the deletion of ${JSON.stringify(path)}, which did not exist`;
    for (let at = path; at !== root; at = posix.dirname(at)) {
      if (closed.has(at)) return `a change to ${JSON.stringify(path)}, which it cannot see`;
      if (entry !== null && !isFolder(posix.dirname(at))) return `${JSON.stringify(path)}, which is in no folder`;
    }
  }
  return undefined;
}

export type Owner = { readonly uid: number; readonly gid: number };

/**
 * The changes in the form in which they are applied on the host. `contentAt`: the path of a file's new content. A command cannot give files away, so
 * new ones belong to the owner here. Pure.
 */
export function hostChanges(
  changes: readonly WorkerChange[],
  { known }: Pick<Snapshot, 'known'>,
  { owner, contentAt }: { readonly owner: Owner; readonly contentAt: (path: string) => string | undefined },
): readonly Change[] {
  return changes.map(({ path, after }) => {
    const there = known.get(path);
    const before = there?.entry ?? null;
    const mine = after && { ...after, uid: before?.uid ?? owner.uid, gid: before?.gid ?? owner.gid };
    const from = needsContent(before, mine) ? contentAt(path) : undefined;
    return { path, ...withEmptyAttributes(before, mine), stamp: there?.stamp ?? null, ...(from !== undefined && { from }) };
  });
}

export type FileEntry = Extract<Entry, { readonly kind: 'file' }>;

/** Whether the entry is a file whose content has changed. */
export const needsContent = (before: Entry | null, after: Entry | null): after is FileEntry =>
  after?.kind === 'file' && (before?.kind !== 'file' || before.hash !== after.hash);

/** Paths that another program has changed since the snapshot was taken. */
export async function movedSince(
  changes: readonly Pick<Change, 'path' | 'after'>[],
  { known }: Pick<Snapshot, 'known'>,
): Promise<readonly string[]> {
  const moved: string[] = [];
  for (const { path, after } of changes) {
    const there = known.get(path);
    const now = stampOf(path);
    if (!there) {
      if (now !== null && after?.kind !== 'folder') moved.push(path); // a folder that already exists is fine
    } else if (now !== there.stamp) moved.push(path);
    else if (!there.isSettled && there.entry.kind === 'file' && (await hashIfReadable(path)) !== there.entry.hash) moved.push(path);
  }
  return moved;
}
