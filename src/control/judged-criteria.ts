/** The criteria that a round is measured by: each with its weight, whether it failed, how surely, and why. */
import type { CriterionVerdict } from '../contracts/criteria.ts';
import type { SubTaskOutcome } from '../contracts/execution.ts';

export type JudgedCriterion = {
  readonly criterion: string;
  readonly weight: number;
  readonly failed: boolean;
  /** 1 for what was checked; for plausible sub-task criteria the share of attempts that failed it. */
  readonly certainty: number;
  readonly failureClass: CriterionVerdict['failure_class'];
};

/** The task's verdicts alone when there are any; otherwise those of every sub-task. Passing sub-tasks must not dilute an intent that was missed. */
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
  const missed = criteria.length === 0 && status === 'failed' ? [{ criterion: outcome.intent, weight: 1 }] : criteria; // a failure never counts for nothing
  return missed.map(({ criterion, weight = 1 }) => ({ criterion, weight, failed: true, certainty: 1, failureClass: null }));
}

function judged({ criterion, weight = 1, verdict, failure_class }: CriterionVerdict, certainty: number): JudgedCriterion {
  return { criterion, weight, failed: verdict !== 'pass', certainty, failureClass: failure_class };
}

function certaintyOf({ criterion, mode }: CriterionVerdict, { gap_trajectory: attempts }: SubTaskOutcome): number {
  if (mode === 'verifiable') return 1;
  const failures = attempts.filter(({ failed_criteria }) => failed_criteria.some((failed) => failed.criterion === criterion)).length;
  return failures === 0 ? 1 : failures / attempts.length;
}
