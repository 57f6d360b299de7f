/** P, the implausibility of the process: the proportion of classified failures that were logical rather than environmental, in [0, 1]. */
import type { CriterionVerdict } from '../contracts/criteria.ts';
import type { SubTaskOutcome } from '../contracts/execution.ts';
import { failureCounts, judgedCriteria } from './judged-criteria.ts';

export function implausibility(outcomes: readonly SubTaskOutcome[], taskVerdicts?: readonly CriterionVerdict[]): number {
  const { logical, environmental } = failureCounts(judgedCriteria(outcomes, taskVerdicts).filter(({ failed }) => failed));
  return logical + environmental === 0 ? 0.5 : logical / (logical + environmental);
}
