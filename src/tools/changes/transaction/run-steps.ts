/** Applies all changes of a transaction, or none. */
import { createYielder } from '../disk/yielder.ts';
import { stepsTo } from './steps.ts';
import type { Transaction } from './transaction.ts';

/** Why nothing was applied. `left`: paths that could not be restored; their previous content is still in the receipt's folder. */
export type Reverted = { readonly moved: readonly string[]; readonly error: unknown; readonly left: readonly string[] };

export type RunStepsOptions = {
  /** Whether this is the first run rather than a recovery. */
  readonly isFirst: boolean;
  /** Called when all steps are done: puts the receipt into effect. */
  readonly finish: () => void;
  readonly signal?: AbortSignal;
};

/** Reverts everything if a path changed in the meantime, a system call fails or the signal fires; undefined if all steps are done. Never throws. */
export async function runSteps(transaction: Transaction, options: RunStepsOptions): Promise<Reverted | undefined> {
  let moved: readonly string[] = [];
  let error: unknown;
  try {
    moved = await apply(transaction, options);
    if (moved.length === 0) {
      options.finish();
      return undefined;
    }
  } catch (thrown) {
    error = thrown;
  }
  return { moved, error, left: await revert(transaction) };
}

/** Stops at the first path that is in an unexpected state, and returns it. */
async function apply(transaction: Transaction, { isFirst, signal }: RunStepsOptions): Promise<readonly string[]> {
  const yieldIfDue = createYielder();
  for (const { path, make } of stepsTo('after', transaction, isFirst)) {
    signal?.throwIfAborted();
    if (!(await make())) return [path];
    await yieldIfDue();
  }
  return [];
}

/** Best effort: a path that cannot be restored must not stop the others. */
async function revert(transaction: Transaction): Promise<readonly string[]> {
  const yieldIfDue = createYielder();
  const left = new Set<string>();
  for (const { path, make } of stepsTo('before', transaction, false)) {
    try {
      if (!(await make())) left.add(path);
    } catch {
      left.add(path);
    }
    await yieldIfDue();
  }
  return [...left];
}
