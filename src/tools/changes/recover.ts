/** Completes or reverts what a dead process left half applied. The caller holds the lock, so no live process is still applying changes. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { finishTransaction } from './apply.ts';
import { openAnchors } from './disk/anchors.ts';
import type { Disk } from './disk/disk.ts';
import { type Folders, makeFolder, namesIn } from './disk/folders.ts';
import { readReceiptWithChanges } from './receipts/receipt.ts';

/** What was found half applied, and what was done about it. */
export type Recovered = {
  readonly task_id: string;
  readonly title: string;
  readonly outcome: 'finished' | 'taken back';
  /** Paths that changed in the meantime or could not be reached: they stay as they are. */
  readonly left: readonly string[];
  /** Where the previous content of those paths is. */
  readonly kept: string | undefined;
};

/** Whether something is half applied: because a process died, or because one is applying it and holds the lock. */
export const needsRecovery = ({ applying }: Folders): boolean => namesIn(applying).length > 0;

export async function recoverAll(folders: Folders, disk: Disk): Promise<readonly Recovered[]> {
  const recovered: Recovered[] = [];
  for (const id of namesIn(folders.applying)) {
    const found = await recoverOne(folders, id, disk);
    if (found) recovered.push(found);
  }
  return recovered;
}

async function recoverOne(folders: Folders, id: string, disk: Disk): Promise<Recovered | undefined> {
  const folder = join(folders.applying, id);
  const whole = await readReceiptWithChanges(folder);
  if (!whole) {
    await rm(folder, { recursive: true, force: true }); // the process ended before it had changed anything
    return undefined;
  }
  const { receipt, changes } = whole;
  makeFolder(join(folders.undo, receipt.task_id));
  using anchors = openAnchors();
  const transaction = { id, folder, changes, opened: receipt.opened, isStaged: receipt.undoes.length === 0, disk, anchors };
  const ended = await finishTransaction(folders, transaction, receipt, { isFirst: false });
  const { task_id, title } = receipt;
  if ('receipt' in ended) return { task_id, title, outcome: 'finished', left: [], kept: undefined };
  return { task_id, title, outcome: 'taken back', left: ended.left, kept: ended.kept };
}
