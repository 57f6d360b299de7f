/** The folder of the memory within a data folder, and whether there is one. */
import { readlink, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { errnoOf } from '../contracts/errno.ts';
import { ArtooError } from '../contracts/errors.ts';

/** The memory folder in a data folder. */
export const memoryFolder = (data: string): string => join(data, 'memory');

/**
 * Whether a data folder has a memory. Throws `memory_unavailable` if that cannot be determined. A broken link is not an empty memory: its disk may
 * just not be mounted.
 */
export async function hasMemory(data: string): Promise<boolean> {
  const folder = memoryFolder(data);
  try {
    await stat(folder);
    return true;
  } catch (cause) {
    const code = errnoOf(cause) ?? cause;
    const target = await readlink(folder).catch(() => undefined); // read only for the error, because the folder is rarely a link
    if (target === undefined && code === 'ENOENT') return false;
    const what = target === undefined ? `the memory in ${folder}` : `${folder} is a link to ${target}, which`;
    throw new ArtooError('memory_unavailable', `${what} cannot be reached: ${code}`, { cause });
  }
}
