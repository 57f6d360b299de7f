/** Opens the memory of a data folder, or the memory shared on a bus, for one command, which waits for every answer. */
import type { BusAddress } from '../../laws/network/bus-address.ts';
import type { Keeper } from '../../memory/keeper.ts';
import { createLocalKeeper } from '../../memory/local-keeper.ts';
import { openKeeper } from '../../memory/memory.ts';
import { hasMemory, memoryFolder } from '../../memory/memory-folder.ts';
import type { MemoryStoreOptions } from '../../memory/records/memory-store.ts';
import { emptyInbox } from '../../memory/transfer/inbox.ts';
import { createInMemoryStore } from '../../store/in-memory.ts';
import { openBusMemory, replicaFolder } from './bus-memory.ts';

export type WithMemoryOptions = Pick<MemoryStoreOptions, 'clock' | 'onNotice'> & {
  readonly data: string;
  /** The bus whose memory is used instead of this machine's own. */
  readonly bus?: BusAddress | undefined;
  /** Whether to create a memory if there is none. Otherwise `use` gets an empty one that leaves nothing on disk. */
  readonly create: boolean;
};

/** Where the memory is on this machine. */
export const folderOf = ({ data, bus }: Pick<WithMemoryOptions, 'data' | 'bus'>): string =>
  bus ? replicaFolder(data, bus) : memoryFolder(data);

/** How long a command waits until this machine has all memories of the bus. */
const catchUpMs = 50_000;

/** Closes the memory after use, also after a failure. */
export async function withMemory<T>(options: WithMemoryOptions, use: (keeper: Keeper) => Promise<T>): Promise<T> {
  const { onNotice } = options;
  const keeper = await opened(options);
  const notify = ({ message }: Error) => onNotice(`memories waiting in the inbox could not be written to the store: ${message}`);
  try {
    await emptyInbox(folderOf(options), keeper, onNotice).catch(notify); // memories in the inbox count too
    if (options.bus && !(await keeper.sync({ ms: catchUpMs })).reached)
      onNotice('the bus could not be read to the end in time: some memories from other machines may be missing');
    return await use(keeper);
  } finally {
    await keeper.close();
  }
}

async function opened({ data, bus, create, ...options }: WithMemoryOptions): Promise<Keeper> {
  if (bus) return openBusMemory({ data, address: bus, ...options });
  const isThere = await hasMemory(data);
  return create || isThere ? openKeeper(memoryFolder(data), options) : createLocalKeeper(createInMemoryStore(), options);
}
