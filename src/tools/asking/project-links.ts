/** Links by which a project gives a sensitive name to another folder: if `.claude` is a link to `conf`, everything in `conf` is also in `.claude`. */
import { type Dirent, readdirSync, readlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isWithin } from '../../laws/places/posix-path.ts';
import { type Surroundings, whySensitive, whySensitiveBelow } from '../../laws/places/sensitive-places.ts';

export type PlaceLink = { readonly path: string; readonly target: string };

/** The number of folders that are searched, beginning with those nearest to the root. */
const maxFolders = 200;
/** How many levels below a folder like `.claude` are searched for links: a skill is at `.claude/skills/<name>`. */
const maxDepth = 2;

/** The links in the folders around the changes, up to the roots, and in the dot-folders of these folders. Includes broken links. */
export function projectLinks(changed: readonly string[], roots: readonly string[], around: Surroundings): readonly PlaceLink[] {
  const above = new Set(roots);
  for (const path of changed) {
    for (let folder = dirname(path); roots.some((root) => isWithin(root, folder)) && !above.has(folder); folder = dirname(folder))
      above.add(folder);
  }
  const nearest = [...above].toSorted((a, b) => a.length - b.length).slice(0, maxFolders);
  const isPlace = ({ path }: PlaceLink) => whySensitive(path, around) !== undefined || whySensitiveBelow(path, around) !== undefined;
  return nearest.flatMap((folder) => linksIn(folder, maxDepth)).filter(isPlace);
}

function linksIn(folder: string, depth: number): readonly PlaceLink[] {
  return entriesIn(folder).flatMap((entry): readonly PlaceLink[] => {
    const path = join(folder, entry.name);
    if (entry.isSymbolicLink()) return [{ path, target: resolve(folder, readlinkSync(path)) }];
    const isLookedInto = entry.isDirectory() && entry.name !== '.git' && depth > 0 && (depth < maxDepth || entry.name.startsWith('.'));
    return isLookedInto ? linksIn(path, depth - 1) : [];
  });
}

/** The entries of a folder; empty if it cannot be listed. */
export function entriesIn(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
