/** The tasks that a person may want to go on with: those that were stopped, and the last one of the folder if it was cancelled. */
import { lastTaskIn } from './last-task.ts';
import { unfinishedTasks } from './task-index.ts';
import { findTasks, type TaskFile } from './task-list.ts';
import { readAfterwards } from './task-marks.ts';

export type Resumable = TaskFile & { readonly goal: string; readonly wasCancelled: boolean };

/** A cancelled task is offered for a day, and only until another one is started in its folder. */
const offeredMs = 24 * 60 * 60 * 1000;

/** Newest first; `left` counts those that halted, which would only halt again, or never started. Throws `data_unwritable`. */
export async function resumableTasks(
  data: string,
  cwd: string,
  now: number,
): Promise<{ readonly tasks: readonly Resumable[]; readonly left: number }> {
  const unfinished = await unfinishedTasks(data);
  const stopped = unfinished.filter(({ halted, goal }) => halted === null && goal !== '');
  const paths = new Map((await findTasks(data)).map(({ task_id, path }) => [task_id, path]));
  const tasks = stopped.flatMap(({ task_id, goal }) => {
    const path = paths.get(task_id);
    return path === undefined ? [] : [{ task_id, path, goal, wasCancelled: false }];
  });
  const cancelled = await lastCancelled(data, cwd, now);
  const all = cancelled ? [...tasks, cancelled].sort((a, b) => (a.task_id < b.task_id ? 1 : -1)) : tasks;
  return { tasks: all, left: unfinished.length - stopped.length };
}

async function lastCancelled(data: string, cwd: string, now: number): Promise<Resumable | undefined> {
  const last = await lastTaskIn(data, cwd);
  if (last?.summary.state !== 'ended' || last.summary.reason !== 'cancelled') return undefined;
  const { task_id, path, summary } = last;
  const { dropped, resumed_as } = readAfterwards(data)(task_id);
  if (dropped || resumed_as !== undefined || now - Date.parse(summary.ended) > offeredMs) return undefined;
  const { openChanges } = await import('../../tools/changes/change-store.ts'); // slow to load and rarely needed
  const wasUndone = (await openChanges(data).undoable()).some(({ id, undone }) => id === task_id && undone);
  return wasUndone ? undefined : { task_id, path, goal: summary.goal, wasCancelled: true };
}
