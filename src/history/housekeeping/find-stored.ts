/** What lies in a data folder, and how it stands: all that housekeeping is planned from. Nothing is changed. */
import { lstatSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import type { TaskId } from '../../contracts/ids.ts';
import { compressedPath, journalPath } from '../../journal/files.ts';
import { readGzipTime } from '../../journal/gzip-time.ts';
import type { ChangeStore } from '../../tools/changes/change-store.ts';
import { isCompressed, namesIn, type TaskFile, taskIn } from '../tasks/task-list.ts';
import { examine } from '../tasks/task-summary.ts';
import type { Found, JournalFound, PartFound } from './plan-housekeeping.ts';

/** Throws `data_unwritable` when it cannot be looked into, and the signal's reason. */
export async function findStored(data: string, changes: Pick<ChangeStore, 'receipts'>, signal: AbortSignal): Promise<Found> {
  const receipts = await changes.receipts(); // first: a task has a journal before it has a receipt, so that none is taken for one without
  const names = namesIn(join(data, 'tasks'));
  const journals: JournalFound[] = [];
  for (const task_id of new Set(names.flatMap((name) => taskIn(name) ?? []))) {
    signal.throwIfAborted();
    const journal = await journalOf(data, task_id);
    if (journal) journals.push(journal);
  }
  return { journals, receipts, parts: names.flatMap((name) => (name.endsWith('.part') ? partAt(join(data, 'tasks'), name) : [])) };
}

/** Of one under both names the plain one counts. A link, or whatever else is no file, is not ours to touch. Nothing when there is none. */
export async function journalOf(data: string, task_id: TaskId): Promise<JournalFound | undefined> {
  const path = journalPath(data, task_id);
  // In this order: one that is just being compressed has its second name before it loses the first.
  const [plain, compressed] = [look(path), look(compressedPath(path))];
  if (!plain && !compressed) return undefined;
  const sizes = { plain: plain?.size ?? 0, compressed: compressed?.size ?? 0 };
  const areFiles = [plain, compressed].every((stats) => stats === undefined || stats.isFile());
  const status = areFiles ? await statusOf({ task_id, path: plain ? path : compressedPath(path) }) : unreadable;
  return { task_id, ...sizes, ...status };
}

type Stands = Pick<JournalFound, 'state' | 'ended'>;
const unreadable: Stands = { state: 'unreadable', ended: 0 };

async function statusOf(task: TaskFile): Promise<Stands> {
  const told = isCompressed(task.path) ? await readGzipTime(task.path).catch(() => undefined) : undefined;
  if (told !== undefined) return { state: 'ended', ended: told };
  const { status, isHeld } = await examine(task);
  if (status.state === 'ended') return { state: 'ended', ended: Date.parse(status.ended) };
  return { state: isHeld ? 'running' : status.state, ended: 0 };
}

const look = (path: string): Stats | undefined => lstatSync(path, { throwIfNoEntry: false });

function partAt(folder: string, name: string): readonly PartFound[] {
  const stats = look(join(folder, name));
  return stats?.isFile() ? [{ name, bytes: stats.size, time: stats.mtimeMs }] : [];
}
