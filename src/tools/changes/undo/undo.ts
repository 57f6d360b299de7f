/** Lists what can be undone, and undoes it by applying the changes in reverse. */
import { join } from 'node:path';
import { newTaskId, type TaskId } from '../../../contracts/ids.ts';
import type { ApplyRequest } from '../apply.ts';
import type { Applied } from '../change-store.ts';
import type { Folders } from '../disk/folders.ts';
import { type Counts, type Receipt, readReceipt, totalOf, undoKey, undoneBy } from '../receipts/receipt.ts';
import { readHistory } from '../receipts/receipt-history.ts';
import type { Conflict, UndoPlan } from './undo-plan.ts';

/** The changes of a task, or of an undo. */
export type TaskChanges = {
  readonly id: string;
  /** When it made its latest change. */
  readonly time: string;
  /** The titles of the calls, newest first. */
  readonly titles: readonly string[];
  readonly counts: Counts;
  readonly undone: boolean;
  /** For an undo: the task or undo that it reversed. */
  readonly undo_of?: string;
};

/** Everything that can be undone, newest first. */
export async function undoable(folders: Folders): Promise<readonly TaskChanges[]> {
  const history = await readHistory(folders);
  const all: TaskChanges[] = [];
  for (const id of history.tasks.toReversed()) {
    const refs = history.of(id);
    const receipts: Receipt[] = [];
    for (const ref of refs.toReversed()) {
      const receipt = await readReceipt(join(folders.undo, ref));
      if (receipt && totalOf(receipt.counts) > 0) receipts.push(receipt);
    }
    const [newest] = receipts;
    if (!newest) continue;
    const undo_of = undoneBy(newest);
    const undone = history.inEffect(refs).length === 0;
    const titles = receipts.map(({ title }) => title);
    all.push({ id, time: newest.time, titles, counts: sumOf(receipts), undone, ...(undo_of !== undefined && { undo_of }) });
  }
  return all.sort((a, b) => (a.time === b.time ? 0 : a.time > b.time ? -1 : 1));
}

export type Undone = { readonly undone: true; readonly id: TaskId } | { readonly undone: false; readonly conflicts: readonly Conflict[] };

/** Undoes the whole plan or nothing, under a new id, so that the undo can itself be undone. */
export async function undo(plan: UndoPlan, apply: (request: ApplyRequest) => Promise<Applied>): Promise<Undone> {
  const { id: undone, changes, conflicts, undoes } = plan;
  if (conflicts.length > 0 || changes.length === 0) return { undone: false, conflicts };
  const id = newTaskId(new Date());
  const call = { task_id: id, key: undoKey };
  const applied = await apply({ call, title: `undo of ${undone}`, changes, result: null, undoes, undo_of: undone });
  if (applied.applied) return { undone: true, id };
  return { undone: false, conflicts: applied.moved.map((path) => ({ path, why: 'changed since' })) };
}

function sumOf(receipts: readonly Receipt[]): Counts {
  const sum = (kind: keyof Counts) => receipts.reduce((count, { counts }) => count + counts[kind], 0);
  return { created: sum('created'), changed: sum('changed'), deleted: sum('deleted'), metadata: sum('metadata') };
}
