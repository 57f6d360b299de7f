/** The name of a new file is on disk only when its folder is. Throws system errors. */
import { open } from 'node:fs/promises';

export async function syncFolder(path: string): Promise<void> {
  await using folder = await open(path);
  await folder.sync();
}
