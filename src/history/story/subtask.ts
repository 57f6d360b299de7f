/** One sub-task: what was wanted, every attempt, what was found, and how it ended. */
import type { Criterion } from '../../contracts/criteria.ts';
import type { SubTaskOutcome } from '../../contracts/execution.ts';
import type { SubTaskId } from '../../contracts/ids.ts';
import { type AttemptStory, newAttempt } from './attempt.ts';
import { type CriterionStory, criterionOf, type VerdictStory, verdictOf } from './criteria.ts';
import type { Room } from './limits.ts';
import type { Mutable } from './mutable.ts';
import { textOf, words } from './short-copies.ts';

export type SubTaskStory = {
  /** The entry that dispatched the sub-task, or the plan if it was never dispatched. */
  readonly seq: number;
  readonly subtask_id: SubTaskId;
  readonly index: number;
  /** Sub-tasks of one group run in parallel; groups run in order: 1, 2, 3 … */
  readonly group: number;
  readonly intent: string;
  readonly tools: readonly string[];
  readonly criteria: readonly CriterionStory[];
  readonly started: boolean;
  readonly attempts: readonly AttemptStory[];
  readonly verdicts: readonly VerdictStory[];
  readonly end: {
    readonly seq: number;
    readonly status: SubTaskOutcome['status'];
    readonly refused: boolean;
    readonly why: string | null;
    readonly output: string;
  } | null;
};

type Planned = {
  readonly subtask_id: SubTaskId;
  readonly sequence: number;
  readonly intent: string;
  readonly success_criteria: readonly Criterion[];
};

export const newSubTask = (planned: Planned, index: number, seq: number, room: Room): Mutable<SubTaskStory> => ({
  seq,
  subtask_id: planned.subtask_id,
  index,
  group: planned.sequence,
  intent: words(planned.intent),
  tools: [],
  criteria: room.fit('criteria', planned.success_criteria).map(criterionOf),
  started: false,
  attempts: [],
  verdicts: [],
  end: null,
});

/** The limit on attempts in a story, far more than any task makes. */
const maxAttempts = 10;

/** The attempt with this number, created if missing; undefined if there are too many. */
export function attemptOf(subtask: Mutable<SubTaskStory> | undefined, attempt: number, seq: number): Mutable<AttemptStory> | undefined {
  const found = subtask?.attempts.find((each) => each.attempt === attempt);
  if (found || !subtask || subtask.attempts.length === maxAttempts) return found;
  const added = newAttempt(attempt, seq);
  subtask.attempts.push(added);
  return added;
}

/** Adds the end of a sub-task; only the first report counts. */
export function addEnd(subtask: Mutable<SubTaskStory> | undefined, outcome: SubTaskOutcome, seq: number, room: Room): void {
  if (!subtask || subtask.end) return;
  const { status, refused, failure_reason, output, criteria_verdicts } = outcome;
  subtask.end = { seq, status, refused, why: failure_reason === null ? null : words(failure_reason, 1_000), output: textOf(output, 2_000) };
  subtask.verdicts = room.fit('verdicts', criteria_verdicts).map((verdict) => verdictOf(verdict, seq));
}
