/** Saves what can be read of a damaged memory. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ArtooError } from '../../contracts/errors.ts';
import { dream } from '../../memory/fading/dreamer.ts';
import { hasMemory } from '../../memory/memory-folder.ts';
import { lostFolder, repairLevel } from '../../store/repair.ts';
import { folderOf, type WithMemoryOptions, withMemory } from './with-memory.ts';

export type Repaired = {
  /** How many memories there are now, and under how many tags. */
  readonly memories: number;
  readonly tags: number;
  /** Tags that had to be rebuilt. */
  readonly rebuilt: number;
  /** Where the unreadable files are now; null if there are none. */
  readonly set_aside: string | null;
};

/** Undefined when there is no memory. Throws `memory_unavailable` while another process holds it. */
export async function repairMemory(memory: Omit<WithMemoryOptions, 'create'>): Promise<Repaired | undefined> {
  const store = join(folderOf(memory), 'store');
  if ((!memory.bus && !(await hasMemory(memory.data))) || !existsSync(store)) return undefined;
  if ((await repairLevel(store)) === 'locked')
    throw new ArtooError('memory_unavailable', 'another artoo process is using the memory; end it first, then repair');
  return withMemory({ ...memory, create: false }, async (keeper) => {
    const { rebuilt } = await dream(keeper, { extent: 'thorough' });
    await keeper.erase({}); // a file that was restored may contain purged words
    const { levels, tags } = await keeper.overview({ strongest: 0 });
    const set_aside = existsSync(lostFolder(store)) ? lostFolder(store) : null;
    return { memories: levels.M + levels.K + levels.C, tags, rebuilt, set_aside };
  });
}
