/** The real paths of many paths, most of which do not exist: needed for every file that a model sees, so shared parents are looked up only once. */
import { lstatSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Marks } from './marks.ts';
import { isMissing } from './place.ts';

/** A path without symlinks; if it is not a folder, nothing below it is looked up. */
type Found = { readonly real: string; readonly isFolder: boolean };

/**
 * Each path without symlinks, as far as it exists; a path through a broken link stays as it is. Throws system errors. Records in `marks` the folders
 * that determine the result; if there is a link, these are unknown.
 */
export function realPaths(paths: readonly string[], marks?: Marks): readonly string[] {
  const known = new Map<string, Found | undefined>([['/', { real: '/', isFolder: true }]]);

  function find(path: string): Found | undefined {
    if (known.has(path)) return known.get(path);
    const parent = find(dirname(path));
    const found = parent && entryAt(join(parent.real, basename(path)), parent.isFolder, marks);
    if (found?.isFolder) marks?.note(found.real, 'folder');
    else if (parent?.isFolder) marks?.note(parent.real, 'entries'); // recorded only now: a later change would be too recent to be noticed
    known.set(path, found);
    return found;
  }

  return paths.map((path) => find(path)?.real ?? path);
}

/** Undefined for a symlink that leads nowhere. Synchronous, because this takes a few µs, and many times as long with a promise. */
function entryAt(path: string, mayBeThere: boolean, marks?: Marks): Found | undefined {
  const entry = mayBeThere ? lstatSync(path, { throwIfNoEntry: false }) : undefined;
  if (!entry?.isSymbolicLink()) return { real: path, isFolder: entry?.isDirectory() ?? false };
  marks?.giveUp();
  try {
    const real = realpathSync.native(path);
    return { real, isFolder: statSync(real).isDirectory() };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
