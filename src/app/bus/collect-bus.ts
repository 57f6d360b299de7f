/** Housekeeping on a bus: finds what may be removed, and removes it. */
import type { Bus } from '../../cluster/bus.ts';
import type { OldLog, Removal } from '../../cluster/housekeeping/plan-removal.ts';
import type { BusAddress } from '../../laws/network/bus-address.ts';
import { withBus } from './with-bus.ts';

export type CollectOptions = { readonly address: BusAddress; readonly removeAfter: number; readonly signal: AbortSignal };

/** `isAgreed`: whether to remove what was found. Rejects with `bus_unreachable`, `bus_denied` or `bus_unfit`. */
export const collectBus = ({ address, removeAfter, signal }: CollectOptions, isAgreed: boolean): Promise<Removal> =>
  withBus(address, 'host', async (bus: Bus) => {
    const [{ readLogs }, { planRemoval }, { removeContents, removeLog, removeRegisters }] = await Promise.all([
      import('../../cluster/log/read-logs.ts'),
      import('../../cluster/housekeeping/plan-removal.ts'),
      import('../../cluster/housekeeping/remove.ts'),
    ]);
    const logs = readLogs(bus, { signal });
    const removal = await planRemoval(bus, logs, { removeAfter, signal });
    if (!isAgreed) return removal;
    const removed: OldLog[] = [];
    const remove = async (): Promise<void> => {
      for (const log of removal.logs) if (await removeLog(bus, log, signal)) removed.push(log);
      await removeContents(bus, removal.contents, signal);
      await removeRegisters(bus, removal.registers, signal);
    };
    await logs.ask(remove, { isLong: true });
    return { ...removal, logs: removed };
  });
