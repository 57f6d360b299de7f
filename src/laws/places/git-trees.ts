/** The trees of a commit made from an index, computed from its entries. Pure: hashing is passed in. */
import type { IndexEntry } from './git-index.ts';

/** A tree: how many entries it covers, and its id; undefined if git creates no tree, because of a conflict or an announced file below it. */
export type TreeOfEntries = { readonly count: number; readonly id: string | undefined };

type Open = { readonly folder: string; readonly lines: Buffer[]; count: number; isWhole: boolean };

const folderMode = 0o40000;

/** Trees by folder, which ends with a slash; empty for the root tree. The entries are in git's order; `idOf` is called with the bytes of a tree. */
export function treesOf(entries: readonly IndexEntry[], idOf: (tree: Buffer) => string): ReadonlyMap<string, TreeOfEntries> {
  const trees = new Map<string, TreeOfEntries>();
  const root = newFolder('');
  const open = [root];
  const innermost = () => open.at(-1) ?? root;

  function close(): void {
    const { folder, lines, count, isWhole } = open.pop() ?? root;
    const id = isWhole ? idOf(Buffer.concat(lines)) : undefined;
    trees.set(folder, { count, id });
    const above = open.at(-1);
    if (above) add(above, { name: folder.slice(above.folder.length, -1), mode: folderMode, id, count });
  }

  for (const { path, mode, id, stage, isAnnounced } of entries) {
    while (!path.startsWith(innermost().folder)) close();
    // In a sparse index, an entry may be a folder: `a/b/`, with the id of its tree.
    const file = mode === folderMode ? path.replace(/\/$/, '') : path;
    for (let slash = file.indexOf('/', innermost().folder.length); slash !== -1; slash = file.indexOf('/', slash + 1)) {
      open.push(newFolder(file.slice(0, slash + 1)));
    }
    if (mode === folderMode) trees.set(path, { count: 1, id });
    const { folder } = innermost();
    add(innermost(), { name: file.slice(folder.length), mode, id: stage === 0 && !isAnnounced ? id : undefined, count: 1 });
  }
  while (open.length > 0) close();
  return trees;
}

const newFolder = (folder: string): Open => ({ folder, lines: [], count: 0, isWhole: true });

function add(to: Open, { name, mode, id, count }: TreeOfEntries & { readonly name: string; readonly mode: number }): void {
  to.count += count;
  if (id === undefined) to.isWhole = false;
  else to.lines.push(Buffer.from(`${mode.toString(8)} ${name}\0`, 'latin1'), Buffer.from(id, 'hex'));
}
