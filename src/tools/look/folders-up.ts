/** The folders in which what a project says about itself is looked for. */
import { dirname } from 'node:path';

/** Folders further up are not read. */
const maxFolders = 16;

/** From a folder up to the root of its repository, the nearest first; only the folder where it is in none. */
export function foldersUp(folder: string, root: string | undefined): readonly string[] {
  const folders = [folder];
  for (let at = folder; root !== undefined && at !== root && folders.length < maxFolders; at = dirname(at)) folders.push(dirname(at));
  return folders;
}
