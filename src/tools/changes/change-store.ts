/** The one door to the disk: changes of shell commands and file tools become real here, and can be taken back. */
import { lstatSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseTaskId } from '../../contracts/ids.ts';
import type { CallId } from '../tool.ts';
import { type ApplyRequest, applyChanges } from './apply.ts';
import type { Entry } from './change.ts';
import { createDisk, type Disk } from './disk/disk.ts';
import { foldersIn, makeFolder, namesIn } from './disk/folders.ts';
import { type Draft, sweepDrafts, writeDraft } from './drafts.ts';
import { createReadWriteLock } from './read-write-lock.ts';
import { type Forgotten, forgetReceipts, listReceipts, type TaskReceipts } from './receipts/forget-receipts.ts';
import { createOwnFiles } from './receipts/own-files.ts';
import { isReceiptOf, type Receipt, readReceipt } from './receipts/receipt.ts';
import { readHistory } from './receipts/receipt-history.ts';
import { needsRecovery, type Recovered, recoverAll } from './recover.ts';
import { type TaskChanges, type Undone, undo, undoable } from './undo/undo.ts';
import { planUndo, type UndoPlan } from './undo/undo-plan.ts';

/** `moved`: paths that are no longer what they were; nothing was done. */
export type Applied = { readonly applied: true } | { readonly applied: false; readonly moved: readonly string[] };

export type ChangeStore = {
  /** Runs `act` while nothing is applied: what it sees stays as it is. It must not apply anything itself. */
  reading<T>(act: () => Promise<T>, signal: AbortSignal): Promise<T>;
  /** Makes the changes real, all or none. Throws a system error, or the signal's reason, with everything as it was before. */
  apply(applying: ApplyRequest, signal: AbortSignal): Promise<Applied>;
  /** Content for a change of a tool that has none lying anywhere; gone when it is disposed. Throws like `apply`. */
  draft(content: string, signal: AbortSignal): Promise<Draft>;
  /** What is kept of a call that was applied; nothing when it was not, or was undone since. */
  receiptOf(call: CallId): Promise<Receipt | undefined>;
  /** Whether what stands at a path is the task's own: created by it, and as it left it. */
  isOwn(task_id: string, path: string, entry: Entry): Promise<boolean>;
  /** Finishes or takes back what a dead process left half applied. To be called before staging is cleaned up: it may need what is there. */
  recover(signal?: AbortSignal): Promise<readonly Recovered[]>;
  /** What tasks changed, newest first. */
  undoable(): Promise<readonly TaskChanges[]>;
  /** What an undo of a task, or of an undo, would do; nothing when it changed nothing. */
  planUndo(id: string): Promise<UndoPlan | undefined>;
  /** Does what was planned, all or nothing: not when something changed since. */
  undo(plan: UndoPlan, signal: AbortSignal): Promise<Undone>;
  /** The receipts of each task with their before-images: how large and how old they are, oldest first. */
  receipts(): Promise<readonly TaskReceipts[]>;
  /** Removes the receipts of a task for ever: what it changed can no longer be taken back. Not while something is half applied. */
  forget(task_id: string, signal: AbortSignal): Promise<Forgotten>;
};

/** Makes the data folder when it is first needed. `disk` is for tests. */
export function openChanges(data: string, disk: Disk = createDisk()): ChangeStore {
  const folders = foldersIn(resolve(data));
  const lock = createReadWriteLock(folders.data);
  const own = createOwnFiles(folders);
  let recovered: Recovered[] = [];

  /** With the writer's side, and nothing half done. */
  async function exclusively<T>(signal: AbortSignal, act: () => Promise<T>): Promise<T> {
    makeFolder(folders.data);
    using _ = await lock.exclusive(signal);
    recovered.push(...(await recoverAll(folders, disk)));
    return await act();
  }

  const apply: ChangeStore['apply'] = (applying, signal) =>
    exclusively(signal, async () => {
      refuseOwnData(folders.data, applying);
      const ended = await applyChanges(folders, applying, disk, signal);
      const { task_id } = applying.call;
      if ('receipt' in ended) {
        await own.add(task_id, ended.receipt.id, ended.changes);
        return { applied: true };
      }
      const { moved, left, kept, error } = ended;
      if (kept !== undefined) recovered.push({ task_id, title: applying.title, outcome: 'taken back', left, kept });
      const half = left.filter(isThere);
      if (moved.length === 0) throw half.length > 0 ? notTakenBack(half, kept) : error;
      return { applied: false, moved };
    });

  return {
    apply,
    async reading(act, signal) {
      makeFolder(folders.data);
      for (;;) {
        {
          using _ = await lock.shared(signal);
          if (!needsRecovery(folders)) return await act();
        }
        await exclusively(signal, async () => {});
      }
    },
    async receiptOf({ task_id, key }) {
      if (needsRecovery(folders)) await exclusively(new AbortController().signal, async () => {}); // it may be among what is half done
      const home = join(folders.undo, parseTaskId(task_id));
      const id = namesIn(home).findLast((name) => isReceiptOf(key, name));
      const receipt = id === undefined ? undefined : await readReceipt(join(home, id));
      if (receipt?.key !== key) return undefined;
      const { inEffect } = await readHistory(folders);
      return inEffect([`${receipt.task_id}/${receipt.id}`]).length > 0 ? receipt : undefined;
    },
    draft: (content, signal) => writeDraft(folders, content, signal),
    isOwn: own.isOwn,
    async recover(signal = new AbortController().signal) {
      await sweepDrafts(folders);
      if (needsRecovery(folders)) await exclusively(signal, async () => {});
      const told = recovered;
      recovered = [];
      return told;
    },
    undoable: () => undoable(folders),
    planUndo: async (id) => planUndo(folders, parseTaskId(id)),
    undo: (plan, signal) => undo(plan, (applying) => apply(applying, signal)),
    receipts: () => listReceipts(folders),
    forget: async (task_id, signal) => forgetReceipts(folders, parseTaskId(task_id), () => lock.exclusive(signal)),
  };
}

/** What cannot even be named is not there. */
function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

/** The worst that can happen: it is said in full, with where everything is kept. */
const notTakenBack = (left: readonly string[], kept: string | undefined): Error =>
  Object.assign(new Error(`half of it was done and could not be taken back: ${left.join(', ')}; what stood there is kept in ${kept}`), {
    code: 'EIO',
    errno: -5,
  });

/** Whatever is allowed: what artoo keeps is no part of what it works on. */
function refuseOwnData(data: string, { changes }: ApplyRequest): void {
  const real = realpathSync(data);
  const touched = changes.find(({ path }) => path === real || path.startsWith(`${real}/`));
  if (touched) throw Object.assign(new Error(`${touched.path} is in artoo's own data folder`), { code: 'EPERM', errno: -1 });
}
