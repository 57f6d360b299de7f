/** The only way to change the disk: applies the changes of shell commands and file tools, and undoes them. */
import { lstatSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseTaskId, type TaskId } from '../../contracts/ids.ts';
import type { CallId } from '../tool.ts';
import { type ApplyRequest, applyChanges } from './apply.ts';
import { createApplyingLock } from './applying-lock.ts';
import type { Entry } from './change.ts';
import { createDisk, type Disk } from './disk/disk.ts';
import { foldersIn, makeFolder, namesIn } from './disk/folders.ts';
import { type Draft, sweepDrafts, writeDraft } from './drafts.ts';
import { chainOf, forgetContinued, noteContinued } from './receipts/continued.ts';
import { type Forgotten, forgetReceipts, listReceipts, type TaskReceipts } from './receipts/forget-receipts.ts';
import { createOwnFiles } from './receipts/own-files.ts';
import { isReceiptOf, type Receipt, readReceipt } from './receipts/receipt.ts';
import { readHistory } from './receipts/receipt-history.ts';
import { needsRecovery, type Recovered, recoverAll } from './recover.ts';
import { type FileDiff, taskDiffs, type Write } from './task-diffs.ts';
import { type TaskChanges, type Undone, undo, undoable } from './undo/undo.ts';
import { planUndo, type UndoPlan } from './undo/undo-plan.ts';

/** `moved`: paths that changed in the meantime, which is why nothing was applied. */
export type Applied = { readonly applied: true } | { readonly applied: false; readonly moved: readonly string[] };

export type ChangeStore = {
  /**
   * Runs `act`, which reads files, while nothing is half applied. Other calls, and other programs, may change files while it runs: when its result is
   * applied, it is compared with the current state.
   */
  reading<T>(act: () => Promise<T>, signal: AbortSignal): Promise<T>;
  /** Applies the changes, all or none. If it fails, it restores everything and throws a system error or the signal's reason. */
  apply(request: ApplyRequest, signal: AbortSignal): Promise<Applied>;
  /** Writes new content to a file for a change to use; removed when it is disposed of. Throws like `apply`. */
  draft(content: string, signal: AbortSignal): Promise<Draft>;
  /** From now on, what the origin did also counts as work of the task. Throws a system error or `data_unwritable`. */
  continueFrom(task_id: TaskId, origin: TaskId): void;
  /** Reverses `continueFrom`. */
  leave(task_id: TaskId): void;
  /** The receipt of a call; undefined if nothing was applied, or if it has since been undone. */
  receiptOf(call: CallId): Promise<Receipt | undefined>;
  /** Whether the task created the entry at a path, and the entry is as the task left it. */
  isOwn(task_id: string, path: string, entry: Entry): Promise<boolean>;
  /** Completes or reverts what a dead process left half applied. Must be called before staging is cleaned up, which may contain the content. */
  recover(signal?: AbortSignal): Promise<readonly Recovered[]>;
  /** The changes of all tasks, newest first. */
  undoable(): Promise<readonly TaskChanges[]>;
  /** Whether the task changed something, and everything has been undone. */
  isUndone(task_id: TaskId): Promise<boolean>;
  /** The tasks among these of which that is true. */
  undoneAmong(task_ids: readonly TaskId[]): Promise<ReadonlySet<TaskId>>;
  /** What undoing a task, or an undo, would do; undefined if it changed nothing. */
  planUndo(id: string): Promise<UndoPlan | undefined>;
  /** Undoes the whole plan, or nothing if a path changed in the meantime. */
  undo(plan: UndoPlan, signal: AbortSignal): Promise<Undone>;
  /** The changes of a task to files, line by line. `isSecret`: whether the content of a file must not be shown. */
  diffs(
    task_id: string,
    isSecret: (path: string) => boolean,
    writes?: ReadonlyMap<string, readonly Write[]>,
  ): Promise<ReadonlyMap<string, FileDiff>>;
  /** The size and age of each task's receipts, including before-images, oldest first. */
  receipts(): Promise<readonly TaskReceipts[]>;
  /** Deletes the receipts of a task, so that its changes can no longer be undone. Does nothing while something is half applied. */
  forget(task_id: string, signal: AbortSignal): Promise<Forgotten>;
};

/** Creates the data folder when it is first needed. `disk` is for tests. */
export function openChanges(data: string, disk: Disk = createDisk()): ChangeStore {
  const folders = foldersIn(resolve(data));
  const lock = createApplyingLock(folders.data);
  const own = createOwnFiles(folders);
  let recovered: Recovered[] = [];
  const undoneAmong: ChangeStore['undoneAmong'] = async (ids) => {
    const { of, inEffect } = await readHistory(folders);
    return new Set(ids.filter((id) => of(id).length > 0 && inEffect(of(id)).length === 0));
  };

  /** Runs `act` while holding the lock, after recovering whatever is half applied. */
  async function exclusively<T>(signal: AbortSignal, act: () => Promise<T>): Promise<T> {
    makeFolder(folders.data);
    using _ = await lock(signal);
    recovered.push(...(await recoverAll(folders, disk)));
    return await act();
  }

  const apply: ChangeStore['apply'] = (request, signal) =>
    exclusively(signal, async () => {
      refuseOwnData(folders.data, request);
      const ended = await applyChanges(folders, request, disk, signal);
      const { task_id } = request.call;
      if ('receipt' in ended) {
        await own.add(task_id, ended.receipt.id, ended.changes);
        return { applied: true };
      }
      const { moved, left, kept, error } = ended;
      if (kept !== undefined) recovered.push({ task_id, title: request.title, outcome: 'taken back', left, kept });
      const half = left.filter(isThere);
      if (moved.length === 0) throw half.length > 0 ? notReverted(half, kept) : error;
      return { applied: false, moved };
    });

  return {
    apply,
    async reading(act, signal) {
      if (needsRecovery(folders)) await exclusively(signal, async () => {});
      signal.throwIfAborted();
      return await act();
    },
    async receiptOf({ task_id, key }) {
      if (needsRecovery(folders)) await exclusively(new AbortController().signal, async () => {}); // a half-applied receipt may belong to the task
      for (const each of chainOf(folders, parseTaskId(task_id)).toReversed()) {
        const folder = join(folders.undo, each);
        const id = namesIn(folder).findLast((name) => isReceiptOf(key, name));
        const receipt = id === undefined ? undefined : await readReceipt(join(folder, id));
        if (receipt?.key !== key) continue;
        const { inEffect } = await readHistory(folders);
        return inEffect([`${receipt.task_id}/${receipt.id}`]).length > 0 ? receipt : undefined;
      }
      return undefined;
    },
    continueFrom: (task_id, origin) => noteContinued(folders, task_id, origin),
    leave: (task_id) => forgetContinued(folders, task_id),
    draft: (content, signal) => writeDraft(folders, content, signal),
    isOwn: own.isOwn,
    async recover(signal = new AbortController().signal) {
      await sweepDrafts(folders);
      if (needsRecovery(folders)) await exclusively(signal, async () => {});
      const found = recovered;
      recovered = [];
      return found;
    },
    undoable: () => undoable(folders),
    isUndone: async (task_id) => (await undoneAmong([task_id])).has(task_id),
    undoneAmong,
    planUndo: async (id) => planUndo(folders, parseTaskId(id)),
    undo: (plan, signal) => undo(plan, (request) => apply(request, signal)),
    diffs: async (id, isSecret, writes) => taskDiffs(folders, parseTaskId(id), isSecret, writes),
    receipts: () => listReceipts(folders),
    forget: async (task_id, signal) => forgetReceipts(folders, parseTaskId(task_id), () => lock(signal)),
  };
}

/** Whether something exists at a path; false for a path that the system rejects. */
function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

/** The worst case: lists everything that could not be restored, and where the content is kept. */
const notReverted = (left: readonly string[], kept: string | undefined): Error =>
  Object.assign(
    new Error(`the changes were applied in part and could not be reverted: ${left.join(', ')}; the previous content is kept in ${kept}`),
    { code: 'EIO', errno: -5 },
  );

/** No permission covers this: artoo does not change its own data for any task. */
function refuseOwnData(data: string, { changes }: ApplyRequest): void {
  const real = realpathSync(data);
  const touched = changes.find(({ path }) => path === real || path.startsWith(`${real}/`));
  if (touched) throw Object.assign(new Error(`${touched.path} is in artoo's own data folder`), { code: 'EPERM', errno: -1 });
}
