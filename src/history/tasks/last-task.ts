/** The tasks of a folder, and the last task of each folder. Turns of a team's agents are left out: no person asked for them. */
import { agentOfTurn } from '../../contracts/team-turn.ts';
import { readIndex } from './index-file.ts';
import { realPath } from './task-folder.ts';
import { findTasks, type TaskFile } from './task-list.ts';
import { createLooks } from './task-looks.ts';
import type { TaskSummary } from './task-state.ts';

/** How many of the newest tasks are read. */
const maxLooked = 200;

export type LastTask = TaskFile & { readonly cwd: string; readonly summary: Exclude<TaskSummary, { state: 'unreadable' }> };

/** Undefined if none of the newest tasks worked in the folder. Throws `data_unwritable` if the journals cannot be listed. */
export async function lastTaskIn(data: string, cwd: string): Promise<LastTask | undefined> {
  for await (const task of tasksIn(data, cwd)) return task;
  return undefined;
}

/** The last task of the folder or, if none of the newest tasks worked there, of all folders. Throws like `lastTaskIn`. */
export async function newestFor(data: string, cwd: string): Promise<LastTask | undefined> {
  const here = await lastTaskIn(data, cwd);
  if (here) return here;
  for await (const task of newestTasks(data, () => true)) return task;
  return undefined;
}

/** The tasks of a folder among the newest ones; newest first. Throws like `lastTaskIn`. */
export function tasksIn(data: string, cwd: string): AsyncGenerator<LastTask, void> {
  const folder = realPath(cwd);
  return newestTasks(data, (place) => realPath(place) === folder);
}

/** The last task of each wanted folder, among the newest tasks; newest first. Throws like `lastTaskIn`. */
export async function* lastTasks(data: string, isWanted: (folder: string) => boolean): AsyncGenerator<LastTask, void> {
  const seen = new Set<string>();
  for await (const task of newestTasks(data, (folder) => !seen.has(realPath(folder)) && isWanted(folder))) {
    seen.add(realPath(task.cwd));
    yield task;
  }
}

async function* newestTasks(data: string, isWanted: (folder: string) => boolean): AsyncGenerator<LastTask, void> {
  const index = readIndex(data);
  const looks = createLooks({ counting: false });
  for (const task of (await findTasks(data)).slice(0, maxLooked)) {
    const row = index.rowOf(task.task_id);
    const place = row && row.status.state !== 'unreadable' ? row.status.cwd : undefined;
    if (place !== undefined && !isWanted(place)) continue;
    const summary = await looks.at(task, place === undefined ? undefined : row); // a line from before folders were recorded is read again
    if (summary.state === 'unreadable' || summary.cwd === undefined || !isWanted(summary.cwd)) continue;
    if (agentOfTurn(summary) !== undefined) continue;
    yield { ...task, cwd: summary.cwd, summary };
  }
}
