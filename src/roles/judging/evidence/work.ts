/** What evidence is weighed against. */
import type { DeclaredCall } from './declared-call.ts';

/** Everything that was done and given. `calls` are all of the task so far, in the order in which they were made. */
export type Work = {
  readonly calls: readonly DeclaredCall[];
  readonly cwd: string;
  /** The words of the person. */
  readonly said: string;
  /** Data that the person gave: stdin, `@file`. */
  readonly given: readonly string[];
  /** The folders in `cwd` that were seen before anything was called. */
  readonly known?: readonly string[];
  /** The text that is delivered: the executor's own words. */
  readonly answer: string;
  /** In which files, absolute, a quote was found by a look at them now. */
  readonly inFiles: ReadonlyMap<string, readonly string[]>;
};

export type Weighed = { readonly counts: true } | { readonly counts: false; readonly why: string };
