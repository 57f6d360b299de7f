/** What a rejection means for a task on the board: its steering, which coders failed it, and what its history says. Pure. */
import { z } from 'zod';
import { prevDirective } from '../../contracts/control.ts';
import { type ControllerState, initialState } from '../../control/decide.ts';
import { type Board, type Task, taskOf } from '../board/board.ts';
import { settingsOf } from '../board/settings.ts';
import { boardTime } from '../board/time.ts';
import type { LetterFacts, LogEntry } from '../letters/admission.ts';
import type { Verdict } from '../letters/letter.ts';
import { specFact } from '../review/commit-facts.ts';
import { commonCriteria, isSameCriterion } from '../review/verdict.ts';
import { type Rejection, type Steered, steer } from './steer.ts';
import { workedMs } from './worked-ms.ts';

/**
 * The board after a rejection has been steered, and the line for the activity log. With `steer: false`, no steering: only the limit on cycles
 * decides.
 */
export function steerTask(
  board: Board,
  id: string,
  verdict: Verdict,
  facts: LetterFacts,
): { readonly board: Board; readonly log: readonly LogEntry[] } {
  const task = taskOf(board, id);
  const settings = settingsOf(board.config);
  if (!task || !settings.steer) return { board, log: [] };
  const maxReviewCycles = task.max_review_cycles ?? settings.maxReviewCycles;
  const steered = steer(stateOf(task), rejectionOf(task, verdict, facts), { maxReviewCycles, reviewHours: settings.reviewHours });
  const tasks = board.tasks.map((each) => (each === task ? withSteering(task, steered, facts.now) : each));
  return { board: { ...board, tasks }, log: [{ action: 'steered', task: id, detail: steered.why }] };
}

/** What the board stores for the controller. Anything invalid counts as missing. */
const Kept = z.object({
  replans: z.int().min(0),
  prev_directive: prevDirective,
  last: z.object({ L: z.number(), D: z.number() }).nullable(),
  worsening: z.int().min(0),
});

function stateOf({ steering }: Task): ControllerState {
  const kept = Kept.safeParse(steering ?? undefined);
  return kept.success ? { ...initialState, ...kept.data } : initialState;
}

function withSteering(task: Task, { state, next, decision, why }: Steered, now: Date): Task {
  const { replans, prev_directive, last, worsening } = state;
  const { macro_state: directive, loss, grad_l, failed_criterion } = decision;
  const event = { time: boardTime(now), event: 'steered', agent: 'supervisor', next, directive, loss, grad_l, reason: why };
  const isGivenAway = next === 'another_coder' && task.assigned_to;
  return {
    ...task,
    steering: { replans, prev_directive, last, worsening, next, first: failed_criterion },
    history: [...(task.history ?? []), event],
    ...(isGivenAway ? { failed_by: [...new Set([...(task.failed_by ?? []), isGivenAway])] } : {}),
  };
}

function rejectionOf(task: Task, { criteria, prior }: Verdict, facts: LetterFacts): Rejection {
  const environmental = plainlyEnvironmental(task, facts);
  const isPlain = (criterion: string): boolean => environmental.some((each) => isSameCriterion(each, criterion));
  return {
    criteria: withFailure(criteria.map(asMeasured)).map((each) =>
      isPlain(each.criterion) ? { ...each, failure_class: 'environmental' as const } : each,
    ),
    isStillPresent: prior.some(({ status }) => status === 'STILL PRESENT'),
    elapsedMs: workedMs(task, facts.now),
  };
}

/** Exit codes of a test command that could not run: out of time, not executable, not found. */
const couldNotRun: ReadonlySet<number | undefined> = new Set([124, 126, 127]);

/** Criteria that the coder could not have met, whatever the reviewer said about the failure. */
const plainlyEnvironmental = (task: Task, { review, specs }: LetterFacts): readonly string[] => [
  ...(couldNotRun.has(review?.testExit) ? [commonCriteria.tests] : []),
  ...(specFact(task, specs).state === 'changed' ? [commonCriteria.spec] : []),
];

/** A criterion as it is measured: one that could not be judged is not met, but is not the coder's fault. */
const asMeasured = ({ criterion, verdict, failure_class }: Verdict['criteria'][number]): Rejection['criteria'][number] =>
  verdict === 'cannot_judge' ? { criterion, verdict: 'fail', failure_class: 'environmental' } : { criterion, verdict, failure_class };

/** If a rejection names no failed criterion, its blocking issue counts as a defect. */
function withFailure(criteria: Rejection['criteria']): Rejection['criteria'] {
  if (criteria.some(({ verdict }) => verdict === 'fail')) return criteria;
  const failed = { verdict: 'fail', failure_class: 'logical' } as const;
  return criteria.map((each) => (isSameCriterion(each.criterion, commonCriteria.defect) ? { ...each, ...failed } : each));
}
