/** Makes all changes of a job real, or none. */
import { createBreather } from '../disk/yielder.ts';
import { stepsTo } from './steps.ts';
import type { Job } from './transaction.ts';

/** `left`: paths that could not be brought back to what they were. What stood there is still in the receipt's folder. */
export type CarriedOut =
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
export async function runSteps(job: Job, options: RunStepsOptions): Promise<CarriedOut> {
  let moved: readonly string[] = [];
  let error: unknown;
  try {
    moved = await goForward(job, options);
    if (moved.length === 0) {
      options.finish();
      return { done: true };
    }
  } catch (thrown) {
    error = thrown;
  }
  return { done: false, moved, error, left: await goBack(job) };
}

/** The path at which something else stands, if there is one: nothing is done behind it. */
async function goForward(job: Job, { isFirst, signal }: RunStepsOptions): Promise<readonly string[]> {
  const breathe = createBreather();
  for (const { path, make } of stepsTo('after', job, isFirst)) {
    signal?.throwIfAborted();
    if (!(await make())) return [path];
    await breathe();
  }
  return [];
}

/** As far as it goes: what cannot be put back must not keep the rest from it. */
async function goBack(job: Job): Promise<readonly string[]> {
  const breathe = createBreather();
  const left = new Set<string>();
  for (const { path, make } of stepsTo('before', job, false)) {
    try {
      if (!(await make())) left.add(path);
    } catch {
      left.add(path);
    }
    await breathe();
  }
  return [...left];
}
