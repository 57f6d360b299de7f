/** Which tasks a data folder holds, by the names of their journals: none is opened here. */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ArtooError } from '../contracts/errors.ts';
import { TaskId } from '../contracts/ids.ts';

/** A task and where its journal lies. */
export type TaskFile = { readonly task_id: TaskId; readonly path: string };

/** All tasks, newest first; none where there is no data folder yet. Throws `data_unwritable` when it cannot be looked into. */
export async function findTasks(data: string): Promise<readonly TaskFile[]> {
  const folder = join(data, 'tasks');
  const names = await readdir(folder).catch((cause) => {
    if (cause.code === 'ENOENT') return [];
    throw new ArtooError('data_unwritable', `cannot read ${folder}: ${cause.code}`, { cause });
  });
  const files = names.flatMap((name) => {
    const id = TaskId.safeParse(/^(.+)\.jsonl$/.exec(name)?.[1]);
    return id.success ? [{ task_id: id.data, path: join(folder, name) }] : [];
  });
  const dated = await Promise.all(files.map(async (file) => ({ file, when: timeIn(file.task_id) ?? (await timeOf(file.path)) })));
  const newestFirst = (a: (typeof dated)[number], b: (typeof dated)[number]) =>
    b.when - a.when || (a.file.task_id < b.file.task_id ? 1 : -1);
  return dated.toSorted(newestFirst).map(({ file }) => file);
}

/** When a task was started, going by an id of our own making. */
function timeIn(id: TaskId): number | undefined {
  const [, year, month, day, hour, minute, second, ms] = /^(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)(\d{3})-/.exec(id) ?? [];
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`);
  return Number.isNaN(time) ? undefined : time;
}

const timeOf = async (path: string): Promise<number> => (await stat(path).catch(() => undefined))?.mtimeMs ?? 0;

/** One of the tasks, by its id, the beginning of it, or the word `last`; otherwise which tasks begin like that. */
export function pickTask(tasks: readonly TaskFile[], wanted: string): TaskFile | readonly TaskFile[] {
  const exact = tasks.find(({ task_id }) => task_id === wanted) ?? (wanted === 'last' ? tasks[0] : undefined);
  if (exact) return exact;
  const alike = tasks.filter(({ task_id }) => task_id.startsWith(wanted));
  return alike.length === 1 && alike[0] ? alike[0] : alike;
}
