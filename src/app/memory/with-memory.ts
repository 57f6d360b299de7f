/** Opens the memory of a data folder for one command, which waits for everything it asks. */
import type { Keeper } from '../../memory/keeper.ts';
import { createLocalKeeper } from '../../memory/local-keeper.ts';
import { openKeeper } from '../../memory/memory.ts';
import { hasMemory, memoryFolder } from '../../memory/memory-folder.ts';
import type { MemoryStoreOptions } from '../../memory/records/memory-store.ts';
import { emptyInbox } from '../../memory/transfer/inbox.ts';
import { createInMemoryStore } from '../../store/in-memory.ts';

export type WithMemoryOptions = MemoryStoreOptions & {
  readonly data: string;
  /** Whether to create a memory if there is none. Otherwise `use` gets an empty one that leaves nothing on disk. */
  readonly create: boolean;
};

/** Closes the memory after use, also after a failure. */
export async function withMemory<T>({ data, create, ...options }: WithMemoryOptions, use: (keeper: Keeper) => Promise<T>): Promise<T> {
  const folder = memoryFolder(data);
  const isThere = await hasMemory(data);
  const keeper = create || isThere ? openKeeper(folder, options) : createLocalKeeper(createInMemoryStore(), options);
  const notify = ({ message }: Error) => options.onNotice(`memories waiting in the inbox could not be written to the store: ${message}`);
  try {
    await emptyInbox(folder, keeper, options.onNotice).catch(notify); // memories in the inbox count too
    return await use(keeper);
  } finally {
    await keeper.close();
  }
}
