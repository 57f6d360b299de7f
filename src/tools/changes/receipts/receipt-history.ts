/** All receipts, and which of them are in effect: an undo has a receipt too, and can itself be undone. */
import { join } from 'node:path';
import { type Folders, namesIn } from '../disk/folders.ts';
import { chainOf } from './continued.ts';
import { isReceiptOf, readReceipt, undoKey } from './receipt.ts';

/** Identifies a receipt among all tasks: ids are unique only within a task. */
export type ReceiptRef = `${string}/${string}`;

export type History = {
  readonly tasks: readonly string[];
  /** The receipts of a task, oldest first, preceded by those of the task that it continues. */
  of(task_id: string): readonly ReceiptRef[];
  /**
   * What has to be undone so that none of these receipts is in effect, oldest first: the receipt itself or, if its changes were undone and restored,
   * the undo that restored them. Receipts that have been undone are left out.
   */
  inEffect(refs: readonly ReceiptRef[]): readonly ReceiptRef[];
};

export async function readHistory({ undo, continued }: Folders): Promise<History> {
  const named = namesIn(undo);
  const tasks = [...new Set([...named, ...namesIn(continued)])].sort();
  const ownOf = (task_id: string) => namesIn(join(undo, task_id)).map((id): ReceiptRef => `${task_id}/${id}`);
  const of = (task_id: string) => chainOf({ continued }, task_id).flatMap(ownOf);
  const undoneBy = new Map<string, ReceiptRef>();
  for (const ref of named.flatMap(ownOf).filter((name) => isReceiptOf(undoKey, name))) {
    const receipt = await readReceipt(join(undo, ref));
    for (const undone of receipt?.undoes ?? []) undoneBy.set(undone, ref);
  }

  function lastOf(ref: ReceiptRef): readonly ReceiptRef[] {
    let last = ref;
    let isUndone = false;
    for (let by = undoneBy.get(last); by !== undefined; by = undoneBy.get(last)) {
      last = by;
      isUndone = !isUndone;
    }
    return isUndone ? [] : [last];
  }

  const idOf = (ref: ReceiptRef): string => ref.slice(ref.indexOf('/') + 1);
  return {
    tasks,
    of,
    inEffect: (refs) => [...new Set(refs.flatMap(lastOf))].sort((a, b) => (idOf(a) < idOf(b) ? -1 : 1)),
  };
}
