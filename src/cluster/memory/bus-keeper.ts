/** The memory that many machines share: a replica in a folder on this machine, which is kept up to date over the bus. */

import { ArtooError } from '../../contracts/errors.ts';
import type { Keeper } from '../../memory/keeper.ts';
import { openReplica } from '../../memory/local-keeper.ts';
import { openKeeperOf } from '../../memory/memory.ts';
import type { MemoryStoreOptions } from '../../memory/records/memory-store.ts';
import type { Bus } from '../bus.ts';
import { type LeaseTimes, withLease } from '../lease.ts';
import { encodeNews } from './message.ts';
import { type Replication, replicate } from './replicate.ts';

export type BusKeeperOptions = Pick<MemoryStoreOptions, 'clock' | 'onNotice'> & {
  /** The folder of this memory alone: there is one for each realm of each bus. */
  readonly folder: string;
  readonly bus: Bus;
  /** Times that tests shorten. */
  readonly times?: { readonly lease?: LeaseTimes; readonly checkMs?: number };
};

/**
 * How long an operation waits until its change comes back from the bus, and how long leaving waits until it is sent. Until then it is safe in the
 * outbox, from which it is sent when the memory is next opened.
 */
const waitsMs = { write: 400, change: 10_000, leave: 900 };

/** Any number of processes on a machine share a replica, as they share a memory. */
export function openBusKeeper({ folder, bus, times = {}, ...options }: BusKeeperOptions): Keeper {
  const closing = new AbortController();
  const shared = openKeeperOf(folder, options, async (store) => {
    let replication: Replication | undefined;
    const opened = await openReplica(store, { ...options, onQueued: () => replication?.poke() });
    if (opened === 'locked') return opened;
    const { keeper, replica } = opened;
    replication = replicate({ bus, replica, erase: () => keeper.erase({}), onNotice: options.onNotice, checkMs: times.checkMs });
    return told(keeper, replication, largestIn(bus));
  });
  return {
    ...shared,
    /** Also runs on only one machine at a time; a machine that is not the one still tidies its own store. */
    async alone(work) {
      const lease = { signal: closing.signal, ...(times.lease && { times: times.lease }) };
      const asOwner = async () => ({ done: await work() });
      const done = await shared.alone(async () => {
        const owned = await withLease(
          bus,
          'dreamer',
          async () => {
            await shared.sync({ ms: waitsMs.change }); // so that the decisions of the last owner are included
            return asOwner();
          },
          lease,
        );
        if (!owned) await shared.sweep({ extent: 'usual', upkeep: true });
        return owned;
      });
      return done?.done;
    },
    async close() {
      closing.abort();
      await shared.close();
    },
  };
}

/** How long a message may be, in bytes. */
const largestIn = ({ connection }: Bus): number => (connection.info?.max_payload ?? 1024 * 1024) - 4_096;

/** The same keeper, except that changes wait until they come back from the bus, so that the next question finds them. */
function told(keeper: Keeper, replication: Replication, largest: number): Keeper {
  const after =
    <A, G>(operation: (asks: A) => Promise<G>, ms: number) =>
    async (asks: A): Promise<G> => {
      const gives = await operation(asks);
      await replication.reach(ms);
      return gives;
    };
  return {
    ...keeper,
    async write(asks) {
      for (const megram of asks.megrams)
        if (encodeNews({ kind: 'written', said: { id: megram.id, megram } }).length > largest)
          throw new ArtooError('memory_refused', `a memory on this bus can have at most ${largest} bytes`);
      return after(keeper.write, waitsMs.write)(asks);
    },
    promote: after(keeper.promote, waitsMs.change),
    sweep: after(keeper.sweep, waitsMs.change),
    importAll: async (asks) => (asks.check ? keeper.importAll(asks) : after(keeper.importAll, waitsMs.change)(asks)),
    sync: async ({ ms }) => ({ reached: await replication.reach(ms) }),
    async forget(asks) {
      await replication.reach(waitsMs.write); // so that it includes what was written a moment ago
      const { ids } = await keeper.forget(asks);
      const isTold = await replication.reach(waitsMs.change);
      if (!isTold && ids.length > 0 && asks.purge)
        throw new ArtooError('bus_unreachable', 'the bus has not erased it yet; artoo asks again as soon as the bus answers');
      await keeper.erase({});
      return { ids, erased: asks.purge && ids.length > 0 };
    },
    async close() {
      await replication.sent(waitsMs.leave);
      await replication.close();
      await keeper.close();
    },
  };
}
