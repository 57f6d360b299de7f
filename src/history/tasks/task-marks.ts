/** What became of tasks after their journals: dropped for good, or gone on with under another id. A file each in `<data>/marks`, named by the task. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { errnoOf } from '../../contracts/errno.ts';
import { ArtooError } from '../../contracts/errors.ts';
import type { TaskId } from '../../contracts/ids.ts';
import { syncFolder } from '../../journal/sync-folder.ts';
import { namesIn, taskIn } from './task-list.ts';
import type { Afterwards } from './task-state.ts';

type Kind = 'dropped' | 'resumed';

const folderOf = (data: string): string => join(data, 'marks');
const pathOf = (data: string, task: TaskId, kind: Kind): string => join(folderOf(data), `${task}.${kind}`);

/** What became of each task, as of now. Throws `data_unwritable` if the folder cannot be read. */
export function readAfterwards(data: string): (task: TaskId) => Afterwards {
  const names = new Set(namesIn(folderOf(data)));
  return (task) => {
    const as = names.has(`${task}.resumed`) ? resumedAs(data, task) : undefined;
    return { ...(names.has(`${task}.dropped`) && { dropped: true }), ...(as !== undefined && { resumed_as: as }) };
  };
}

/** Ends a task for good: it is neither mentioned nor resumed again. Its journal and its receipts stay. Throws `data_unwritable`. */
export async function markDropped(data: string, task: TaskId): Promise<void> {
  await write(data, pathOf(data, task, 'dropped'), '', 'w');
}

/** Claims a cancelled task for the one that goes on with it. Returns that which has it: the given one, or an earlier one. Throws `data_unwritable`. */
export async function claimResumed(data: string, task: TaskId, by: TaskId): Promise<TaskId> {
  const path = pathOf(data, task, 'resumed');
  if (await write(data, path, by, 'wx')) return by;
  const earlier = resumedAs(data, task);
  if (earlier === undefined) await write(data, path, by, 'w'); // it says nothing
  return earlier ?? by;
}

/** The task that goes on with a cancelled one. */
function resumedAs(data: string, task: TaskId): TaskId | undefined {
  try {
    return taskIn(`${readFileSync(pathOf(data, task, 'resumed'), 'utf8')}.jsonl`);
  } catch {
    return undefined;
  }
}

/** Gives up a claim. */
export function releaseResumed(data: string, task: TaskId): void {
  rmSync(pathOf(data, task, 'resumed'), { force: true });
}

/** Removes all marks of a task whose journal is gone. */
export function removeTaskMarks(data: string, task: TaskId): void {
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
