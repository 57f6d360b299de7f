/** One task of a suite, whatever format it was written in. */
import type { Check } from '../../contracts/criteria.ts';

/** What a file contains: text, or bytes. */
export type Content = string | Uint8Array;

/** A check of the outcome. A guard checks what must stay as it is, so it may hold from the start. */
export type TaskCheck = { readonly check: Check; readonly guard: boolean };

/** Tests that are put into a copy of the home to judge the task, and are never visible to the task. */
export type HiddenTests = {
  readonly files: Readonly<Record<string, Content>>;
  /** A line that exits with 0 if the task was done. It finds the answer in `$ANSWER`. */
  readonly run: string;
  readonly timeout_ms: number;
};

/** What a task needs in order to run: a line that exits with 0 if the need is met, and a name for it. */
type Need = { readonly run: string; readonly what: string };

/** How much a trial may use; an undefined limit is the configured one. */
export type TrialLimits = { readonly active_ms?: number; readonly tokens?: number; readonly usd?: number };

export type SuiteTask = {
  readonly id: string;
  /** A word by which tasks are grouped. */
  readonly kind: string;
  readonly goal: string;
  readonly needs: readonly Need[];
  /** A folder that is copied into the folder of the trial at the start. */
  readonly copy?: string | undefined;
  readonly files: Readonly<Record<string, Content>>;
  readonly setup: readonly string[];
  readonly checks: readonly TaskCheck[];
  readonly tests?: HiddenTests | undefined;
  /** The task whose memory this task starts with. */
  readonly after?: string | undefined;
  readonly limits: TrialLimits;
  readonly repeats: number;
  /** Why the task can never run here. */
  readonly skip?: string | undefined;
};

/** A task, and its place in the suite. */
export type PlacedTask = { readonly task: SuiteTask; readonly at: string };

/** A suite, read as a stream: its errors are reported when it is opened. */
export type Suite = {
  readonly name: string;
  readonly about: string;
  /** SHA-256 of all files that belong to the suite. */
  readonly hash: string;
  readonly count: number;
  /** Places that no trial may see. */
  readonly closed: readonly string[];
  tasks(): AsyncIterable<SuiteTask>;
};
