/** Which task an undo is about. */
import { ArtooError } from '../contracts/errors.ts';
import { calledLike } from '../contracts/short-ids.ts';
import type { ChangeStore } from '../tools/changes/change-store.ts';

export type TaskChanges = Awaited<ReturnType<ChangeStore['undoable']>>[number];

/** By id, by its unique beginning or its last characters, or the newest that is neither undone nor itself an undo, if there is one. Throws `usage` for an unknown or ambiguous id. */
export function pickUndo(tasks: readonly TaskChanges[], wanted: string | undefined): TaskChanges | undefined {
  if (wanted === undefined || wanted === 'last') return tasks.find((task) => !task.undone && task.undo_of === undefined);
  const [alike, ...others] = calledLike(tasks, wanted, ({ id }) => id);
  if (alike === undefined)
    throw new ArtooError('usage', `no task called ${wanted} changed anything on disk; artoo undo --list shows those that did`);
  if (others.length > 0) throw new ArtooError('usage', `${wanted} could be ${[alike, ...others].map(({ id }) => id).join(' or ')}`);
  return alike;
}
