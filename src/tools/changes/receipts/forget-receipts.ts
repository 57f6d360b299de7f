/** The receipts that are there, by task, and how they go: all of a task at once, so that no undo ever finds a part of them. */
import { randomUUID } from 'node:crypto';
import { renameSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { errnoOf } from '../../../contracts/errno.ts';
import { type TaskId, TaskId as TaskIds } from '../../../contracts/ids.ts';
import { createBreather } from '../disk/breather.ts';
import { type Folders, makeFolder, namesIn } from '../disk/folders.ts';
import { look } from '../disk/stamp.ts';
import { hasLeftovers } from '../recover.ts';
import { isOf, readReceipt, undoKey } from './receipt.ts';

/** What is kept for an undo of one task, of one command that was tried, or of one undo. */
export type TaskReceipts = {
  readonly task_id: TaskId;
  readonly bytes: number;
  /** When it last changed something, in milliseconds. */
  readonly time: number;
  /** The tasks that it took back, or whose undo. */
  readonly undoes: readonly string[];
};

/** Oldest first. Throws system errors. */
export async function listReceipts({ undo }: Folders): Promise<readonly TaskReceipts[]> {
  const breathe = createBreather();
  const all: TaskReceipts[] = [];
  for (const name of namesIn(undo)) {
    const id = TaskIds.safeParse(name);
    const home = join(undo, name);
    const stats = look(home);
    if (!id.success || !stats?.isDirectory()) continue; // not ours
    const receipts = namesIn(home);
    const written = Number.parseInt(receipts.at(-1) ?? '', 36); // a receipt's name begins with its time
    const time = Number.isNaN(written) ? Number(stats.mtimeMs) : written;
    all.push({ task_id: id.data, bytes: await sizeOf(home, breathe), time, undoes: await tasksUndoneBy(home, receipts) });
  }
  return all.sort((a, b) => a.time - b.time);
}

async function sizeOf(path: string, breathe: () => Promise<void> | undefined): Promise<number> {
  await breathe();
  const stats = look(path);
  if (!stats?.isDirectory()) return Number(stats?.size ?? 0);
  let bytes = 0;
  for (const name of namesIn(path)) bytes += await sizeOf(join(path, name), breathe);
  return bytes;
}

async function tasksUndoneBy(home: string, receipts: readonly string[]): Promise<readonly string[]> {
  const tasks = new Set<string>();
  for (const id of receipts.filter((name) => isOf(undoKey, name))) {
    const receipt = await readReceipt(join(home, id));
    for (const ref of receipt?.undoes ?? []) tasks.add(ref.slice(0, ref.indexOf('/')));
  }
  return [...tasks];
}

/** `half applied`: a process died while it changed files, and what is kept may be needed to finish that; nothing was removed. */
export type Forgotten = 'forgotten' | 'nothing there' | 'half applied';

/** Takes them away from where they count under the writer's side of the lock, then removes them. Throws system errors. */
export async function forget(folders: Folders, task_id: TaskId, exclusive: () => Promise<Disposable>): Promise<Forgotten> {
  const home = join(folders.undo, task_id);
  if (!look(home)) return 'nothing there';
  const forgotten = await takeAway(folders, home, exclusive);
  await sweep(folders);
  return forgotten;
}

async function takeAway(folders: Folders, home: string, exclusive: () => Promise<Disposable>): Promise<Forgotten> {
  makeFolder(folders.forgotten);
  using _ = await exclusive();
  if (hasLeftovers(folders)) return 'half applied';
  try {
    renameSync(home, join(folders.forgotten, randomUUID()));
    return 'forgotten';
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return 'nothing there';
    throw error;
  }
}

/** Also what a killed process took away. Nothing there counts, so no lock is needed; the folder stays for whoever is just taking something there. */
async function sweep({ forgotten }: Folders): Promise<void> {
  for (const name of namesIn(forgotten)) await rm(join(forgotten, name), { recursive: true, force: true, maxRetries: 3 });
}
