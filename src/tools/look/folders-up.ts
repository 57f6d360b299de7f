/** The folders in which to look for a project's own files. */
import { dirname } from 'node:path';

/** Folders further up are not read. */
const maxFolders = 16;

/** From a folder up to the root of its repository, nearest first; only the folder itself if there is no repository. */
export function foldersUp(folder: string, root: string | undefined): readonly string[] {
  const folders = [folder];
  for (let at = folder; root !== undefined && at !== root && folders.length < maxFolders; at = dirname(at)) folders.push(dirname(at));
  return folders;
}
