/** Ω and L: the cost so far, and a single number that sums up the state of a task. */
import { defaults, type Hyperparameters } from './hyperparameters.ts';

/** Ω, the proportion of replans and time that is used up, in [0, 1]. */
export function resourceCost({ replans, elapsedMs }: { replans: number; elapsedMs: number }, p: Hyperparameters = defaults): number {
  return Math.min(1, part(p.w1, replans, p.maxReplans) + part(p.w2, elapsedMs, p.timeBudgetMs));
}

/** Keeps 0 / 0 and 0 · ∞ from becoming NaN where a limit is 0. */
const part = (weight: number, used: number, limit: number): number => (used === 0 || weight === 0 ? 0 : weight * (used / limit));

/** L = α·D + β·(1−Ω)·P + λ·Ω. The more has been spent, the less implausibility counts. */
export function loss({ D, P, Omega }: { D: number; P: number; Omega: number }, p: Hyperparameters = defaults): number {
  return p.alpha * D + p.beta * (1 - Omega) * P + p.lambda * Omega;
}
