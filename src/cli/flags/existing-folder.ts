/** A folder that must exist. */
import { stat } from 'node:fs/promises';
import { ArtooError } from '../../contracts/errors.ts';
import { visible } from '../../contracts/text/visible.ts';

/** The path itself. Throws `folder_missing`. */
export async function existingFolder(path: string): Promise<string> {
  if (!(await isFolder(path))) throw new ArtooError('folder_missing', `there is no folder ${visible(path)}`);
  return path;
}

/** Whether the folder exists. */
export const isFolder = async (path: string): Promise<boolean> => (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
