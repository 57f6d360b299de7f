/** What Landlock grants a command: reading visible places that are not closed, and writing to its own temporary folder. Pure. */
import { isWithin } from '../../../laws/places/posix-path.ts';

/** A right on a file, or on everything inside a folder. */
export type Rule = { readonly path: string; readonly rights: number };

export type Entry = { readonly name: string; readonly kind: 'folder' | 'file' | 'link' };

export type Readable = {
  /** Real paths. */
  readonly shown: readonly string[];
  readonly closed: readonly string[];
  readonly isFolder: (path: string) => boolean;
  readonly entriesIn: (folder: string) => readonly Entry[];
};

/** Rights by the kernel's bit numbers. */
const right = {
  execute: 1,
  writeFile: 2,
  readFile: 4,
  readFolder: 8,
  makeDevices: 0x40 | 0x800,
  truncate: 0x4000,
  control: 0x8000,
} as const;
const toReadFile = right.execute | right.readFile;
const toRead = toReadFile | right.readFolder;

/** All rights that a version of Landlock supports: rights that Landlock handles and no rule grants are refused. */
export const allRights = (abi: number): number => (abi >= 5 ? 0xffff : 0x7fff);

/** The largest number of rules, since each slows down look-ups; further places cannot be read. */
const maxRules = 4_096;

/**
 * A rule applies to everything inside a folder, and no rule can exclude anything, so the siblings of a closed place are granted one by one. A folder
 * that contains a closed folder cannot be listed, since the right to list would apply to the closed one too.
 */
export function rulesToRead({ shown, closed, isFolder, entriesIn }: Readable): readonly Rule[] {
  const rules: Rule[] = [];
  const waiting = shown.map((path) => ({ path, isFolder: isFolder(path) })).toReversed();
  for (let next = waiting.pop(); next && rules.length < maxRules; next = waiting.pop()) {
    const { path } = next;
    if (closed.some((place) => isWithin(place, path))) continue;
    const inside = closed.filter((place) => isWithin(path, place));
    if (!next.isFolder || inside.length === 0) rules.push({ path, rights: next.isFolder ? toRead : toReadFile });
    else {
      if (!inside.some(isFolder)) rules.push({ path, rights: right.readFolder });
      const entries = entriesIn(path).filter(({ kind }) => kind !== 'link'); // a link needs no rule of its own: the rule for its target applies
      waiting.push(
        ...entries.map(({ name, kind }) => ({ path: path === '/' ? `/${name}` : `${path}/${name}`, isFolder: kind === 'folder' })),
      );
    }
  }
  return rules;
}

/** Rules for the command's own folder, and for devices to which writing is harmless. */
export const rulesToWrite = (folder: string, abi: number): readonly Rule[] => [
  { path: folder, rights: allRights(abi) & ~right.makeDevices },
  ...['null', 'zero', 'full', 'random', 'urandom'].map((name) => ({
    path: `/dev/${name}`,
    rights: (right.readFile | right.writeFile | right.control) & allRights(abi),
  })),
];
