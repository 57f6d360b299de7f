/** The tasks of a data folder, by the names of their journals: no journal is opened here, and nothing large is loaded. */
import { readdirSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { errnoOf } from '../../contracts/errno.ts';
import { ArtooError } from '../../contracts/errors.ts';
import type { TaskId } from '../../contracts/ids.ts';
import { calledLike } from '../../contracts/text/short-ids.ts';

/** A task and the path of its journal. */
export type TaskFile = { readonly task_id: TaskId; readonly path: string };

/** All tasks, newest first; none if there is no data folder. Throws `data_unwritable` if the folder cannot be read. */
export async function findTasks(data: string): Promise<readonly TaskFile[]> {
  const folder = join(data, 'tasks');
  const names = journalsOf(namesIn(folder));
  const undated = new Map<string, string>();
  const keys = names.map((name) => {
    if (hasTime(name)) return name;
    const key = `${timeOf(join(folder, name))} ${name}`;
    undated.set(key, name);
    return key;
  });
  return keys
    .sort() // no comparator: it would take most of the time for 10,000 tasks
    .reverse()
    .map((key) => {
      const name = undated.get(key) ?? key;
      return { task_id: idIn(name), path: `${folder}${sep}${name}` };
    });
}

/** The names of journals. If a task has both a plain and a compressed journal, the plain one counts. */
function journalsOf(names: readonly string[]): readonly string[] {
  const journals = names.filter((name) => taskIn(name) !== undefined);
  if (!journals.some(isCompressed)) return journals;
  const all = new Set(journals);
  return journals.filter((name) => !isCompressed(name) || !all.has(name.slice(0, -'.gz'.length)));
}

/** Whether a journal has been compressed; only the journals of ended tasks are. */
export const isCompressed = (path: string): boolean => path.endsWith('.gz');

/** The task whose journal has this name; undefined if it is not a journal. */
export const taskIn = (name: string): TaskId | undefined => (journalName.test(name) ? idIn(name) : undefined);

/** The pattern of `TaskId`, as a test ensures: loading its schema would take longer than showing a list. */
const journalName = /^[A-Za-z0-9_-]{1,64}\.jsonl(?:\.gz)?$/;

const idIn = (name: string): TaskId => name.slice(0, name.indexOf('.')) as TaskId; // this is the name of a journal

/** The names in a folder; none if the folder does not exist yet. Throws `data_unwritable` if it cannot be read. */
export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (cause) {
    if (errnoOf(cause) === 'ENOENT') return [];
    throw new ArtooError('data_unwritable', `cannot read ${folder}: ${errnoOf(cause) ?? cause}`, { cause });
  }
}

/** Whether a name begins with an id made by artoo. Such ids sort by the time at which their tasks were started. */
const hasTime = (name: string): boolean => /^\d{4}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])-(?:[01]\d|2[0-3])[0-5]\d[0-5]\d{4}-/.test(name);

/** When a file was last changed, in the format of ids made by artoo. */
function timeOf(path: string): string {
  try {
    return statSync(path)
      .mtime.toISOString()
      .replaceAll(/[-:.Z]/g, '')
      .replace('T', '-');
  } catch {
    return '';
  }
}

/** One of the tasks, by its id, the beginning or the end of it, or the word `last`; otherwise the tasks that match. */
export function pickTask(tasks: readonly TaskFile[], wanted: string): TaskFile | readonly TaskFile[] {
  const alike = calledLike(tasks, wanted, ({ task_id }) => task_id);
  const [first] = alike.length === 0 && wanted === 'last' ? tasks : alike;
  return first && alike.length < 2 ? first : alike;
}
