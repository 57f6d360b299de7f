/** The tasks that a person may want to go on with: those of the folder that were stopped, its last one if it was cancelled, and the same of other folders. */
import { type LastTask, lastTaskIn, lastTasks } from './last-task.ts';
import { isSameFolder } from './task-folder.ts';
import { unfinishedTasks } from './task-index.ts';
import { findTasks, type TaskFile } from './task-list.ts';
import { readAfterwards } from './task-marks.ts';

export type Resumable = TaskFile & { readonly goal: string; readonly cwd: string | undefined; readonly wasCancelled: boolean };

/** Newest first; `elsewhere` without those that were cancelled; `left` counts those of the folder that halted, which would only halt again, or never started. */
export type ResumableTasks = { readonly here: readonly Resumable[]; readonly elsewhere: readonly Resumable[]; readonly left: number };

/** A cancelled task is offered for a day, and only until another one is started in its folder. */
const offeredMs = 24 * 60 * 60 * 1000;

/** Throws `data_unwritable`. */
export async function resumableTasks(data: string, cwd: string, now: number): Promise<ResumableTasks> {
  const unfinished = await unfinishedTasks(data);
  const isHere = ({ cwd: place }: { readonly cwd?: string | undefined }): boolean => place !== undefined && isSameFolder(place, cwd);
  const paths = new Map((await findTasks(data)).map(({ task_id, path }) => [task_id, path]));
  const stopped = unfinished.flatMap(({ task_id, goal, halted, cwd: place }): readonly Resumable[] => {
    const path = paths.get(task_id);
    return path === undefined || halted !== null || goal === '' ? [] : [{ task_id, path, goal, cwd: place, wasCancelled: false }];
  });
  const last = await lastTaskIn(data, cwd);
  const cancelled = last && (await ifCancelled(data, last, now));
  const here = [...stopped.filter(isHere), ...(cancelled ? [cancelled] : [])].sort((a, b) => (a.task_id < b.task_id ? 1 : -1));
  const left = unfinished.filter((task) => isHere(task) && (task.halted !== null || task.goal === '')).length;
  return { here, elsewhere: stopped.filter((task) => !isHere(task)), left };
}

/** The newest of other folders: one that was stopped, or the last of its folder if it was cancelled. Throws `data_unwritable`. */
export async function newestElsewhere(
  data: string,
  cwd: string,
  now: number,
  { elsewhere: [stopped] }: Pick<ResumableTasks, 'elsewhere'>,
): Promise<Resumable | undefined> {
  for await (const last of lastTasks(data, (folder) => !isSameFolder(folder, cwd))) {
    if (stopped && last.task_id <= stopped.task_id) break;
    const cancelled = await ifCancelled(data, last, now);
    if (cancelled) return cancelled;
  }
  return stopped;
}

/** The last task of a folder, where it is offered because it was cancelled. */
async function ifCancelled(data: string, { task_id, path, summary }: LastTask, now: number): Promise<Resumable | undefined> {
  if (summary.state !== 'ended' || summary.reason !== 'cancelled') return undefined;
  const { dropped, resumed_as } = readAfterwards(data)(task_id);
  if (dropped || resumed_as !== undefined || now - Date.parse(summary.ended) > offeredMs) return undefined;
  const { openChanges } = await import('../../tools/changes/change-store.ts'); // slow to load and rarely needed
  const wasUndone = (await openChanges(data).undoable()).some(({ id, undone }) => id === task_id && undone);
  return wasUndone ? undefined : { task_id, path, goal: summary.goal, cwd: summary.cwd, wasCancelled: true };
}
