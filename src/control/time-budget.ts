/** Time limits grow if the task's models are slow, so that a slow model is not mistaken for a spent budget (SPEC §5). Pure. */
import { defaults, type Hyperparameters } from './hyperparameters.ts';

/** The number of model calls of average length that the time budget must allow for. */
const callsInBudget = 100;

/** The constants with a time budget for model calls that take `callMs` on average; the budget never shrinks. */
export const withTimeFor = (p: Hyperparameters, callMs: number): Hyperparameters => {
  const needed = callsInBudget * callMs;
  return needed > p.timeBudgetMs ? { ...p, timeBudgetMs: needed } : p;
};

/** A time limit of a task, scaled in proportion to the default time budget. */
export const grownLimit = (limitMs: number, callMs: number): number =>
  limitMs * Math.max(1, (callsInBudget * callMs) / defaults.timeBudgetMs);
