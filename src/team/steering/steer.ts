/** Who continues rejected work: R7's controller decides from the criteria of the review (SPEC §5), instead of five equal cycles. Pure. */

import type { ReplanRequest } from '../../contracts/control.ts';
import type { CriterionVerdict } from '../../contracts/criteria.ts';
import type { SubTaskId, TaskId } from '../../contracts/ids.ts';
import { exceeds } from '../../control/compare.ts';
import { type ControllerState, type Decision, decide } from '../../control/decide.ts';
import { defaults, type Hyperparameters } from '../../control/hyperparameters.ts';
import type { NextStep } from './next-step.ts';
import { steeredWords } from './steered-words.ts';

/** A review that ended in a rejection, as far as it is measured. */
export type Rejection = {
  readonly criteria: readonly {
    readonly criterion: string;
    readonly verdict: 'pass' | 'fail';
    readonly failure_class?: 'logical' | 'environmental' | null | undefined;
  }[];
  /** Whether a blocking issue from the previous rejection remains. */
  readonly isStillPresent: boolean;
  /** How long agents have worked on the task since its first claim. */
  readonly elapsedMs: number;
};

export type SteeringLimits = { readonly maxReviewCycles: number; readonly reviewHours: number };

export type Steered = {
  readonly state: ControllerState;
  readonly next: NextStep;
  readonly decision: Decision;
  /** The decision and its reason, for people. */
  readonly why: string;
};

/** The state after this rejection, and what follows from it. `state` is `initialState` before the first rejection. */
export function steer(state: ControllerState, rejection: Rejection, limits: SteeringLimits): Steered {
  const decided = decide(state, requestOf(rejection), constantsFor(rejection.criteria.length, limits));
  const next = nextStep(decided.decision, rejection.isStillPresent, state.last === null);
  return { ...decided, next, why: steeredWords(next, decided, rejection, state.last) };
}

/**
 * Cycles have their own limit, so Ω measures only time. Success is never reached by the numbers, because only a reviewer approves. ε is half a
 * criterion: at the usual value, fixing one of eight criteria per cycle would look like no progress.
 */
const constantsFor = (criteria: number, { maxReviewCycles, reviewHours }: SteeringLimits): Hyperparameters => ({
  ...defaults,
  w1: 0,
  w2: 1,
  delta: -1,
  epsilon: Math.max(0.03, defaults.alpha / (2 * Math.max(1, criteria))),
  timeBudgetMs: reviewHours * 3_600_000,
  maxReplans: maxReviewCycles - 1,
});

function nextStep({ macro_state, grad_l }: Decision, isStillPresent: boolean, isFirst: boolean): NextStep {
  if (macro_state === 'abandon') return 'review_deadlock';
  if (isFirst || macro_state === 'refine') return 'same_coder';
  if (macro_state === 'break_symmetry') return isStillPresent ? 'review_stuck' : 'same_coder';
  return macro_state === 'change_approach' && exceeds(0, grad_l) ? 'same_coder' : 'another_coder';
}

/** The review as the only outcome of a round. */
function requestOf({ criteria, elapsedMs }: Rejection): ReplanRequest {
  const verdicts = criteria.map(
    ({ criterion, verdict, failure_class }): CriterionVerdict => ({
      ...{ criterion, mode: 'verifiable', weight: 1, verdict, evidence: '', by: 'model' },
      failure_class: verdict === 'fail' ? (failure_class ?? null) : null,
    }),
  );
  return {
    ...{ task_id: reviewedTask, round: 1, gap_summary: '', failed_subtasks: [], correction_count: 0, elapsed_ms: elapsedMs },
    outcomes: [
      {
        ...{ subtask_id: reviewedPart, parent_task_id: reviewedTask, intent: reviewed, status: 'failed', output: null },
        ...{ failure_reason: null, refused: false, gap_trajectory: [], tool_calls: [] },
        success_criteria: criteria.map(({ criterion }) => ({ criterion, mode: 'verifiable', weight: 1 })),
        criteria_verdicts: verdicts,
      },
    ],
    merged_output: null,
    recommendation: 'replan',
  };
}

/** A placeholder for ids, which the controller requires but does not read. */
const reviewed = 'review';
const [reviewedTask, reviewedPart] = [reviewed as TaskId, reviewed as SubTaskId]; // these are valid ids that name nothing, and the controller reads neither
