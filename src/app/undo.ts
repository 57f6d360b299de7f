/** Finds the task to undo. */
import { ArtooError } from '../contracts/errors.ts';
import { calledLike } from '../contracts/text/short-ids.ts';
import type { ChangeStore } from '../tools/changes/change-store.ts';

export type TaskChanges = Awaited<ReturnType<ChangeStore['undoable']>>[number];

/** Finds a task by its id, the unique beginning of the id, or its last characters. Throws `usage` for an unknown or ambiguous id. */
export function pickUndo(tasks: readonly TaskChanges[], wanted: string): TaskChanges {
  const [alike, ...others] = calledLike(tasks, wanted, ({ id }) => id);
  if (alike === undefined)
    throw new ArtooError(
      'usage',
      `this data folder has no changes made by a task ${wanted}; artoo undo --list shows the tasks that can be undone here. A task can be undone only on the machine where it ran`,
    );
  if (others.length > 0) throw new ArtooError('usage', `${wanted} could be ${[alike, ...others].map(({ id }) => id).join(' or ')}`);
  return alike;
}

/** The task that is undone if none is named: the newest of this folder that is neither undone nor itself an undo; if there is none, the newest of other folders. */
export async function newestUndo(
  tasks: readonly TaskChanges[],
  isHere: (task: TaskChanges) => Promise<boolean>,
): Promise<{ readonly here?: TaskChanges; readonly elsewhere?: TaskChanges }> {
  const open = tasks.filter((task) => !task.undone && task.undo_of === undefined);
  for (const here of open.slice(0, maxLooked)) if (await isHere(here)) return { here };
  return open[0] ? { elsewhere: open[0] } : {};
}

/** How many of the newest tasks are considered. */
const maxLooked = 200;
