/** The contents of a folder, folders first, at a limited cost whatever the number of entries. */
import type { Dirent } from 'node:fs';
import { opendir } from 'node:fs/promises';
import type { Listing } from '../../contracts/surroundings.ts';

const maxListed = 60;
/** The number of entries that are counted. */
const maxSeen = 20_000;

/** The names in a folder, folders with a trailing slash; `whole`: whether these are all. */
export type Names = { readonly folders: readonly string[]; readonly files: readonly string[]; readonly whole: boolean };

/** How many entries are read at once. */
const perRead = 1_024;

/** Stops early once `isLate`; then `whole` is false. The result of the first read is always listed. */
export async function namesIn(folder: string, isLate: () => boolean): Promise<Names> {
  const folders: string[] = [];
  const files: string[] = [];
  for await (const entry of await opendir(folder, { bufferSize: perRead })) {
    const seen = folders.length + files.length;
    if (seen === maxSeen || (seen > 0 && seen % perRead === 0 && isLate())) return { folders, files, whole: false }; // leaving the loop also closes the folder
    if (entry.isDirectory()) folders.push(`${entry.name}/`);
    else files.push(nameOf(entry));
  }
  return { folders, files, whole: true };
}

export function listingOf({ folders, files, whole }: Names): Listing {
  const shownFolders = folders.toSorted(hiddenLast).slice(0, maxListed);
  const shownFiles = files.toSorted(hiddenLast).slice(0, maxListed - shownFolders.length);
  return {
    entries: [...shownFolders, ...shownFiles],
    more_folders: folders.length - shownFolders.length,
    more_files: files.length - shownFiles.length,
    whole,
  };
}

const nameOf = (entry: Dirent): string => (entry.isSymbolicLink() ? `${entry.name}@` : entry.name);

const hiddenLast = (a: string, b: string): number => Number(a.startsWith('.')) - Number(b.startsWith('.')) || (a < b ? -1 : 1);
