/** The folders that may contain a project's own files. */
import { dirname } from 'node:path';

/** The number of folders that are read on the way up. */
const maxFolders = 16;

/** The folders from a given one up to the root of its repository, nearest first; only the given folder if there is no repository. */
export function foldersUp(folder: string, root: string | undefined): readonly string[] {
  const folders = [folder];
  for (let at = folder; root !== undefined && at !== root && folders.length < maxFolders; at = dirname(at)) folders.push(dirname(at));
  return folders;
}
