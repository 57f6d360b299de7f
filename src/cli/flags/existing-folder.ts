/** A folder that is there. */
import { stat } from 'node:fs/promises';
import { ArtooError } from '../../contracts/errors.ts';
import { visible } from '../../contracts/visible.ts';

/** Its path again, or `folder_missing`. */
export async function existingFolder(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isDirectory()) throw new ArtooError('folder_missing', `there is no folder ${visible(path)}`);
  return path;
}
