/** The constants of the controller (SPEC §5). */
export type Hyperparameters = {
  /** Weights of distance, implausibility and cost in the loss. */
  readonly alpha: number;
  readonly beta: number;
  readonly lambda: number;
  /** Weights of replans and time in the cost. */
  readonly w1: number;
  readonly w2: number;
  readonly timeBudgetMs: number;
  readonly maxReplans: number;
};

export const defaults: Hyperparameters = { alpha: 0.6, beta: 0.3, lambda: 0.4, w1: 0.6, w2: 0.4, timeBudgetMs: 300_000, maxReplans: 3 };
