/** The list of tasks, read again and again: the newest, and those that run. One read at a time, so that a slow answer is still shown. */
import type { Drive } from '../../../app/drive/drive.ts';
import type { Tasks } from '../../../history/tasks/task-index.ts';
import type { TaskSummary } from '../../../history/tasks/task-state.ts';
import { asError } from './use-call.ts';

/** How many tasks are listed: as many as a person would scroll through; a search finds the others. */
const limit = 200;

/** Reads the list, and again after each `wait`, until the signal fires. While a server is away, its errors are ignored; all other errors are thrown. */
export async function* watchTasks(
  drive: Pick<Drive, 'list'>,
  text: string,
  { signal, wait }: { readonly signal: AbortSignal; readonly wait: () => Promise<void> },
): AsyncGenerator<Tasks, undefined> {
  const wanted = { limit, checked: false, ...(text.trim() === '' ? {} : { text }) };
  let running: readonly TaskSummary[] | undefined;
  while (!signal.aborted) {
    try {
      const newest = await drive.list(wanted);
      const isAll = newest.total <= newest.tasks.length;
      if (isAll || !running) yield newest; // the first time, all journals may have to be read to find the tasks that run
      if (!isAll) {
        running = (await drive.list({ ...wanted, state: ['running'] })).tasks;
        yield withRunning(newest, running);
      }
    } catch (thrown) {
      if (asError(thrown).code !== 'server_unreachable') throw thrown;
    }
    await wait();
  }
  return undefined;
}

/** A running task may be older than all the newest: then it is listed after them. */
function withRunning({ tasks, total }: Tasks, running: readonly TaskSummary[]): Tasks {
  const known = new Set(tasks.map(({ task_id }) => task_id));
  return { tasks: [...tasks, ...running.filter(({ task_id }) => !known.has(task_id))], total };
}
