/** Files that also exist under another name, as hard links, if that name keeps their content from models. */
import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isEnvFile } from '../../laws/places/env-file.ts';
import { isWithin } from '../../laws/places/posix-path.ts';
import { isNamedLikeKey } from '../../laws/places/reading.ts';
import { notSearchedForValues } from './env-secrets.ts';
import { identityOf } from './linked-secrets.ts';

/** A file on disk. */
export type FileEntry = Readonly<Record<'dev' | 'ino' | 'nlink' | 'ctimeMs', bigint | number>>;

export type OtherNamesOptions = {
  readonly home: string;
  /** Folders in which a file does not count as a key because of its name alone. */
  readonly task: readonly string[];
  /** Secret places, by their real paths. */
  readonly places: readonly string[];
};

/** What a file is under another of its names; undefined if it has no other name, or only harmless ones. */
export type OtherNames = (entry: FileEntry) => 'secrets' | 'variables' | undefined;

/** The limits of the search. */
const max = { folders: 800, files: 5_000, depth: 5, depthInHome: 3 };
/** File times advance in steps of a few ms. */
const restMs = 100;

/**
 * Searches once, when the first file with several names is found: few files have several names, and a search takes about 40 ms. Giving a file another
 * name changes its ctime, which programs cannot set, so files unchanged since the last search were part of it.
 */
export function createOtherNames(options: OtherNamesOptions): OtherNames {
  let last: { readonly at: number; readonly held: ReadonlyMap<string, 'secrets' | 'variables'> } | undefined;
  return (entry) => {
    if (entry.nlink <= 1) return undefined;
    if (last === undefined || Number(entry.ctimeMs) > last.at - restMs) last = { at: Date.now(), held: heldUnderNames(options) };
    return last.held.get(identityOf(entry));
  };
}

function heldUnderNames({ home, task, places }: OtherNamesOptions): ReadonlyMap<string, 'secrets' | 'variables'> {
  const held = new Map<string, 'secrets' | 'variables'>();
  const note = (paths: readonly string[], what: 'secrets' | 'variables') => {
    for (const path of paths) {
      const entry = lstatSync(path, { throwIfNoEntry: false, bigint: true });
      if (entry?.isFile() && entry.nlink > 1) held.set(identityOf(entry), what);
    }
  };
  const inTask = filesBelow(
    task.filter((folder) => folder !== ''),
    max.depth,
    isEnvFile,
  );
  const inHome = filesBelow([home], max.depthInHome, (path) => isEnvFile(path) || isNamedLikeKey(path));
  const keys = inHome.filter((path) => isNamedLikeKey(path) && !task.some((folder) => folder !== '' && isWithin(folder, path)));
  note([...inTask, ...inHome.filter(isEnvFile)], 'variables');
  note([...keys, ...places, ...filesBelow(places, max.depth, () => true)], 'secrets');
  return held;
}

/** Searches level by level, so that nearby files are found first if there are too many. */
function filesBelow(roots: readonly string[], depth: number, isMeant: (path: string) => boolean): readonly string[] {
  const found: string[] = [];
  let level = roots;
  let folders = 0;
  for (let at = 0; at <= depth && level.length > 0; at += 1) {
    const here = level.slice(0, max.folders - folders);
    folders += here.length;
    const entries = here.flatMap((folder) => entriesIn(folder).map((entry) => ({ entry, path: join(folder, entry.name) })));
    found.push(...entries.filter(({ entry, path }) => entry.isFile() && isMeant(path)).map(({ path }) => path));
    level = entries.filter(({ entry }) => entry.isDirectory() && !notSearchedForValues.has(entry.name)).map(({ path }) => path);
  }
  return found.slice(0, max.files);
}

/** The entries of a folder; empty if it is not a folder, or cannot be listed. */
function entriesIn(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
