/**
 * Claims a task that a cancel or a failed model ended, for the task that continues it. Only one may continue it: otherwise a call that was under way
 * at that end could be made twice.
 */
import { existsSync } from 'node:fs';
import { ArtooError } from '../contracts/errors.ts';
import type { TaskId } from '../contracts/ids.ts';
import { shortId } from '../contracts/text/short-ids.ts';
import { isCompressed, type TaskFile } from '../history/tasks/task-list.ts';
import { claimResumed, hasBegun, markBegun, readAfterwards, releaseResumed, replaceClaim } from '../history/tasks/task-marks.ts';
import { compressedPath, journalPath } from '../journal/files.ts';
import { holdEnded, holdFile } from '../journal/hold-ended.ts';
import { isHeld } from '../journal/locked.ts';
import { type ChangeStore, openChanges } from '../tools/changes/change-store.ts';

/**
 * Runs `branch`, which makes the new task; the claim is given up if it fails. Throws `task_over` for a task that was continued, dropped or undone, and
 * `journal_locked` while another process continues it.
 */
export async function claimingEnded<T>(data: string, { task_id, path }: TaskFile, by: TaskId, branch: () => Promise<T>): Promise<T> {
  await using _ = await hold(path);
  const changes = openChanges(data);
  await refuseSettled(data, task_id, changes);
  await claim(data, task_id, by, changes);
  try {
    changes.continueFrom(by, task_id);
    const begun = await branch();
    await markBegun(data, task_id).catch(() => {}); // the new task runs even if this fails; housekeeping does it before it removes the journal
    return begun;
  } catch (error) {
    changes.leave(by);
    releaseResumed(data, task_id);
    throw error;
  }
}

/** Runs under a lock: other processes wait. */
async function hold(path: string): Promise<AsyncDisposable> {
  const journal = await (isCompressed(path) ? holdFile : holdEnded)(path);
  if ('left' in journal) throw new ArtooError('journal_locked', journal.detail);
  return journal.file;
}

async function refuseSettled(data: string, task_id: TaskId, changes: ChangeStore): Promise<void> {
  if (readAfterwards(data)(task_id).dropped) throw new ArtooError('task_over', `${shortId(task_id)} was dropped`);
  if ((await changes.undoable()).some(({ id, undone }) => id === task_id && undone))
    throw new ArtooError('task_over', `${shortId(task_id)} was undone; to start over, give its goal again`);
}

async function claim(data: string, task_id: TaskId, by: TaskId, changes: ChangeStore): Promise<void> {
  const earlier = await claimResumed(data, task_id, by);
  if (earlier === by) return;
  if (hasBegun(data, task_id) || isThere(journalPath(data, earlier)))
    throw new ArtooError(
      'task_over',
      `${shortId(task_id)} continues as ${shortId(earlier)}; if that task was stopped, artoo resume ${shortId(earlier)} continues it`,
    );
  changes.leave(earlier); // that process died before the task had a journal
  await replaceClaim(data, task_id, by);
}

/** Whether the journal exists, even as a draft. */
const isThere = (path: string): boolean => existsSync(path) || existsSync(compressedPath(path)) || isHeld(`${path}.part`);
