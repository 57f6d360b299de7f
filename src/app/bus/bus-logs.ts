/** The logs of the tasks of a realm, as the auditor reads them. */
import type { BusLog } from '../../audit/observing/journal.ts';
import type { LogReader, LogReaderOptions } from '../../cluster/log/read-logs.ts';
import type { TaskId } from '../../contracts/ids.ts';
import { type BusAddress, shownBus } from '../../laws/network/bus-address.ts';
import { withBus } from './with-bus.ts';

export type BusLogs = {
  /** Every log, oldest first. */
  all(): Promise<readonly BusLog[]>;
  one(task_id: TaskId): BusLog;
  /** Changes whenever a log does. */
  position: LogReader['position'];
};

/** Connects while the logs are used. Rejects with `bus_unreachable`, `bus_denied` or `bus_unfit`, and as `use` does. */
export const withBusLogs = <T>(address: BusAddress, options: LogReaderOptions, use: (logs: BusLogs) => Promise<T>): Promise<T> =>
  withBus(address, 'host', async (bus) => {
    const { readLogs } = await import('../../cluster/log/read-logs.ts');
    const reader = readLogs(bus, options);
    const one = (task_id: TaskId): BusLog => ({
      ...{ task_id, bus: shownBus(address), chunks: () => reader.lines(task_id) },
      async look() {
        const last = await reader.last(task_id);
        return last && { size: last.seq, mtime: last.at.getTime() };
      },
    });
    return use({ one, position: reader.position, all: async () => (await reader.tasks()).map(one) });
  });
