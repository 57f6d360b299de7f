/** The tasks of a realm as readers see them: by copies of their logs in the folder that this machine has for that bus. */
import type { Bus } from '../../cluster/bus.ts';
import type { LogCopy } from '../../cluster/log/copy-log.ts';
import type { TaskId } from '../../contracts/ids.ts';
import type { TaskFile } from '../../history/tasks/task-list.ts';
import { journalPath } from '../../journal/files.ts';
import type { BusAddress } from '../../laws/network/bus-address.ts';
import { busFolder } from './bus-folder.ts';
import { withBus } from './with-bus.ts';

export type LogCopies = {
  /** The folder of the copies, which is laid out as a data folder. */
  readonly folder: string;
  /** Newest first, whether or not there is a copy. */
  readonly tasks: readonly TaskFile[];
  /** Completes the copies of these tasks; those of ended tasks are complete. Rejects if the server does not answer. */
  completeAll(tasks: readonly TaskFile[]): Promise<readonly LogCopy[]>;
  /** Completes one copy, as far as the log can be read. */
  complete(task_id: TaskId): Promise<LogCopy>;
  /** The machines that work on these tasks now. */
  whereRunning(tasks: readonly LogCopy[]): Promise<ReadonlyMap<TaskId, string>>;
};

type Reading = { readonly data: string; readonly address: BusAddress; readonly signal: AbortSignal };

/** How many logs are read at once. */
const atOnce = 4;

/** Connects while the copies are used. Rejects with `bus_unreachable`, `bus_denied`, `bus_unfit` or `data_unwritable`, and as `use` does. */
export const withLogCopies = <T>({ data, address, signal }: Reading, use: (copies: LogCopies) => Promise<T>): Promise<T> =>
  withBus(address, 'host', async (bus: Bus) => {
    const [{ readLogs }, { copyLog, endedCopy }, { inParallel }, { whereRunning }] = await Promise.all([
      import('../../cluster/log/read-logs.ts'),
      import('../../cluster/log/copy-log.ts'),
      import('../../cluster/objects/in-parallel.ts'),
      import('../../cluster/owners/where-running.ts'),
    ]);
    const logs = readLogs(bus, { signal });
    const place = { logs, folder: busFolder(data, address) };
    const ids = await logs.tasks();
    const tasks = ids.toReversed().map((task_id) => ({ task_id, path: journalPath(place.folder, task_id) }));

    async function completeAll(wanted: readonly TaskFile[]): Promise<readonly LogCopy[]> {
      const copies: LogCopy[] = [];
      await inParallel(wanted, atOnce, async ({ task_id }) => {
        const copy = endedCopy(place, task_id) ?? (await copyLog(place, task_id));
        if (copy.unread?.code === 'bus_unreachable' || copy.unread?.code === 'stopped') throw copy.unread;
        copies.push(copy);
      });
      return copies;
    }

    return use({
      ...{ folder: place.folder, tasks, completeAll },
      complete: (task_id) => copyLog(place, task_id),
      whereRunning: (copies) => logs.ask(() => whereRunning(bus, unfinished(copies))),
    });
  });

const unfinished = (copies: readonly LogCopy[]): readonly TaskId[] => copies.flatMap(({ task_id, isOver }) => (isOver ? [] : task_id));
