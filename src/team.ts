/** `artoo/team`: the rules of a team's board. Pure and stable. An invalid board throws an ArtooError; `validateBoard` says what is wrong with it. */
import { z } from 'zod';
import { checked, numberIn } from './contracts/shapes/checked.ts';
import { State } from './contracts/shapes/control-input.ts';
import type { ControllerState } from './control/decide.ts';
import { Board } from './team/board/board.ts';
import { type Admission, type LetterFacts, refusedFor } from './team/letters/admission.ts';
import { admit as admitLetter } from './team/letters/admit.ts';
import { readLetter } from './team/letters/letter.ts';
import type { Edge, Facts } from './team/lifecycle/edge.ts';
import { type Transition, transition as transitionOf } from './team/lifecycle/transition.ts';
import { type Rejection, type Steered, type SteeringLimits, steer as steerBy } from './team/steering/steer.ts';

export type { Board, Task, TaskStatus } from './team/board/board.ts';
export { type BoardPlace, type Finding, validateBoard } from './team/board/validate.ts';
export type { Admission, LetterFacts, LogEntry } from './team/letters/admission.ts';
export type { Letter, LetterKind } from './team/letters/letter.ts';
export type { Edge, Facts } from './team/lifecycle/edge.ts';
export type { Refusal, Transition } from './team/lifecycle/transition.ts';
export type { NextStep } from './team/steering/next-step.ts';
export type { Rejection, Steered, SteeringLimits } from './team/steering/steer.ts';

/** The board after a task has moved, or why there is no such move. */
export const transition = (board: Board, edge: Edge, facts: Facts): Transition => transitionOf(read(board), edge, facts);

/** The board after a letter, or why the letter does not count. A letter can come from anywhere: anything that is not a letter is refused. */
export function admit(board: Board, letter: unknown, facts: LetterFacts): Admission {
  const sent = readLetter(letter);
  return sent.ok ? admitLetter(read(board), sent.letter, facts) : refusedFor(...sent.why);
}

/**
 * Who continues after a rejection, by the controller of `artoo/control`: begin with its `initialState`, then pass on the `state` of the last
 * rejection.
 */
export const steer = (state: ControllerState, rejection: Rejection, limits: SteeringLimits): Steered =>
  steerBy(
    checked(State, state, 'payload_refused', 'state'),
    checked(RejectionShape, rejection, 'payload_refused', 'rejection'),
    checked(LimitsShape, limits, 'usage', 'limits'),
  );

const RejectionShape = z.object({
  criteria: z
    .array(
      z.object({
        criterion: z.string(),
        verdict: z.enum(['pass', 'fail']),
        failure_class: z.enum(['logical', 'environmental']).nullish(),
      }),
    )
    .min(1),
  isStillPresent: z.boolean(),
  elapsedMs: numberIn({ min: 0 }),
});
const LimitsShape = z.object({ maxReviewCycles: numberIn({ min: 1, whole: true }), reviewHours: numberIn({ min: 1e-6 }) });

const read = (board: Board): Board => checked(Board, board, 'board_invalid', 'board');
