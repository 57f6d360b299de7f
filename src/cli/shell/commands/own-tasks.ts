/** The tasks of one shell: decides which task `/undo` and `/resume` mean if none is named. Tasks of the shell come first, then those of its folder. */
import { ArtooError } from '../../../contracts/errors.ts';
import type { TaskId } from '../../../contracts/ids.ts';
import { shortId } from '../../../contracts/text/short-ids.ts';
import { visible } from '../../../contracts/text/visible.ts';
import { elsewhereSentence } from '../../task/unfinished.ts';
import { shellAdvice } from '../shell-advice.ts';

export type OwnTasks = {
  /** A task or a tried command began. */
  begin(id: TaskId): void;
  /** A task or a tried command ended; `isOpen`: it can be resumed. */
  end(id: TaskId, isOpen: boolean): void;
  has(id: string): boolean;
  /** The last task, if it can be resumed. */
  readonly open: TaskId | undefined;
};

export function createOwnTasks(): OwnTasks {
  const ids = new Set<string>();
  let open: TaskId | undefined;
  return {
    begin(id) {
      ids.add(id);
      open = undefined;
    },
    end(id, isOpen) {
      open = isOpen ? id : undefined;
    },
    has: (id) => ids.has(id),
    get open() {
      return open;
    },
  };
}

/** The newest task of the shell that is not undone; undefined if there is none, in which case the folder's tasks decide. */
export async function lastToUndo({ has }: OwnTasks, data: string): Promise<string | undefined> {
  const { openChanges } = await import('../../../tools/changes/change-store.ts');
  const tasks = await openChanges(data).undoable();
  return tasks.find(({ id, undone, undo_of }) => has(id) && !undone && undo_of === undefined)?.id;
}

/** Throws `usage` if neither the shell nor its folder has such a task. */
export async function lastToResume({ open }: OwnTasks, { data, cwd }: { readonly data: string; readonly cwd: string }): Promise<string> {
  if (open !== undefined) return open;
  const { newestElsewhere, resumableTasks } = await import('../../../history/tasks/resumable.ts');
  const tasks = await resumableTasks(data, cwd);
  if (tasks.here[0]) return tasks.here[0].task_id;
  const { runningIn } = await import('../../../history/tasks/running-in.ts');
  const running = await runningIn(data, cwd);
  if (running)
    throw new ArtooError(
      'usage',
      `${shortId(running)} is running in another artoo process; it can be resumed once that process has stopped`,
    );
  const newest = await newestElsewhere(data, cwd, Date.now(), tasks);
  const other = newest ? `; ${shellAdvice(elsewhereSentence(newest))}` : '';
  throw new ArtooError('usage', `no task in ${visible(cwd)} can be resumed${other}`);
}
