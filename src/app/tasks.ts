/** What can be done with tasks from a program: the library's methods, and a task under way. */

import type { DeadHost } from '../cluster/owners/presence.ts';
import type { TaskOptions } from '../config/settings.ts';
import type { AuditEvent } from '../contracts/audit.ts';
import type { FinalResult } from '../contracts/control.ts';
import type { GivenPlan } from '../contracts/given-plan.ts';
import type { TaskId } from '../contracts/ids.ts';
import type { AttachedData, UserInput } from '../contracts/intent.ts';
import type { Entry } from '../journal/entry.ts';
import type { Caps } from '../laws/caps.ts';
import type { RuleMaking } from './memory/dream-schedule.ts';

export type RunOptions = {
  /** Where the task works, and where relative paths start. */
  readonly cwd?: string;
  /** The earlier exchanges of the same session. */
  readonly session?: UserInput['session'];
  /** Data that comes with the goal. */
  readonly data?: AttachedData;
  /** A plan to carry out as it is: no model interprets the goal or plans it. */
  readonly plan?: GivenPlan;
  readonly task_id?: string;
  /** Whether the person sees every plan before it runs; as configured, by default. */
  readonly review?: boolean;
  /** Paths outside its folder and the home directory that may be read: by default those that the goal names; if a program wrote the goal, those listed here. */
  readonly places?: readonly string[];
  /** Limits for this task alone. They can be tighter than those configured, never looser. */
  readonly caps?: Partial<Caps>;
};

export type ForkOptions = {
  /** The first entry that is no longer shared. */
  readonly at: number;
  readonly task_id?: string;
  /** Another folder to continue in; it replaces the old one in the shared log. */
  readonly cwd?: string;
  /** A copy of the log of a task on a bus that has no journal in this data folder. */
  readonly copy?: string;
  /** Stops the fork while it is still reading the log. */
  readonly signal?: AbortSignal;
} & Pick<TaskOptions, 'control' | 'caps' | 'review' | 'parallel'>;

/** For a task on a bus. */
export type ResumeOptions = {
  /** A copy of its log, if the task has no journal in this data folder. */
  readonly copy?: string;
  /** Its host, if it is known to be dead. */
  readonly dead?: DeadHost;
};

/** A task under way. */
export type RunningTask = {
  readonly id: TaskId;
  /** The file of its journal. */
  readonly journal: string;
  /**
   * Resolves when the task has ended, whatever its result. Rejects with an ArtooError when it could not be started, or stopped before its end and so
   * can be resumed.
   */
  readonly result: Promise<FinalResult>;
  /** The task's log from now on, entry by entry; all of it if called at once. `lost` counts what a slow reader missed; the journal has everything. */
  entries(): AsyncIterable<{ readonly entry: Entry } | { readonly lost: number }>;
  /** Passes on what the person says meanwhile: an instruction, never an approval. Rejects with `task_over` when the task has ended. */
  steer(text: string): Promise<void>;
  /** Ends the task immediately. */
  cancel(why?: string): void;
};

/** Failure contract: each method throws or rejects with an ArtooError when the task cannot be started. */
export type Artoo = AsyncDisposable & {
  run(goal: string, options?: RunOptions): RunningTask;
  /** Continues a task that has not ended, with the folders, caps and constants that it was started with. */
  resume(task_id: string, options?: ResumeOptions): RunningTask;
  /** A new task that shares the log of another up to an entry and continues from there; options that are left out stay as they were. */
  fork(task_id: string, options: ForkOptions): Promise<RunningTask>;
  /**
   * Continues a task that a cancel or a failed model ended, in a new task that shares everything before that: nothing is done twice, and an undo of the
   * new task covers both. Works once: rejects with `task_over` for a task that was continued, dropped or undone, or that ended otherwise.
   */
  continueTask(task_id: string, signal?: AbortSignal): Promise<RunningTask>;
  /** Makes rules from lessons that have proved themselves, if no task runs; resolves to their number. Rejects with an ArtooError when the memory cannot be reached. */
  makeRules(making: RuleMaking): Promise<number>;
  /** Has the auditor read the journal of a task now. Resolves with what it found in that task, and in several tasks together; with nothing if its record cannot be written, which is reported as a notice. */
  audit(task_id: string): Promise<readonly AuditEvent[]>;
  /** Stops running tasks without ending them. */
  close(): Promise<void>;
};
