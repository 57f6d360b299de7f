/** Watches the tasks of a whole realm from a program, on whichever machine they run. */
import type { BusObservers } from '../../cluster/observers/bus-observers.ts';
import { type BusFiles, busAddress } from '../../laws/network/bus-address.ts';

/**
 * Connects until it is disposed. The observers can be watched as they are, or given to `createArtoo`, whose own tasks they then see at once. Throws
 * `usage` for an invalid address; rejects with `bus_unreachable`, `bus_denied` or `bus_unfit`. NATS is loaded only then.
 */
export async function observeBus(url: string, files: BusFiles = {}): Promise<BusObservers> {
  const address = busAddress(url, files);
  const [{ openBus }, { needStreams }, { openBusObservers }] = await Promise.all([
    import('../../cluster/bus.ts'),
    import('../../cluster/streams.ts'),
    import('../../cluster/observers/bus-observers.ts'),
  ]);
  const bus = await openBus(address);
  try {
    await needStreams(bus);
    const observers = await openBusObservers(bus);
    return {
      ...observers,
      async [Symbol.asyncDispose]() {
        await observers[Symbol.asyncDispose]();
        await bus.close();
      },
    };
  } catch (error) {
    await bus.close();
    throw error;
  }
}
