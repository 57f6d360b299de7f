/** Which task an undo is about. */
import { ArtooError } from '../contracts/errors.ts';
import type { ChangeStore } from '../tools/changes/change-store.ts';

export type TaskChanges = Awaited<ReturnType<ChangeStore['undoable']>>[number];

/**
 * The task with that id, the only one that begins like it, or, where none is named, the newest that changed something and is not undone; an undo is not
 * taken for one, or the second would only undo the first. Nothing when there is none. Throws `usage` for an id that is unknown or could be several.
 */
export function pickUndo(tasks: readonly TaskChanges[], wanted: string | undefined): TaskChanges | undefined {
  if (wanted === undefined || wanted === 'last') return tasks.find((task) => !task.undone && task.undo_of === undefined);
  const exact = tasks.find(({ id }) => id === wanted);
  const [alike, ...others] = exact ? [exact] : tasks.filter(({ id }) => id.startsWith(wanted));
  if (alike === undefined) throw new ArtooError('usage', `task ${wanted} changed nothing on disk; artoo undo --list lists those that did`);
  if (others.length > 0) throw new ArtooError('usage', `${wanted} could be ${[alike, ...others].map(({ id }) => id).join(' or ')}`);
  return alike;
}
