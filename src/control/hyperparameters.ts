/** The constants of the controller under their public name, and their defaults. */
import type { ControlConstants } from '../contracts/decisions.ts';

export type Hyperparameters = ControlConstants;

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

/** The given constants, and the defaults for the rest. */
export const withDefaults = (p: Partial<Hyperparameters>): Hyperparameters => (p === defaults ? defaults : { ...defaults, ...p });
