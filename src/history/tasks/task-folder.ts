/** Which tasks belong to a folder, and what they are for. */
import { realpathSync } from 'node:fs';
import { readIndex } from './index-file.ts';
import { findTasks, type TaskFile } from './task-list.ts';
import { createLooks } from './task-looks.ts';

/** Whether two paths lead to the same folder. */
export function isSameFolder(one: string, other: string): boolean {
  return one === other || realPath(one) === realPath(other);
}

type Head = { readonly cwd?: string | undefined; readonly goal: string };

/**
 * Returns a function that looks up a task by its id: the folder in which it works and its goal; undefined if there is no readable journal. Throws
 * `data_unwritable` if the journals cannot be listed.
 */
export async function taskHeads(data: string): Promise<(id: string) => Promise<Head | undefined>> {
  const tasks = new Map<string, TaskFile>((await findTasks(data)).map((task) => [task.task_id, task]));
  const index = readIndex(data);
  const looks = createLooks({ counting: false });
  return async (id) => {
    const task = tasks.get(id);
    if (!task) return undefined;
    const row = index.rowOf(task.task_id);
    if (row && row.status.state !== 'unreadable' && row.status.cwd !== undefined) return row.status;
    const summary = await looks.at(task, undefined);
    return summary.state === 'unreadable' ? undefined : summary;
  };
}

/** The path without links; the path itself if it does not exist. */
export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
