/** Continues a task that was stopped before its end: in its own journal or, if a cancel or a failed model ended it, in a new task. */
import { ArtooError } from '../contracts/errors.ts';
import { agentOfTurn } from '../contracts/team-turn.ts';
import { shortId } from '../contracts/text/short-ids.ts';
import { resumePlaceIn } from '../history/replay/resume-place.ts';
import type { TaskFile } from '../history/tasks/task-list.ts';
import { readAfterwards } from '../history/tasks/task-marks.ts';
import { examine } from '../history/tasks/task-summary.ts';
import { streamJournal } from '../journal/stream.ts';
import type { Artoo, RunningTask } from './tasks.ts';

/** Rejects with `task_of_team` for a turn of a team's agent, with `task_over` for a task that ended by itself or was dropped, undone or resumed, and with the errors of its journal. The path may be that of a copy of its log. */
export async function resumeTask(artoo: Artoo, data: string, task: TaskFile, signal?: AbortSignal): Promise<RunningTask> {
  const { task_id, path } = task;
  if ((await isResumable(data, task)) !== 'stopped') return artoo.continueTask(task_id, signal);
  if (!(await hasCancel(task))) return artoo.resume(task_id, { copy: path });
  await artoo.resume(task_id, { copy: path }).result; // a cancelled task may have been stopped before the cancel ended it
  return artoo.continueTask(task_id, signal);
}

/** What stopped the task before its end. Throws `task_over` if the task cannot be resumed, `task_of_team` if only its team can continue it. */
export async function isResumable(data: string, task: TaskFile): Promise<'cancelled' | 'failed' | 'stopped'> {
  const { task_id } = task;
  if (readAfterwards(data)(task_id).dropped) throw new ArtooError('task_over', `${shortId(task_id)} was dropped`);
  const { status } = await examine(task);
  const isOver = status.state === 'ended' && status.reason !== 'cancelled' && status.reason !== 'infrastructure';
  const agent = isOver || status.state === 'unreadable' ? undefined : agentOfTurn(status);
  if (agent !== undefined) throw new ArtooError('task_of_team', `${shortId(task_id)} is a turn of ${agent}, an agent of a team`);
  if (status.state !== 'ended') return 'stopped';
  if (status.reason === 'cancelled') return 'cancelled';
  if (status.reason === 'infrastructure' && (await resumePlaceIn(task))) return 'failed';
  throw new ArtooError('task_over', `${task_id} has ended`);
}

async function hasCancel({ path }: TaskFile): Promise<boolean> {
  for await (const line of streamJournal(path))
    if ('entry' in line && line.entry.kind === 'message' && line.entry.type === 'Cancel') return true;
  return false;
}
