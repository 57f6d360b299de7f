/** The memory of a data folder, for commands: what a person asks of it, they wait for. */

import type { Keeper } from '../../memory/keeper.ts';
import { createLocalKeeper } from '../../memory/local-keeper.ts';
import { type MemoryOptions, openKeeper } from '../../memory/memory.ts';
import { hasMemory, memoryFolder } from '../../memory/memory-folder.ts';
import { emptyInbox } from '../../memory/transfer/inbox.ts';
import { createInMemoryStore } from '../../store/in-memory.ts';

export type WithMemoryOptions = Required<MemoryOptions> & {
  readonly data: string;
  /** Whether one is made where there is none. Whoever only looks finds an empty one there, and nothing is left behind. */
  readonly create: boolean;
};

/** Lets go of the memory when it was used, whatever came of it. */
export async function withMemory<T>(
  { data, create: makes, ...options }: WithMemoryOptions,
  use: (keeper: Keeper) => Promise<T>,
): Promise<T> {
  const folder = memoryFolder(data);
  const isThere = await hasMemory(data);
  const keeper = makes || isThere ? openKeeper(folder, options) : createLocalKeeper(createInMemoryStore(), options);
  try {
    await emptyInbox(folder, keeper, options.onNotice).catch(({ message }: Error) =>
      options.onNotice(`memories that wait could not be taken: ${message}`),
    ); // what waits counts, too
    return await use(keeper);
  } finally {
    await keeper.close();
  }
}
