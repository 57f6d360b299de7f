/** The port to what a task may still spend: every call is reserved before it is made, and settled when it is known what it used. */
import type { Usage } from '../../contracts/usage.ts';

/** The most that one call can cost, and the least that makes it worth making. */
export type Bound = {
  readonly model: string;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly least_output_tokens: number;
  /** What it costs with that many output tokens; absent when nobody knows the price. */
  readonly usd?: (output_tokens: number) => number;
};

/** What one call may use of the task's caps. */
export type Held = {
  /** How many output tokens it may use. */
  readonly output_tokens: number;
  /** Says what was used; the rest is given back. The first time counts. `most` stands for: nobody knows. */
  settle(used: Usage | 'nothing' | 'most'): void;
};

/** Failure contract: `reserve` rejects with `budget_spent` when the caps do not cover the call, with `cancelled` when the step is cancelled while it waits. */
export type Spending = { reserve(bound: Bound): Promise<Held> };
