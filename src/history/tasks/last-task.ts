/** The tasks of a folder. */
import { readIndex } from './index-file.ts';
import { isSameFolder } from './task-folder.ts';
import { findTasks, type TaskFile } from './task-list.ts';
import { createLooks } from './task-looks.ts';
import type { TaskSummary } from './task-state.ts';

/** How many of the newest tasks are looked at. */
const maxLooked = 200;

export type LastTask = TaskFile & { readonly summary: Exclude<TaskSummary, { state: 'unreadable' }> };

/** Nothing if none of the newest tasks worked there. Throws `data_unwritable` if the journals cannot be listed. */
export async function lastTaskIn(data: string, cwd: string): Promise<LastTask | undefined> {
  for await (const task of tasksIn(data, cwd)) return task;
  return undefined;
}

/** Newest first, of the newest of all. Throws as `lastTaskIn` does. */
export async function* tasksIn(data: string, cwd: string): AsyncGenerator<LastTask, void> {
  const index = readIndex(data);
  const looks = createLooks({ counting: false });
  for (const task of (await findTasks(data)).slice(0, maxLooked)) {
    const row = index.rowOf(task.task_id);
    const place = row && row.status.state !== 'unreadable' ? row.status.cwd : undefined;
    if (place !== undefined && !isSameFolder(place, cwd)) continue;
    const summary = await looks.at(task, place === undefined ? undefined : row); // a line from before folders were noted is read anew
    if (summary.state !== 'unreadable' && summary.cwd !== undefined && isSameFolder(summary.cwd, cwd)) yield { ...task, summary };
  }
}
