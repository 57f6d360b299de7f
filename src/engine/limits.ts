/** How much a task may use before the host intervenes (Law 3). */

export type Limits = {
  /** How long a handler may compute in one turn. */
  readonly turnMs: number;
  /** How long effects may take to stop, and memories to become durable, when the task ends. */
  readonly graceMs: number;
  /** How long memory may take to answer. */
  readonly recallMs: number;
  /** How many entries may be derived from one entry. */
  readonly derived: number;
  /** How many undelivered entries raise an alarm. */
  readonly inbox: number;
};

export const defaultLimits: Limits = { turnMs: 30_000, graceMs: 2_000, recallMs: 2_000, derived: 100_000, inbox: 1_000 };
