/** Finds one task of a data folder by the name that a person types. */
import { ArtooError } from '../../contracts/errors.ts';
import { parseTaskId } from '../../contracts/ids.ts';
import { visible } from '../../contracts/text/visible.ts';
import { findTasks, pickTask, type TaskFile } from './task-list.ts';

const maxNamed = 20;

/**
 * Finds a task by its id, by a unique beginning or end of the id, or the newest for `last`. Throws `id_invalid` (no id, or several tasks), `journal_missing` or
 * `data_unwritable`.
 */
export async function findTask(data: string, wanted: string): Promise<TaskFile> {
  return taskAmong(await findTasks(data), wanted, `in ${visible(data)}`);
}

/** Like `findTask`, but among these tasks, which are listed newest first. `place` is used in messages. */
export function taskAmong(tasks: readonly TaskFile[], wanted: string, place: string): TaskFile {
  const id = parseTaskId(wanted);
  const found = pickTask(tasks, id);
  if (!isSeveral(found)) return found;
  if (found.length === 0)
    throw new ArtooError('journal_missing', tasks.length === 0 ? `there are no tasks yet ${place}` : `there is no task ${id}`);
  const some = found.slice(0, maxNamed).map(({ task_id }) => `\n  ${task_id}`);
  const more = found.length > maxNamed ? `\n  and ${found.length - maxNamed} more` : '';
  throw new ArtooError('id_invalid', `${id} could be one of ${found.length} tasks:${some.join('')}${more}`);
}

const isSeveral = (found: TaskFile | readonly TaskFile[]): found is readonly TaskFile[] => Array.isArray(found);
