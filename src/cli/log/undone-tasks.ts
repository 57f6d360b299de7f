/** Which tasks of a list have been undone. A list should be quick: receipts are looked at only if something was undone since its oldest task began. */
import { join } from 'node:path';
import type { TaskSummary } from '../../history/tasks/task-state.ts';
import { foldersIn, namesIn } from '../../tools/changes/disk/folders.ts';

/** The tasks, those marked whose every change has been undone. */
export async function withUndone(data: string, tasks: readonly TaskSummary[]): Promise<readonly TaskSummary[]> {
  const oldest = tasks.map(({ task_id }) => task_id).toSorted()[0];
  if (oldest === undefined || !hasUndoSince(data, oldest)) return tasks;
  const { openChanges } = await import('../../tools/changes/change-store.ts');
  const undone = await openChanges(data).undoneAmong(tasks.map(({ task_id }) => task_id));
  return tasks.map((task) => (undone.has(task.task_id) ? { ...task, undone: true } : task));
}

/** Ids sort by time, and an undo has an id of its own, so only the folders after the oldest task are looked into. */
function hasUndoSince(data: string, oldest: string): boolean {
  const { undo } = foldersIn(data);
  return namesIn(undo).some((id) => id >= oldest && namesIn(join(undo, id)).some((receipt) => receipt.endsWith('-undo')));
}
