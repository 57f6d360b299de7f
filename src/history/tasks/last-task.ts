/** The last task of a folder, or of each. */
import { readIndex } from './index-file.ts';
import { realPath } from './task-folder.ts';
import { findTasks, type TaskFile } from './task-list.ts';
import { createLooks } from './task-looks.ts';
import type { TaskSummary } from './task-state.ts';

/** How many of the newest tasks are looked at. */
const maxLooked = 200;

export type LastTask = TaskFile & { readonly summary: Exclude<TaskSummary, { state: 'unreadable' }> };

/** Undefined if none of the newest tasks worked there. Throws `data_unwritable` if the journals cannot be listed. */
export async function lastTaskIn(data: string, cwd: string): Promise<LastTask | undefined> {
  const folder = realPath(cwd);
  for await (const last of lastTasks(data, (place) => realPath(place) === folder)) return last;
  return undefined;
}

/** The last task of each folder that is wanted, among the newest tasks; newest first. Throws `data_unwritable` if the journals cannot be listed. */
export async function* lastTasks(data: string, isWanted: (folder: string) => boolean): AsyncGenerator<LastTask> {
  const index = readIndex(data);
  const looks = createLooks({ counting: false });
  const seen = new Set<string>();
  const isNew = (folder: string): boolean => !seen.has(realPath(folder)) && isWanted(folder);
  for (const task of (await findTasks(data)).slice(0, maxLooked)) {
    const row = index.rowOf(task.task_id);
    const place = row && row.status.state !== 'unreadable' ? row.status.cwd : undefined;
    if (place !== undefined && !isNew(place)) continue;
    const summary = await looks.at(task, place === undefined ? undefined : row); // a line from before folders were noted is read anew
    if (summary.state === 'unreadable' || summary.cwd === undefined || !isNew(summary.cwd)) continue;
    seen.add(realPath(summary.cwd));
    yield { ...task, summary };
  }
}
