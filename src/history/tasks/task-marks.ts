/** What became of tasks after their journals: dropped for good, or gone on with under another id. A file each in `<data>/marks`, named by the task. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { errnoOf } from '../../contracts/errno.ts';
import { ArtooError } from '../../contracts/errors.ts';
import { TaskId } from '../../contracts/ids.ts';
import { syncFolder } from '../../journal/sync-folder.ts';
import { namesIn } from './task-list.ts';

type Kind = 'dropped' | 'resumed';

const folderOf = (data: string): string => join(data, 'marks');
const pathOf = (data: string, task: TaskId, kind: Kind): string => join(folderOf(data), `${task}.${kind}`);

/** The tasks with a mark of that kind. Throws `data_unwritable` if the folder cannot be read. */
export function markedTasks(data: string, kind: Kind): ReadonlySet<string> {
  const ending = `.${kind}`;
  return new Set(namesIn(folderOf(data)).flatMap((name) => (name.endsWith(ending) ? [name.slice(0, -ending.length)] : [])));
}

/** Ends a task for good: it is neither mentioned nor resumed again. Its journal and its receipts stay. Throws `data_unwritable`. */
export async function markDropped(data: string, task: TaskId): Promise<void> {
  await write(data, pathOf(data, task, 'dropped'), '', 'w');
}

/** Claims a cancelled task for the one that goes on with it. Returns that which has it: the given one, or an earlier one. Throws `data_unwritable`. */
export async function claimResumed(data: string, task: TaskId, by: TaskId): Promise<TaskId> {
  const path = pathOf(data, task, 'resumed');
  if (await write(data, path, by, 'wx')) return by;
  return resumedAs(data, task) ?? by;
}

/** The task that goes on with a cancelled one. */
export function resumedAs(data: string, task: TaskId): TaskId | undefined {
  try {
    return TaskId.safeParse(readFileSync(pathOf(data, task, 'resumed'), 'utf8')).data;
  } catch {
    return undefined;
  }
}

/** Gives up a claim. */
export function releaseResumed(data: string, task: TaskId): void {
  rmSync(pathOf(data, task, 'resumed'), { force: true });
}

/** Removes all marks of a task whose journal is gone. */
export function removeMarks(data: string, task: TaskId): void {
  for (const kind of ['dropped', 'resumed'] as const) rmSync(pathOf(data, task, kind), { force: true });
}

/** On disk when it resolves; false if it is there already. */
async function write(data: string, path: string, text: string, flag: 'w' | 'wx'): Promise<boolean> {
  try {
    await mkdir(folderOf(data), { recursive: true, mode: 0o700 });
    writeFileSync(path, text, { flag, mode: 0o600, flush: true });
    await syncFolder(folderOf(data));
    return true;
  } catch (cause) {
    if (errnoOf(cause) === 'EEXIST' && flag === 'wx') return false;
    throw new ArtooError('data_unwritable', `cannot write to ${folderOf(data)}: ${errnoOf(cause) ?? cause}`, { cause });
  }
}
