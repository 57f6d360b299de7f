/** The constants of the controller under their public names, with defaults and ranges. */

import type { ControlConstants } from '../contracts/decisions.ts';
import type { Range } from '../contracts/shapes/checked.ts';

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

const weight = { min: 0, max: 100 };
const share = { min: 0, max: 1 };

/** The range of each constant. */
export const ranges = {
  alpha: weight,
  beta: weight,
  lambda: weight,
  w1: weight,
  w2: weight,
  epsilon: share,
  delta: share,
  rho: share,
  theta: share,
  timeBudgetMs: { min: 1, max: 864_000_000, whole: true },
  maxReplans: { min: 0, max: 1_000, whole: true },
  kill: { min: 1, max: 1_000, whole: true },
} as const satisfies Record<keyof Hyperparameters, Range>;

/** The given constants, with defaults for the rest. */
export const withDefaults = (p: Partial<Hyperparameters>): Hyperparameters => (p === defaults ? defaults : { ...defaults, ...p });
