/** Where the memory of a data folder lies, and whether one is there. */
import { readlink, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { errnoOf } from '../contracts/errno.ts';
import { ArtooError } from '../contracts/errors.ts';

/** Where the memory lies below the data folder. */
export const memoryFolder = (data: string): string => join(data, 'memory');

/** Throws `memory_unavailable` where that cannot be known. A link that leads nowhere is no empty memory: its disk may only be away. */
export async function hasMemory(data: string): Promise<boolean> {
  const folder = memoryFolder(data);
  try {
    await stat(folder);
    return true;
  } catch (cause) {
    const code = errnoOf(cause) ?? cause;
    const target = await readlink(folder).catch(() => undefined); // most are no links
    if (target === undefined && code === 'ENOENT') return false;
    const what = target === undefined ? `cannot look for a memory in ${folder}` : `${folder} is a link to ${target}, which cannot be found`;
    throw new ArtooError('memory_unavailable', `${what}: ${code}`, { cause });
  }
}
