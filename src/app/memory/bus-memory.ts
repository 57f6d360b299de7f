/** This machine's copy of the memory that is shared over a bus: a replica in a separate folder. */
import { join } from 'node:path';
import type { BusAddress } from '../../laws/network/bus-address.ts';
import type { Keeper } from '../../memory/keeper.ts';
import type { MemoryStoreOptions } from '../../memory/records/memory-store.ts';
import { busFolder } from '../bus/bus-folder.ts';

/** The folder of a replica: one for each realm of each bus, because a replica holds the memory of one realm and nothing else. */
export const replicaFolder = (data: string, address: BusAddress): string => join(busFolder(data, address), 'memory');

export type BusMemoryOptions = Pick<MemoryStoreOptions, 'clock' | 'onNotice'> & {
  readonly data: string;
  readonly address: BusAddress;
};

/**
 * Opens the memory with a connection of its own, which is closed with it. Rejects with `bus_unreachable`, `bus_denied` or `bus_unfit`. NATS is loaded
 * on demand.
 */
export async function openBusMemory({ data, address, ...options }: BusMemoryOptions): Promise<Keeper> {
  const [{ openBus }, { needStreams }, { openBusKeeper }] = await Promise.all([
    import('../../cluster/bus.ts'),
    import('../../cluster/streams.ts'),
    import('../../cluster/memory/bus-keeper.ts'),
  ]);
  const bus = await openBus(address);
  try {
    await needStreams(bus);
  } catch (error) {
    await bus.close();
    throw error;
  }
  const keeper = openBusKeeper({ folder: replicaFolder(data, address), bus, ...options });
  return {
    ...keeper,
    async close() {
      await keeper.close();
      await bus.close();
    },
  };
}
