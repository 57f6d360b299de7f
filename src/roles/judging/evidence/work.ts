/** What evidence is weighed against, and the result. */
import type { DeclaredCall } from './declared-call.ts';

/** Everything done and given. `calls` are all of the task so far, in order. */
export type Work = {
  readonly calls: readonly DeclaredCall[];
  readonly cwd: string;
  /** By the person. */
  readonly said: string;
  /** By the person while the task ran; the criteria may be older. */
  readonly steered?: readonly string[];
  /** Data from the person: stdin, `@file`. */
  readonly given: readonly string[];
  /** The words of the schema that the answer conforms to: a criterion may name them, and no call shows them. */
  readonly form?: readonly string[];
  /** The folders in `cwd` that were seen before the first call. */
  readonly known?: readonly string[];
  /** In the executor's own words. */
  readonly answer: string;
  /** The files, absolute, that contain each quote now. */
  readonly inFiles: ReadonlyMap<string, readonly string[]>;
};

export type Weighed = { readonly counts: true } | { readonly counts: false; readonly why: string };
