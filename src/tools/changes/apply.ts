/** Makes the changes of a call real, all or none, and keeps a receipt. The caller holds the writer's side of the lock. */
import { closeSync, constants, openSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseTaskId } from '../../contracts/ids.ts';
import type { Json } from '../../contracts/json.ts';
import type { CallId } from '../tool.ts';
import type { Change } from './change.ts';
import { openAnchors } from './disk/anchors.ts';
import type { Disk } from './disk/disk.ts';
import { type Folders, makeFolder, namesIn } from './disk/folders.ts';
import { hashIfReadable } from './disk/hash-of.ts';
import { countsOf, type Receipt, receiptId, writeReceipt } from './receipts/receipt.ts';
import type { Job } from './steps/job.ts';
import { type Numbered, numbered } from './steps/ordered-change.ts';
import { type RunStepsOptions, runSteps } from './steps/run-steps.ts';
import { verify } from './steps/verify.ts';

export type Applying = {
  readonly call: CallId;
  /** What was called, for people. */
  readonly title: string;
  readonly changes: readonly Change[];
  /** What the call returns once they are real. */
  readonly result: Json;
  /** The receipts whose changes are taken back by these, and the task, or the undo, that they are of. */
  readonly undoes?: readonly string[];
  readonly undo_of?: string;
};

/** What became of it: its receipt, or the paths that are no longer what they were. `left` could not be brought back and is kept. */
export type Ended =
  | { readonly receipt: Receipt; readonly changes: readonly Numbered[] }
  | { readonly moved: readonly string[]; readonly left: readonly string[]; readonly error: unknown; readonly kept: string | undefined };

/** Throws a system error, or the signal's reason, when it fails before anything is done. */
export async function applyChanges(folders: Folders, applying: Applying, disk: Disk, signal: AbortSignal): Promise<Ended> {
  const task = parseTaskId(applying.call.task_id);
  using anchors = openAnchors();
  const { moved, changes: found, opened } = await verify({ anchors }, numbered(applying.changes), signal);
  if (moved.length > 0) return { moved, left: [], error: undefined, kept: undefined };
  const changes = await withHashes(found, signal);
  await flush(changes);
  const now = new Date();
  const id = receiptId(now, applying.call.key, namesIn(join(folders.undo, task)).at(-1));
  const { call, title, result, undoes = [], undo_of } = applying;
  const of = undo_of === undefined ? {} : { undo_of };
  const time = now.toISOString();
  const receipt: Receipt = { format: 1, id, ...call, title, time, undoes, ...of, counts: countsOf(changes), opened, result };
  const job = { id, folder: join(folders.applying, id), changes, opened, isStaged: undoes.length === 0, disk, anchors };
  await begin(folders, job, receipt);
  return await finishJob(folders, job, receipt, { isFirst: true, signal }); // the anchors are needed until then
}

/** By its hash a new file is known again, whatever happens on the way. */
async function withHashes(changes: readonly Numbered[], signal: AbortSignal): Promise<readonly Numbered[]> {
  const known: Numbered[] = [];
  for (const change of changes) {
    const { after, from } = change;
    const isUnread = after?.kind === 'file' && after.hash === '' && from !== undefined;
    known.push(isUnread ? { ...change, after: { ...after, hash: await hashIfReadable(from, signal) } } : change);
  }
  return known;
}

/** What many files hold is left to the system, as every copying program does. */
const maxFlushed = 64;

async function flush(changes: readonly Numbered[]): Promise<void> {
  const contents = changes.flatMap(({ after, from }) => (after?.kind === 'file' && from !== undefined ? [from] : []));
  if (contents.length > maxFlushed) return;
  for (const from of contents) {
    await using file = await open(from, constants.O_RDONLY | constants.O_NONBLOCK).catch(() => undefined); // what cannot be read can be moved
    await file?.sync();
  }
}

/** From here on the receipt says what is under way. */
async function begin(folders: Folders, { folder, changes, disk }: Job, receipt: Receipt): Promise<void> {
  makeFolder(folders.applying);
  makeFolder(join(folders.undo, receipt.task_id));
  try {
    disk.mkdir(folder);
    disk.mkdir(join(folder, 'before'));
    await writeReceipt(folder, receipt, changes, disk);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** Carries it out; then the receipt moves to where it counts, or away with all that was done. Never throws for what it meets on the way. */
export async function finishJob(folders: Folders, job: Job, receipt: Receipt, options: Omit<RunStepsOptions, 'finish'>): Promise<Ended> {
  const { id, folder, changes, disk } = job;
  const home = join(folders.undo, receipt.task_id);
  const carried = await runSteps(job, { ...options, finish: () => disk.rename(folder, join(home, id)) });
  if (carried.done) {
    syncFolder(home, disk);
    return { receipt, changes };
  }
  const { moved, left, error } = carried;
  if (left.length === 0) {
    await rm(folder, { recursive: true, force: true });
    return { moved, left, error, kept: undefined };
  }
  makeFolder(folders.kept);
  const kept = join(folders.kept, id);
  disk.rename(folder, kept);
  return { moved, left, error, kept };
}

/** As far as it goes: what is done is done, and only a failing machine would forget it. */
function syncFolder(path: string, disk: Disk): void {
  const fd = openSync(path, 'r');
  try {
    disk.sync(fd);
  } catch {
    // some file systems cannot
  } finally {
    closeSync(fd);
  }
}
