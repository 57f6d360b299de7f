/** A folder of a worker that holds the content of a snapshot. If it is filled with another snapshot of the same folder, only the differences are written. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { ArtooError } from '../../contracts/errors.ts';
import type { Entry } from '../../tools/changes/change.ts';
import { createDisk } from '../../tools/changes/disk/disk.ts';
import { targetBytes } from '../../tools/changes/disk/entry-at.ts';
import { setMetadata } from '../../tools/changes/disk/metadata.ts';
import { removeTree } from '../../tools/containment/remove-tree.ts';
import type { Closed } from '../../tools/containment/walls/wall-steps.ts';
import { inParallel } from '../objects/in-parallel.ts';
import type { Objects } from '../objects/objects.ts';
import type { Line, SnapshotRoot, Tree } from './tree.ts';
import type { Trees } from './trees.ts';

/** Failure contract: after a failure the folder is empty, and the next snapshot fills it from scratch. */
export type Checkout = {
  readonly folder: string;
  /** The hash of the list of the folder in its present state; undefined while the folder is empty. */
  readonly tree: string | undefined;
  /**
   * Fills the folder with the snapshot. Resolves with the entries that are closed in the snapshot, by path. Throws what `Objects` throws, and system
   * errors.
   */
  fill(root: SnapshotRoot, signal: AbortSignal): Promise<readonly Closed[]>;
};

/** How many entries a snapshot may have: more than any host sends. */
const maxEntries = 200_000;
const filesAtOnce = 32;
const maxInMemory = 4 * 1024 ** 2;

export function createCheckout(folder: string, { objects, trees }: { readonly objects: Objects; readonly trees: Trees }): Checkout {
  const disk = createDisk();
  let held: string | undefined;

  async function fill(root: SnapshotRoot, signal: AbortSignal): Promise<readonly Closed[]> {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const before = held === undefined ? undefined : await trees.get(held, signal);
      held = undefined;
      const files: { readonly path: string; readonly entry: FileEntry }[] = [];
      const folders: { readonly path: string; readonly entry: Entry }[] = [{ path: folder, entry: root.entry }];
      await enter(folder, before, await trees.get(root.tree, signal), { files, folders, signal });
      await inParallel(files, filesAtOnce, ({ path, entry }) => write(path, entry, signal));
      for (const { path, entry } of folders.reverse()) setMetadata(path, asOwn(entry), disk); // inner folders first, because an outer one may become inaccessible
      held = root.tree;
      return await closedIn(root, signal);
    } catch (error) {
      await removeTree(folder);
      throw error;
    }
  }

  /** Creates and removes the entries that differ in a folder, except for contents and times. */
  async function enter(at: string, before: Tree | undefined, wanted: Tree, todo: Todo): Promise<void> {
    chmodSync(at, 0o700);
    const old = new Map(before?.map((line) => [line.name, line]));
    const names = new Set(wanted.map(({ name }) => name));
    for (const name of old.keys()) if (!names.has(name)) await removeTree(join(at, name));
    for (const line of wanted) {
      todo.signal.throwIfAborted();
      const was = old.get(line.name);
      if (!isDeepStrictEqual(was, line)) await replace(join(at, line.name), was, line, todo);
    }
  }

  async function replace(path: string, was: Line | undefined, line: Line, todo: Todo): Promise<void> {
    const isMerged = was && isFolder(was) && isFolder(line);
    if (was && !isMerged) await removeTree(path);
    if ('closed' in line) return close(path, line.closed);
    const { entry } = line;
    if (entry.kind === 'file') return void todo.files.push({ path, entry });
    if (isFolder(line)) {
      if (todo.folders.length > maxEntries) throw new ArtooError('object_damaged', 'the snapshot has more folders than any host sends');
      if (!isMerged) mkdirSync(path, { mode: 0o700 });
      todo.folders.push({ path, entry });
      const before = isMerged ? await trees.get(was.tree, todo.signal) : undefined;
      return enter(path, before, await trees.get(line.tree, todo.signal), todo);
    }
    if (entry.kind === 'link') disk.symlink(targetBytes(entry), path);
    else if (entry.kind === 'pipe') disk.pipe(path);
    setMetadata(path, asOwn(entry), disk);
  }

  async function write(path: string, entry: FileEntry, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (entry.size > maxInMemory) await objects.getFile(entry.hash, path, entry.size, signal);
    else writeFileSync(path, await objects.get(entry.hash, entry.size, signal), { flag: 'wx', mode: 0o600 });
    setMetadata(path, asOwn(entry), disk);
  }

  async function closedIn({ path: root, tree }: SnapshotRoot, signal: AbortSignal): Promise<readonly Closed[]> {
    const closed: Closed[] = [];
    const waiting = [{ path: root, tree }];
    for (let next = waiting.pop(); next; next = waiting.pop())
      for (const line of await trees.get(next.tree, signal)) {
        const path = join(next.path, line.name);
        if ('closed' in line) closed.push({ path, isFolder: line.closed === 'folder' });
        else if (isFolder(line)) waiting.push({ path, tree: line.tree });
      }
    return closed;
  }

  return {
    folder,
    get tree() {
      return held;
    },
    fill,
  };
}

type FileEntry = Extract<Entry, { readonly kind: 'file' }>;
type Todo = {
  readonly files: { readonly path: string; readonly entry: FileEntry }[];
  readonly folders: { readonly path: string; readonly entry: Entry }[];
  readonly signal: AbortSignal;
};

const isFolder = (line: Line): line is Extract<Line, { readonly entry: Entry }> & { readonly tree: string } =>
  'entry' in line && line.entry.kind === 'folder' && line.tree !== undefined;

/** A placeholder, which the walls make inaccessible. */
function close(path: string, kind: 'folder' | 'file'): void {
  if (kind === 'folder') mkdirSync(path, { mode: 0 });
  else writeFileSync(path, '', { flag: 'wx', mode: 0 });
}

/** The entry with the owner changed: in a snapshot, everything belongs to the user of the host; in a checkout, to the user of the worker. */
const asOwn = (entry: Entry): Entry => ({ ...entry, uid: process.geteuid?.() ?? entry.uid, gid: process.getegid?.() ?? entry.gid });
