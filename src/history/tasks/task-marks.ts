/** What happened to tasks after the end of their journals: dropped for good, or resumed under another id. One file each in `<data>/marks`, named after the task. */
import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { errnoOf } from '../../contracts/errno.ts';
import { ArtooError } from '../../contracts/errors.ts';
import type { TaskId } from '../../contracts/ids.ts';
import { placeNew } from '../../journal/place-new.ts';
import { syncFolder } from '../../journal/sync-folder.ts';
import { namesIn, taskIn } from './task-list.ts';
import type { Afterwards } from './task-state.ts';

type Kind = 'dropped' | 'resumed' | 'begun';

const folderOf = (data: string): string => join(data, 'marks');
const pathOf = (data: string, task: TaskId, kind: Kind): string => join(folderOf(data), `${task}.${kind}`);

/** What has happened to each task. Throws `data_unwritable` if the folder cannot be read. */
export function readAfterwards(data: string): (task: TaskId) => Afterwards {
  const names = new Set(namesIn(folderOf(data)));
  return (task) => {
    const as = names.has(`${task}.resumed`) ? resumedAs(data, task) : undefined;
    return { ...(names.has(`${task}.dropped`) && { dropped: true }), ...(as !== undefined && { resumed_as: as }) };
  };
}

/** Ends a task for good: it is never mentioned or resumed again. Its journal and its receipts stay. Throws `data_unwritable`. */
export async function markDropped(data: string, task: TaskId): Promise<void> {
  await changing(data, () => writeFileSync(pathOf(data, task, 'dropped'), '', whole));
}

/** When a task was dropped, in milliseconds; undefined if it was not dropped. */
export const droppedAt = (data: string, task: TaskId): number | undefined =>
  statSync(pathOf(data, task, 'dropped'), { throwIfNoEntry: false })?.mtimeMs;

/**
 * Claims a cancelled task for the task that continues it. Returns the task that holds the claim: either the given task or an earlier one. Throws
 * `data_unwritable`.
 */
export async function claimResumed(data: string, task: TaskId, by: TaskId): Promise<TaskId> {
  const earlier = resumedAs(data, task);
  if (earlier !== undefined) return earlier;
  return (await placeClaim(data, task, by, placeNew)) ? by : (resumedAs(data, task) ?? replaceClaim(data, task, by)); // an empty claim does not count
}

/** Replaces a claim whose task failed. Throws `data_unwritable`. */
export async function replaceClaim(data: string, task: TaskId, by: TaskId): Promise<TaskId> {
  await placeClaim(data, task, by, renameSync);
  return by;
}

/** Written under a temporary name first, so that a claim exists as a whole or not at all. False if `place` finds another claim. */
async function placeClaim(data: string, task: TaskId, by: TaskId, place: (from: string, to: string) => void): Promise<boolean> {
  const path = pathOf(data, task, 'resumed');
  const draft = `${path}.${by}`;
  return changing(data, () => {
    writeFileSync(draft, by, whole);
    try {
      place(draft, path);
      return true;
    } catch (error) {
      if (errnoOf(error) === 'EEXIST') return false;
      throw error;
    } finally {
      rmSync(draft, { force: true });
    }
  });
}

/** Records that the continuing task has a journal, so that its claim stays valid even after that journal is removed. Throws `data_unwritable`. */
export async function markBegun(data: string, task: TaskId): Promise<void> {
  await changing(data, () => writeFileSync(pathOf(data, task, 'begun'), '', whole));
}

/** Whether a claim stays valid without its journal. */
export const hasBegun = (data: string, task: TaskId): boolean => existsSync(pathOf(data, task, 'begun'));

/** The task that a task continues: at most one. */
export const claimedBy = (data: string, by: TaskId): readonly TaskId[] =>
  namesIn(folderOf(data)).flatMap((name) => {
    const task = name.endsWith('.resumed') ? taskIn(`${name.slice(0, -'.resumed'.length)}.jsonl`) : undefined;
    return task !== undefined && resumedAs(data, task) === by ? [task] : [];
  });

/** The task that continues a cancelled task. */
function resumedAs(data: string, task: TaskId): TaskId | undefined {
  try {
    return taskIn(`${readFileSync(pathOf(data, task, 'resumed'), 'utf8')}.jsonl`);
  } catch {
    return undefined;
  }
}

/** Releases a claim. */
export function releaseResumed(data: string, task: TaskId): void {
  rmSync(pathOf(data, task, 'resumed'), { force: true });
}

/** Removes all marks of a task whose journal has been removed. */
export function removeTaskMarks(data: string, task: TaskId): void {
  for (const name of namesIn(folderOf(data))) if (name.startsWith(`${task}.`)) rmSync(join(folderOf(data), name), { force: true });
}

const whole = { mode: 0o600, flush: true };

/** Makes a change, and resolves when the folder is synced to disk. */
async function changing<T>(data: string, change: () => T): Promise<T> {
  try {
    await mkdir(folderOf(data), { recursive: true, mode: 0o700 });
    const changed = change();
    await syncFolder(folderOf(data));
    return changed;
  } catch (cause) {
    throw new ArtooError('data_unwritable', `cannot write to ${folderOf(data)}: ${errnoOf(cause) ?? cause}`, { cause });
  }
}
