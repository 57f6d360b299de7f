/** The constants of the controller (SPEC §5). */
export type Hyperparameters = {
  /** Weights of distance, implausibility and cost in the loss. */
  readonly alpha: number;
  readonly beta: number;
  readonly lambda: number;
  /** Weights of replans and time in the cost. */
  readonly w1: number;
  readonly w2: number;
  /** Below this change of the loss, a round made no difference. */
  readonly epsilon: number;
  /** Up to this distance, a result is close enough. */
  readonly delta: number;
  /** Above this implausibility, the approach is wrong rather than the surroundings. */
  readonly rho: number;
  /** From this cost on, nothing more is spent. */
  readonly theta: number;
  readonly timeBudgetMs: number;
  readonly maxReplans: number;
  /** After this many rounds in a row that made things worse, the task is given up (Law 2). */
  readonly kill: number;
};

export const defaults: Hyperparameters = {
  alpha: 0.6,
  beta: 0.3,
  lambda: 0.4,
  w1: 0.6,
  w2: 0.4,
  epsilon: 0.1,
  delta: 0.3,
  rho: 0.5,
  theta: 0.8,
  timeBudgetMs: 300_000,
  maxReplans: 3,
  kill: 2,
};

/** With the defaults for whatever is not given: whoever calls from JavaScript may give a part. */
export const complete = (p: Partial<Hyperparameters>): Hyperparameters => (p === defaults ? defaults : { ...defaults, ...p });
