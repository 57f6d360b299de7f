/** Makes all changes of a transaction real, or none. */
import { createYielder } from '../disk/yielder.ts';
import { stepsTo } from './steps.ts';
import type { Transaction } from './transaction.ts';

/** `left`: paths that could not be brought back to what they were. What stood there is still in the receipt's folder. */
export type StepsResult =
  | { readonly done: true }
  | { readonly done: false; readonly moved: readonly string[]; readonly error: unknown; readonly left: readonly string[] };

export type RunStepsOptions = {
  /** Nothing of it was done before. */
  readonly isFirst: boolean;
  /** Makes it count. */
  readonly finish: () => void;
  readonly signal?: AbortSignal;
};

/** Goes back when a path is not what it was, a system call fails or the signal fires. Never throws. */
export async function runSteps(transaction: Transaction, options: RunStepsOptions): Promise<StepsResult> {
  let moved: readonly string[] = [];
  let error: unknown;
  try {
    moved = await goForward(transaction, options);
    if (moved.length === 0) {
      options.finish();
      return { done: true };
    }
  } catch (thrown) {
    error = thrown;
  }
  return { done: false, moved, error, left: await goBack(transaction) };
}

/** The path at which something else stands, if there is one: nothing is done behind it. */
async function goForward(transaction: Transaction, { isFirst, signal }: RunStepsOptions): Promise<readonly string[]> {
  const yieldIfDue = createYielder();
  for (const { path, make } of stepsTo('after', transaction, isFirst)) {
    signal?.throwIfAborted();
    if (!(await make())) return [path];
    await yieldIfDue();
  }
  return [];
}

/** As far as it goes: what cannot be put back must not keep the rest from it. */
async function goBack(transaction: Transaction): Promise<readonly string[]> {
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
