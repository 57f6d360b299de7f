/** Ends a task for good that did not end by itself: its journal stays, and it is neither mentioned nor resumed again. */
import { ArtooError } from '../contracts/errors.ts';
import { shortId } from '../contracts/text/short-ids.ts';
import type { TaskFile } from '../history/tasks/task-list.ts';
import { markDropped } from '../history/tasks/task-marks.ts';
import { examine } from '../history/tasks/task-summary.ts';
import { openChanges } from '../tools/changes/change-store.ts';

export type Dropped = {
  /** Whether the task changed something on disk that can be undone. */
  readonly hasChanges: boolean;
};

/** Works for a damaged journal, too. Throws `journal_locked` for a task that is running, `task_over` for one that has ended, `data_unwritable`. */
export async function dropTask(data: string, task: TaskFile): Promise<Dropped> {
  const { task_id } = task;
  const { status, isHeld } = await examine(task);
  if (isHeld) throw new ArtooError('journal_locked', `${shortId(task_id)} is running`);
  if (status.state === 'ended' && status.reason !== 'cancelled' && status.reason !== 'infrastructure')
    throw new ArtooError('task_over', `${shortId(task_id)} has ended: there is nothing to drop`);
  await markDropped(data, task_id);
  return { hasChanges: (await openChanges(data).undoable()).some(({ id, undone }) => id === task_id && !undone) };
}
