/** The criteria that a round is measured by: each with its weight, whether it failed, with what certainty, and why. */
import type { CriterionVerdict } from '../contracts/criteria.ts';
import type { SubTaskOutcome } from '../contracts/execution.ts';

export type JudgedCriterion = {
  readonly criterion: string;
  readonly weight: number;
  readonly failed: boolean;
  /** 1 for verifiable criteria and for task criteria; for a sub-task's plausible criteria, the proportion of attempts that failed them. */
  readonly certainty: number;
  readonly failureClass: CriterionVerdict['failure_class'];
};

/** Only the task's verdicts, if there are any, so that passing sub-tasks do not dilute a missed intent; otherwise the verdicts of every sub-task. */
export function judgedCriteria(
  outcomes: readonly SubTaskOutcome[],
  taskVerdicts?: readonly CriterionVerdict[],
): readonly JudgedCriterion[] {
  return taskVerdicts ? taskVerdicts.map((verdict) => judged(verdict, 1)) : outcomes.flatMap(ofSubTask);
}

function ofSubTask(outcome: SubTaskOutcome): readonly JudgedCriterion[] {
  const { criteria_verdicts: verdicts, success_criteria: criteria, status } = outcome;
  const unexplained = verdicts.length === 0 || (status === 'failed' && verdicts.every(({ verdict }) => verdict === 'pass'));
  if (!unexplained) return verdicts.map((verdict) => judged(verdict, certaintyOf(verdict, outcome)));
  const missed = criteria.length === 0 && status === 'failed' ? [{ criterion: outcome.intent, weight: 1 }] : criteria; // a failed sub-task always counts
  return missed.map(({ criterion, weight = 1 }) => ({ criterion, weight, failed: true, certainty: 1, failureClass: null }));
}

function judged({ criterion, weight = 1, verdict, failure_class }: CriterionVerdict, certainty: number): JudgedCriterion {
  return { criterion, weight, failed: verdict !== 'pass', certainty, failureClass: failure_class };
}

/** How many failures are logical and how many environmental; other failures have no class. */
export function failureCounts(failed: readonly JudgedCriterion[]): { readonly logical: number; readonly environmental: number } {
  const { logical = [], environmental = [] } = Object.groupBy(failed, ({ failureClass }) => failureClass ?? 'none');
  return { logical: logical.length, environmental: environmental.length };
}

function certaintyOf({ criterion, mode }: CriterionVerdict, { gap_trajectory: attempts }: SubTaskOutcome): number {
  if (mode === 'verifiable') return 1;
  const failures = attempts.filter(({ failed_criteria }) => failed_criteria.some((failed) => failed.criterion === criterion)).length;
  return failures === 0 ? 1 : failures / attempts.length;
}
