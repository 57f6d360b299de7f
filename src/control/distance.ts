/** D, the distance between intent and result: the weighted proportion of criteria that failed, in [0, 1]. */
import type { CriterionVerdict } from '../contracts/criteria.ts';
import type { SubTaskOutcome } from '../contracts/execution.ts';
import { judgedCriteria } from './judged-criteria.ts';

export function distance(outcomes: readonly SubTaskOutcome[], taskVerdicts?: readonly CriterionVerdict[]): number {
  const criteria = judgedCriteria(outcomes, taskVerdicts);
  const total = criteria.reduce((sum, { weight }) => sum + weight, 0);
  if (total === 0) return 1;
  const missed = criteria.reduce((sum, { weight, failed, certainty }) => sum + (failed ? weight * certainty : 0), 0);
  return missed / total;
}
