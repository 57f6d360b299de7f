/** Stores the lists of a snapshot's folders. */
import { folderAttributes, withAttributes } from '../../tools/changes/disk/entry-at.ts';
import { inParallel } from '../objects/in-parallel.ts';
import type { Objects } from '../objects/objects.ts';
import { type Known, knownFrom } from './known-file.ts';
import type { Seen } from './seen-folder.ts';
import { type Line, treeBytes } from './tree.ts';
import type { Walked } from './walk.ts';

/** What a snapshot contains at each path, filled in while it is taken. */
export type Filling = { readonly known: Map<string, Known>; readonly closed: Set<string> };

const treesAtOnce = 64;

/**
 * The hash of each folder's list, by path. A list is stored after the lists of the folders inside it, so if it is on the bus, everything below it is
 * there, too.
 */
export async function storeTrees(
  { folders }: Walked,
  contents: ReadonlyMap<string, Known>,
  { known, closed }: Filling,
  { objects, nowMs, signal }: { readonly objects: Objects; readonly nowMs: number; readonly signal: AbortSignal },
): Promise<ReadonlyMap<string, string>> {
  const trees = new Map<string, string>();
  const byDepth = Map.groupBy(folders.keys(), (path) => path.split('/').length);
  for (const depth of [...byDepth.keys()].sort((a, b) => b - a)) {
    await inParallel(byDepth.get(depth) ?? [], treesAtOnce, async (folder) => {
      signal.throwIfAborted();
      trees.set(folder, await objects.put(treeBytes((folders.get(folder) ?? []).map(lineOf)), signal));
    });
  }
  return trees;

  function lineOf(seen: Seen): Line {
    const { name, path, stats } = seen;
    const there = knownOf(seen);
    if (!there) {
      closed.add(path);
      return { name, closed: stats.isDirectory() ? 'folder' : 'file' };
    }
    known.set(path, there);
    const { entry } = there;
    const tree = trees.get(path);
    return tree === undefined ? { name, entry } : { name, entry, tree };
  }

  /** Undefined for entries that are closed in the snapshot, such as files that cannot be read and folders that cannot be listed. */
  function knownOf(seen: Seen): Known | undefined {
    if (!('entry' in seen)) return undefined;
    const { path, stats, entry } = seen;
    if (entry.kind === 'file') return contents.get(path);
    if (entry.kind !== 'folder') return knownFrom(entry, stats, nowMs);
    return trees.has(path) ? knownFrom(withAttributes(entry, folderAttributes(path)), stats, nowMs) : undefined;
  }
}
