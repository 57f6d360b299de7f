/** What is in a data folder, with its status: everything that housekeeping bases its plan on. Changes nothing. */
import { lstatSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import type { TaskId } from '../../contracts/ids.ts';
import { compressedPath, journalPath } from '../../journal/files.ts';
import { readGzipTime } from '../../journal/gzip-time.ts';
import type { ChangeStore } from '../../tools/changes/change-store.ts';
import { isCompressed, namesIn, type TaskFile, taskIn } from '../tasks/task-list.ts';
import { droppedAt } from '../tasks/task-marks.ts';
import { examine } from '../tasks/task-summary.ts';
import type { Found, JournalFound, PartFound } from './plan-housekeeping.ts';

/** Throws `data_unwritable` if the folder cannot be read, or the reason of the signal. */
export async function findStored(data: string, changes: Pick<ChangeStore, 'receipts'>, signal: AbortSignal): Promise<Found> {
  const receipts = await changes.receipts(); // receipts first: a task gets its journal before its receipt, so no receipt can seem to lack its journal
  const names = namesIn(join(data, 'tasks'));
  const journals: JournalFound[] = [];
  for (const task_id of new Set(names.flatMap((name) => taskIn(name) ?? []))) {
    signal.throwIfAborted();
    const journal = await journalOf(data, task_id);
    if (journal) journals.push(journal);
  }
  return { journals, receipts, parts: names.flatMap((name) => (name.endsWith('.part') ? partAt(join(data, 'tasks'), name) : [])) };
}

/**
 * If a task has a plain and a compressed journal, the plain one counts. A link, or anything else that is not a file, counts as unreadable. Undefined
 * if there is no journal.
 */
export async function journalOf(data: string, task_id: TaskId): Promise<JournalFound | undefined> {
  const path = journalPath(data, task_id);
  // In this order, because a journal that is being compressed appears under its second name before it loses the first.
  const [plain, compressed] = [look(path), look(compressedPath(path))];
  if (!plain && !compressed) return undefined;
  const sizes = { plain: plain?.size ?? 0, compressed: compressed?.size ?? 0 };
  const areFiles = [plain, compressed].every((stats) => stats === undefined || stats.isFile());
  const status = areFiles ? await statusOf(data, { task_id, path: plain ? path : compressedPath(path) }) : unreadable;
  return { task_id, ...sizes, ...status };
}

type Status = Pick<JournalFound, 'state' | 'ended'>;
const unreadable: Status = { state: 'unreadable', ended: 0 };

async function statusOf(data: string, task: TaskFile): Promise<Status> {
  const ended = isCompressed(task.path) ? await readGzipTime(task.path).catch(() => undefined) : undefined;
  if (ended !== undefined) return { state: 'ended', ended };
  const { status, isHeld } = await examine(task);
  if (status.state === 'ended') return { state: 'ended', ended: Date.parse(status.ended) };
  if (isHeld) return { state: 'running', ended: 0 };
  const dropped = droppedAt(data, task.task_id);
  return dropped === undefined ? { state: status.state, ended: 0 } : { state: 'dropped', ended: dropped };
}

const look = (path: string): Stats | undefined => lstatSync(path, { throwIfNoEntry: false });

function partAt(folder: string, name: string): readonly PartFound[] {
  const stats = look(join(folder, name));
  return stats?.isFile() ? [{ name, bytes: stats.size, time: stats.mtimeMs }] : [];
}
