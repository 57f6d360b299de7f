/** P, the implausibility of the process: which share of the classified failures was logical rather than environmental, in [0, 1]. */
import type { CriterionVerdict } from '../contracts/criteria.ts';
import type { SubTaskOutcome } from '../contracts/execution.ts';
import { judgedCriteria } from './judged-criteria.ts';

export function implausibility(outcomes: readonly SubTaskOutcome[], taskVerdicts?: readonly CriterionVerdict[]): number {
  const failed = judgedCriteria(outcomes, taskVerdicts).filter((criterion) => criterion.failed);
  const logical = failed.filter(({ failureClass }) => failureClass === 'logical').length;
  const environmental = failed.filter(({ failureClass }) => failureClass === 'environmental').length;
  return logical + environmental === 0 ? 0.5 : logical / (logical + environmental);
}
