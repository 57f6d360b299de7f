/** The targets of secret places that are symlinks, and which files are in them, so that these are recognised under other names. */
import { type Dirent, lstatSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { lazily } from '../../contracts/lazily.ts';
import { originalName } from '../../laws/places/backup-name.ts';
import { foldedName } from '../../laws/places/folded-name.ts';
import { keptFromModelsInHome, secretsInHome } from '../../laws/places/secret-place-names.ts';
import { createMarks, type Marks } from './marks.ts';

export type LinkedSecrets = {
  /** The targets, by their real paths. */
  readonly linked: readonly string[];
  /** Secret places that exist, by their real paths. */
  readonly places: readonly string[];
  /** Secret places that are backup copies, such as `.netrc~`. */
  readonly backups: readonly string[];
  /** Device and inode of the files in secret places, by which hard links are recognised. */
  readonly identities: ReadonlySet<string>;
};

/** The names of secret places as a tree; each leaf is a place. */
type Branch = { readonly isPlace: boolean; readonly below: ReadonlyMap<string, Branch> };

/** The tree of secret places, relative to a home. */
const tree = lazily(() => branchOf([...secretsInHome, ...keptFromModelsInHome].map((place) => foldedName(place).split('/'))));

function branchOf(paths: readonly (readonly string[])[]): Branch {
  const heads = Map.groupBy(
    paths.filter((path) => path.length > 0),
    ([head = '']) => head,
  );
  const below = heads.entries().map(([head, each]) => [head, branchOf(each.map((path) => path.slice(1)))] as const);
  return { isPlace: paths.some((path) => path.length === 0), below: new Map(below) };
}

/** The limits: beyond them, folders are not searched, and files are recognised only by their paths. */
const max = { folders: 200, entries: 5_000, files: 2_000 };

type Scan = LinkedSecrets & {
  readonly marks: Marks;
  readonly links: readonly { readonly path: string; readonly real: string | undefined }[];
};

/** Returns the cached result as long as nothing has changed. */
export function createLinkedSecrets(homes: readonly string[]): () => LinkedSecrets {
  let last: Scan | undefined;
  return () => {
    const isCurrent = last?.marks.areUnchanged() && last.links.every(({ path, real }) => realAt(path) === real);
    if (!isCurrent || !last) last = scan(homes);
    return last;
  };
}

function scan(homes: readonly string[]): Scan {
  const marks = createMarks();
  const linked: string[] = [];
  const places: string[] = [];
  const backups: string[] = [];
  const links: { path: string; real: string | undefined }[] = [];
  const identities = new Set<string>();
  let folders = 0;

  function visit(folder: string, branch: Branch, isCopy = false): void {
    folders += 1;
    if (folders > max.folders) return;
    marks.note(folder, 'entries');
    for (const entry of entriesIn(folder)) {
      const name = foldedName(entry.name);
      const named = branch.below.get(name);
      const next = named ?? branch.below.get(originalName(name));
      const isBackup = isCopy || !named;
      if (!next && !branch.isPlace) continue;
      const path = join(folder, entry.name);
      const isPlace = branch.isPlace || next?.isPlace === true;
      if (next?.isPlace && !entry.isSymbolicLink()) places.push(path);
      if (next?.isPlace && isBackup) backups.push(path);
      if (entry.isSymbolicLink()) follow(path, next, isPlace);
      else if (entry.isDirectory() && next) visit(path, next, isBackup);
      else if (isPlace && entry.isFile()) noteFile(path);
    }
  }

  function follow(path: string, branch: Branch | undefined, isPlace: boolean): void {
    const real = realAt(path);
    links.push({ path, real });
    if (real === undefined) return;
    if (isPlace) {
      linked.push(real);
      noteFile(real);
    }
    if (!branch) return;
    linked.push(...placesBelow(real, branch));
    visit(real, branch);
  }

  /** Records the folders above a path: as long as none of them is replaced by a link, a path without links stays free of links. */
  function noteFoldersAbove(path: string): void {
    for (let at = dirname(path); dirname(at) !== at; at = dirname(at)) marks.note(at, 'folder');
  }

  function noteFile(path: string): void {
    const found = identities.size < max.files ? lstatSync(path, { throwIfNoEntry: false, bigint: true }) : undefined;
    if (found?.isFile()) identities.add(identityOf(found));
  }

  for (const home of homes) {
    const real = realAt(home);
    if (real === undefined) marks.note(home, 'nothing');
    else if (real === home) noteFoldersAbove(home);
    else links.push({ path: home, real });
    if (real !== undefined) visit(real, tree());
  }
  const all = [...new Set(linked)];
  return { linked: all, places: [...places, ...all], backups, identities, marks, links };
}

const placesBelow = (folder: string, { below }: Branch): readonly string[] =>
  below
    .entries()
    .toArray()
    .flatMap(([name, branch]) => [...(branch.isPlace ? [join(folder, name)] : []), ...placesBelow(join(folder, name), branch)]);

/** Identifies a file, whatever its name. */
export const identityOf = ({ dev, ino }: { readonly dev: bigint | number; readonly ino: bigint | number }): string => `${dev}:${ino}`;

/** The entries of a folder; empty if it is not a folder or cannot be listed, in which case artoo cannot read its contents. */
function entriesIn(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).slice(0, max.entries);
  } catch {
    return [];
  }
}

/** The real path; undefined if the path leads nowhere. */
function realAt(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}
