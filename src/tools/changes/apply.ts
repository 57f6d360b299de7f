/** Applies the changes of a call, all or none, and keeps a receipt. The caller holds the lock. */
import { closeSync, constants, openSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseTaskId } from '../../contracts/ids.ts';
import type { Json } from '../../contracts/shapes/json.ts';
import type { CallId } from '../tool.ts';
import type { Change } from './change.ts';
import { openAnchors } from './disk/anchors.ts';
import type { Disk } from './disk/disk.ts';
import { type Folders, makeFolder, namesIn } from './disk/folders.ts';
import { hashIfReadable } from './disk/hash-of.ts';
import { countsOf, type Receipt, receiptId, writeReceipt } from './receipts/receipt.ts';
import { checkUnchanged } from './transaction/check-unchanged.ts';
import { type OrderedChange, orderChanges } from './transaction/ordered-change.ts';
import { type Reverted, type RunStepsOptions, runSteps } from './transaction/run-steps.ts';
import type { Transaction } from './transaction/transaction.ts';

export type ApplyRequest = {
  readonly call: CallId;
  /** The title of the call, for people. */
  readonly title: string;
  readonly changes: readonly Change[];
  /** What the call returns once the changes are applied. */
  readonly result: Json;
  /** The receipts that these changes undo, and the task or undo to which those receipts belong. */
  readonly undoes?: readonly string[];
  readonly undo_of?: string;
};

/**
 * The receipt, or why nothing was applied: `moved` lists paths that changed in the meantime; the paths in `left` could not be restored, and `kept` is
 * where their content is.
 */
export type ApplyResult =
  | { readonly receipt: Receipt; readonly changes: readonly OrderedChange[] }
  | (Reverted & { readonly kept: string | undefined });

/** Throws a system error, or the signal's reason, if it fails before it has changed anything. */
export async function applyChanges(folders: Folders, request: ApplyRequest, disk: Disk, signal: AbortSignal): Promise<ApplyResult> {
  const task = parseTaskId(request.call.task_id);
  using anchors = openAnchors();
  const { moved, changes: found, opened } = await checkUnchanged({ anchors }, orderChanges(request.changes), signal);
  if (moved.length > 0) return { moved, left: [], error: undefined, kept: undefined };
  const changes = await withHashes(found, signal);
  await flush(changes);
  const now = new Date();
  const id = receiptId(now, request.call.key, namesIn(join(folders.undo, task)).at(-1));
  const { call, title, result, undoes = [], undo_of } = request;
  const of = undo_of === undefined ? {} : { undo_of };
  const time = now.toISOString();
  const receipt: Receipt = { format: 1, id, ...call, title, time, undoes, ...of, counts: countsOf(changes), opened, result };
  const transaction = { id, folder: join(folders.applying, id), changes, opened, isStaged: undoes.length === 0, disk, anchors };
  await begin(folders, transaction, receipt);
  return await finishTransaction(folders, transaction, receipt, { isFirst: true, signal }); // awaited, because the anchors must stay open
}

/** Adds the hashes of new files, which recovery needs to recognise them. */
async function withHashes(changes: readonly OrderedChange[], signal: AbortSignal): Promise<readonly OrderedChange[]> {
  const known: OrderedChange[] = [];
  for (const change of changes) {
    const { after, from } = change;
    const isUnread = after?.kind === 'file' && after.hash === '' && from !== undefined;
    known.push(isUnread ? { ...change, after: { ...after, hash: await hashIfReadable(from, signal) } } : change);
  }
  return known;
}

/** The number of files that are flushed one by one; if there are more, flushing is left to the system, as programs that copy files do. */
const maxFlushed = 64;

async function flush(changes: readonly OrderedChange[]): Promise<void> {
  const contents = changes.flatMap(({ after, from }) => (after?.kind === 'file' && from !== undefined ? [from] : []));
  if (contents.length > maxFlushed) return;
  for (const from of contents) {
    await using file = await open(from, constants.O_RDONLY | constants.O_NONBLOCK).catch(() => undefined); // even an unreadable file can be moved
    await file?.sync();
  }
}

/** Writes the receipt first: from then on, it shows what is in progress. */
async function begin(folders: Folders, { folder, changes, disk }: Transaction, receipt: Receipt): Promise<void> {
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

/** Runs the steps, then moves the receipt to its final place, or removes it once everything has been restored. Never throws if a step fails. */
export async function finishTransaction(
  folders: Folders,
  transaction: Transaction,
  receipt: Receipt,
  options: Omit<RunStepsOptions, 'finish'>,
): Promise<ApplyResult> {
  const { id, folder, changes, disk } = transaction;
  const receipts = join(folders.undo, receipt.task_id);
  const reverted = await runSteps(transaction, { ...options, finish: () => disk.rename(folder, join(receipts, id)) });
  if (!reverted) {
    syncFolder(receipts, disk);
    return { receipt, changes };
  }
  if (reverted.left.length === 0) {
    await rm(folder, { recursive: true, force: true });
    return { ...reverted, kept: undefined };
  }
  makeFolder(folders.kept);
  const kept = join(folders.kept, id);
  disk.rename(folder, kept);
  return { ...reverted, kept };
}

/** Best effort: the rename has been made, and only a power failure could lose it. */
function syncFolder(path: string, disk: Disk): void {
  const fd = openSync(path, 'r');
  try {
    disk.sync(fd);
  } catch {
    // some file systems cannot sync a folder
  } finally {
    closeSync(fd);
  }
}
