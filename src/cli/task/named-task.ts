/** The task that a person names on the command line. `last` means the same everywhere: the newest task of this folder. */
import { ArtooError } from '../../contracts/errors.ts';
import { shortId } from '../../contracts/text/short-ids.ts';
import { oneLine } from '../../contracts/text/shorten.ts';
import { visible } from '../../contracts/text/visible.ts';
import { findTask } from '../../history/tasks/find-task.ts';
import { type LastTask, newestFor } from '../../history/tasks/last-task.ts';
import { isSameFolder } from '../../history/tasks/task-folder.ts';
import type { TaskFile } from '../../history/tasks/task-list.ts';
import type { Terminal } from '../command.ts';

type Naming = {
  readonly data: string;
  readonly wanted: string;
  /** Whether the command itself shows which task it is about. */
  readonly isTold: boolean;
  /** Whether the command does more than read: then `last` is only a task of this folder. */
  readonly isActing?: true;
};

/**
 * A task by its id, or by a unique beginning or end of the id; for `last`, the newest of this folder or, if there is none, of all folders. Says which one
 * `last` is, unless the command shows that itself. Throws as `findTask` does.
 */
export async function namedTask(
  { data, wanted, isTold, isActing }: Naming,
  { cwd, note }: Pick<Terminal, 'cwd' | 'note'>,
): Promise<TaskFile> {
  const found = await findTask(data, wanted);
  if (wanted !== 'last' || /^last|last$/.test(found.task_id)) return found;
  const last = await newestFor(data, cwd);
  const isHere = last !== undefined && isSameFolder(last.cwd, cwd);
  if (!last || (!isHere && !isActing && last.task_id !== found.task_id)) return found; // the newest task cannot be read, and the command says why
  if (!isHere && isActing) throw new ArtooError('journal_missing', `${lastSentence(last, false)}; name it by its id`);
  if (!isHere || !isTold) note(`artoo: ${lastSentence(last, isHere)}`);
  return last;
}

function lastSentence({ task_id, cwd, summary: { goal } }: LastTask, isHere: boolean): string {
  const named = `${shortId(task_id)}, "${visible(oneLine(goal, 60))}"`;
  return isHere
    ? `the last task here is ${named}`
    : `there is no task in this folder; the newest task of all is ${named}, in ${visible(cwd)}`;
}
