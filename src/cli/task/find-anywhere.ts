/** Finds the task that a person names: in the data folder or, if it is not in there and a bus is named, among the tasks of the bus's realm. */
import { withLogCopies } from '../../app/bus/log-copies.ts';
import type { Flags } from '../../config/config-layers.ts';
import { ownBus } from '../../config/configure.ts';
import { homeIn } from '../../config/folders.ts';
import { ArtooError } from '../../contracts/errors.ts';
import { taskAmong } from '../../history/tasks/find-task.ts';
import type { TaskFile } from '../../history/tasks/task-list.ts';
import { type BusAddress, shownBus } from '../../laws/network/bus-address.ts';
import type { Terminal } from '../command.ts';
import { namedTask } from './named-task.ts';

type Asked = { readonly data: string; readonly given: Flags; readonly terminal: Terminal };

/** A task of another machine comes with a copy of its log, which must be complete. Throws as `findTask` does, and the errors of the bus and the log. */
export async function findAnywhere({ data, given, terminal }: Asked, wanted: string): Promise<TaskFile> {
  try {
    return await namedTask({ data, wanted, isTold: false, isActing: true }, terminal);
  } catch (error) {
    const isMissing = error instanceof ArtooError && error.code === 'journal_missing';
    const address = isMissing
      ? await ownBus({ flags: given, env: terminal.env, cwd: terminal.cwd, home: homeIn(terminal.env) })
      : undefined;
    if (!address) throw error;
    return copyFromBus({ data, address, terminal }, wanted);
  }
}

type Copying = { readonly data: string; readonly address: BusAddress; readonly terminal: Terminal };

/** A copy of the log of a task as it is on the bus at the moment; the log must be complete. */
export function copyFromBus({ data, address, terminal }: Copying, wanted: string): Promise<TaskFile> {
  const signal = AbortSignal.any([terminal.cancel, terminal.terminate]);
  return withLogCopies({ data, address, signal }, async ({ tasks, complete }) => {
    const { task_id } = taskAmong(tasks, wanted, `on the bus ${shownBus(address)}`);
    const { path, unread } = await complete(task_id);
    if (unread) throw unread;
    return { task_id, path };
  });
}
