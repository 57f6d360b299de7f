/** What evidence is weighed against, and the result of the weighing. */
import type { DeclaredCall } from './declared-call.ts';

/** Everything that was done, and everything that the person provided. `calls` has all calls of the task so far, in order. */
export type Work = {
  readonly calls: readonly DeclaredCall[];
  readonly cwd: string;
  /** What the person said before the task. */
  readonly said: string;
  /** What the person said while the task ran; the criteria may have been written earlier. */
  readonly steered?: readonly string[];
  /** Data from the person: stdin, `@file`. */
  readonly given: readonly string[];
  /** The words in the schema that the answer conforms to: a criterion may name them, and no call shows them. */
  readonly form?: readonly string[];
  /** The folders in `cwd` that were seen before the first call. */
  readonly known?: readonly string[];
  /** The answer, in the executor's own words. */
  readonly answer: string;
  /** For each quote, the absolute paths of the files that contain it now. */
  readonly inFiles: ReadonlyMap<string, readonly string[]>;
};

export type Weighed = { readonly counts: true } | { readonly counts: false; readonly why: string };
