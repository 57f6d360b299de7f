/** The port to what a task may still spend: every call is reserved before it is made, and settled once its usage is known. */
import type { Usage } from '../../contracts/usage.ts';

/** The maximum cost of one call, and the fewest output tokens that make it worthwhile. */
export type Bound = {
  readonly model: string;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly least_output_tokens: number;
  /** The cost with this many output tokens; absent if the price is unknown. */
  readonly usd?: (output_tokens: number) => number;
};

/** What one call may use out of the task's caps. */
export type Held = {
  readonly output_tokens: number;
  /** Reports what was used; the rest is returned. Only the first call counts. `most`: the usage is unknown, so the maximum counts. */
  settle(used: Usage | 'nothing' | 'most'): void;
};

/** Failure contract: `reserve` rejects with `budget_spent` if the caps do not cover the call, and with `cancelled` if the step is cancelled while it waits. */
export type Spending = { reserve(bound: Bound): Promise<Held> };
