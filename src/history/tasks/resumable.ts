/**
 * The tasks that a person may want to continue: those that were stopped, and the last one if a cancel or a failed model ended it; in this folder and
 * in others. Turns of a team's agents are left out: their team continues them.
 */
import type { FinalResult } from '../../contracts/control.ts';
import { agentOfTurn } from '../../contracts/team-turn.ts';
import { type LastTask, lastTaskIn, lastTasks, tasksIn } from './last-task.ts';
import { isSameFolder } from './task-folder.ts';
import { unfinishedTasks } from './task-index.ts';
import { findTasks, type TaskFile } from './task-list.ts';
import { readAfterwards } from './task-marks.ts';

export type Resumable = TaskFile & { readonly goal: string; readonly cwd: string | undefined; readonly stoppedBy: StoppedBy };

type StoppedBy = 'kill' | 'cancel' | 'model';

/** Newest first. `elsewhere` leaves out ended tasks. `left` counts the tasks in the folder that never started, or that halted and would only halt again. */
export type ResumableTasks = { readonly here: readonly Resumable[]; readonly elsewhere: readonly Resumable[]; readonly left: number };

/** How long an ended task is mentioned; shorter if another task is started in its folder. */
const mentionedMs = 24 * 60 * 60 * 1000;

type Lately = { readonly now: number; readonly without?: StoppedBy };

/**
 * With `since`, an ended task counts only for a day, and not if it ended in the way that `without` names; otherwise at any age. Throws
 * `data_unwritable`.
 */
export async function resumableTasks(data: string, cwd: string, since?: Lately): Promise<ResumableTasks> {
  const unfinished = (await unfinishedTasks(data)).filter((task) => agentOfTurn(task) === undefined);
  const isHere = ({ cwd: place }: { readonly cwd?: string | undefined }): boolean => place !== undefined && isSameFolder(place, cwd);
  const paths = new Map((await findTasks(data)).map(({ task_id, path }) => [task_id, path]));
  const stopped = unfinished.flatMap(({ task_id, goal, halted, cwd: place }): readonly Resumable[] => {
    const path = paths.get(task_id);
    return path === undefined || halted !== null || goal === '' ? [] : [{ task_id, path, goal, cwd: place, stoppedBy: 'kill' }];
  });
  const ended = since ? await lastEnded(data, cwd, since) : await newestEnded(data, cwd);
  const here = [...stopped.filter(isHere), ...(ended ? [ended] : [])].sort((a, b) => (a.task_id < b.task_id ? 1 : -1));
  const left = unfinished.filter((task) => isHere(task) && (task.halted !== null || task.goal === '')).length;
  return { here, elsewhere: stopped.filter((task) => !isHere(task)), left };
}

/**
 * The newest task in another folder: one that was stopped, or the last of its folder if a cancel or a failed model ended it. Throws
 * `data_unwritable`.
 */
export async function newestElsewhere(
  data: string,
  cwd: string,
  now: number,
  { elsewhere: [stopped] }: Pick<ResumableTasks, 'elsewhere'>,
): Promise<Resumable | undefined> {
  for await (const last of lastTasks(data, (folder) => !isSameFolder(folder, cwd))) {
    if (stopped && last.task_id <= stopped.task_id) break;
    const ended = await endedLately(data, last, { now });
    if (ended) return ended;
  }
  return stopped;
}

async function lastEnded(data: string, cwd: string, since: Lately): Promise<Resumable | undefined> {
  const last = await lastTaskIn(data, cwd);
  return last && endedLately(data, last, since);
}

async function endedLately(data: string, last: LastTask, { now, without }: Lately): Promise<Resumable | undefined> {
  const { summary } = last;
  if (summary.state !== 'ended' || now - Date.parse(summary.ended) > mentionedMs) return undefined;
  return without !== undefined && stoppers[summary.reason] === without ? undefined : endedEarly(data, last);
}

async function newestEnded(data: string, cwd: string): Promise<Resumable | undefined> {
  for await (const task of tasksIn(data, cwd)) {
    const ended = await endedEarly(data, task);
    if (ended) return ended;
  }
  return undefined;
}

/** A task that ended early; undefined if it ended normally, or was dropped, undone or continued. */
async function endedEarly(data: string, task: LastTask): Promise<Resumable | undefined> {
  const { task_id, path, cwd, summary } = task;
  const stoppedBy = summary.state === 'ended' ? stoppers[summary.reason] : undefined;
  if (!stoppedBy) return undefined;
  const { dropped, resumed_as } = readAfterwards(data)(task_id);
  if (dropped || resumed_as !== undefined) return undefined;
  const { openChanges } = await import('../../tools/changes/change-store.ts'); // this module is slow to load and rarely needed
  if ((await openChanges(data).undoable()).some(({ id, undone }) => id === task_id && undone)) return undefined;
  const { resumePlaceIn } = await import('../replay/resume-place.ts');
  if (stoppedBy === 'model' && !(await resumePlaceIn(task).catch(() => undefined))) return undefined; // the task failed because of another error, or its journal is damaged
  return { task_id, path, goal: summary.goal, cwd, stoppedBy };
}

const stoppers: { readonly [R in FinalResult['reason']]?: StoppedBy } = { cancelled: 'cancel', infrastructure: 'model' };
