/** Lists receipts by task, and deletes them: all receipts of a task at once, so that no undo ever finds only some of them. */
import { randomUUID } from 'node:crypto';
import { renameSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { errnoOf } from '../../../contracts/errno.ts';
import { type TaskId, TaskId as TaskIds } from '../../../contracts/ids.ts';
import { type Folders, makeFolder, namesIn } from '../disk/folders.ts';
import { statsAt } from '../disk/stamp.ts';
import { createYielder } from '../disk/yielder.ts';
import { needsRecovery } from '../recover.ts';
import { continuations } from './continued.ts';
import { isReceiptOf, readReceipt, undoKey } from './receipt.ts';

/** What is needed to undo one task, one tried command or one undo. */
export type TaskReceipts = {
  readonly task_id: TaskId;
  readonly bytes: number;
  /** When the task made its latest change, in milliseconds. */
  readonly time: number;
  /** The tasks or undos that it undid, and the task that continues it: their receipts cannot be used without this task's. */
  readonly undoes: readonly string[];
};

/** All receipts, oldest first. Throws system errors. */
export async function listReceipts({ undo, continued }: Folders): Promise<readonly TaskReceipts[]> {
  const yieldIfDue = createYielder();
  const goingOn = continuations({ continued });
  const all: TaskReceipts[] = [];
  for (const name of namesIn(undo)) {
    const id = TaskIds.safeParse(name);
    const folder = join(undo, name);
    const stats = statsAt(folder);
    if (!id.success || !stats?.isDirectory()) continue; // not one of artoo's folders
    const receipts = namesIn(folder);
    const written = Number.parseInt(receipts.at(-1) ?? '', 36); // a receipt's name begins with its time
    const time = Number.isNaN(written) ? Number(stats.mtimeMs) : written;
    const later = goingOn.get(id.data);
    const undoes = [...(await tasksUndoneBy(folder, receipts)), ...(later === undefined ? [] : [later])];
    all.push({ task_id: id.data, bytes: await sizeOf(folder, yieldIfDue), time, undoes });
  }
  return all.sort((a, b) => a.time - b.time);
}

async function sizeOf(path: string, yieldIfDue: () => Promise<void> | undefined): Promise<number> {
  await yieldIfDue();
  const stats = statsAt(path);
  if (!stats?.isDirectory()) return Number(stats?.size ?? 0);
  let bytes = 0;
  for (const name of namesIn(path)) bytes += await sizeOf(join(path, name), yieldIfDue);
  return bytes;
}

async function tasksUndoneBy(folder: string, receipts: readonly string[]): Promise<readonly string[]> {
  const tasks = new Set<string>();
  for (const id of receipts.filter((name) => isReceiptOf(undoKey, name))) {
    const receipt = await readReceipt(join(folder, id));
    for (const ref of receipt?.undoes ?? []) tasks.add(ref.slice(0, ref.indexOf('/')));
  }
  return [...tasks];
}

/** `half applied`: a process died while changing files, and recovery may need the receipts, so nothing was deleted. */
export type Forgotten = 'forgotten' | 'nothing there' | 'half applied';

/** Moves the receipts aside under the lock, then deletes them. Throws system errors. */
export async function forgetReceipts(folders: Folders, task_id: TaskId, exclusive: () => Promise<Disposable>): Promise<Forgotten> {
  const folder = join(folders.undo, task_id);
  if (!statsAt(folder)) return 'nothing there';
  const forgotten = await moveAside(folders, folder, exclusive);
  // Includes those moved by a killed process. No receipt in this folder is in effect, so no lock is needed; the folder stays, because another process
  // may be moving receipts into it.
  for (const name of namesIn(folders.forgotten)) await rm(join(folders.forgotten, name), { recursive: true, force: true, maxRetries: 3 });
  return forgotten;
}

async function moveAside(folders: Folders, folder: string, exclusive: () => Promise<Disposable>): Promise<Forgotten> {
  makeFolder(folders.forgotten);
  using _ = await exclusive();
  if (needsRecovery(folders)) return 'half applied';
  try {
    renameSync(folder, join(folders.forgotten, randomUUID()));
    return 'forgotten';
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return 'nothing there';
    throw error;
  }
}
