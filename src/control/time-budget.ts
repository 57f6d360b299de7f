/** How limits of time grow with the pace of the task's models: a slow model must not look like a spent budget (SPEC §5). Pure. */
import { defaults, type Hyperparameters } from './hyperparameters.ts';

/** How many model calls of average length the time budget has room for. */
const callsInBudget = 100;

/** The constants with a time budget that `callMs`, the mean duration of a model call, leaves room for. It is never less than it was. */
export const withTimeFor = (p: Hyperparameters, callMs: number): Hyperparameters => {
  const needed = callsInBudget * callMs;
  return needed > p.timeBudgetMs ? { ...p, timeBudgetMs: needed } : p;
};

/** A limit on the time of a task, grown as much as the default time budget grows at this pace. */
export const grownLimit = (limitMs: number, callMs: number): number =>
  limitMs * Math.max(1, (callsInBudget * callMs) / defaults.timeBudgetMs);
