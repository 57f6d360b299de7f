/** `artoo/team`: the rules of a team's board. Pure and stable. A board of no sense throws an ArtooError; `validateBoard` says what is wrong with it. */
import { checked } from './contracts/shapes/checked.ts';
import { Board } from './team/board/board.ts';
import { type Admission, type LetterFacts, refusedFor } from './team/letters/admission.ts';
import { admit as admitLetter } from './team/letters/admit.ts';
import { readLetter } from './team/letters/letter.ts';
import type { Edge, Facts } from './team/lifecycle/edge.ts';
import { type Transition, transition as transitionOf } from './team/lifecycle/transition.ts';

export type { Board, Task, TaskStatus } from './team/board/board.ts';
export { type BoardPlace, type Finding, validateBoard } from './team/board/validate.ts';
export type { Admission, LetterFacts, LogEntry } from './team/letters/admission.ts';
export type { Letter, LetterKind } from './team/letters/letter.ts';
export type { Edge, Facts } from './team/lifecycle/edge.ts';
export type { Refusal, Transition } from './team/lifecycle/transition.ts';

/** The board after a move of a task, or why there is no such move. */
export const transition = (board: Board, edge: Edge, facts: Facts): Transition => transitionOf(read(board), edge, facts);

/** The board after a letter, or why it does not count. A letter can come from anywhere: what is none is refused. */
export function admit(board: Board, letter: unknown, facts: LetterFacts): Admission {
  const sent = readLetter(letter);
  return sent.ok ? admitLetter(read(board), sent.letter, facts) : refusedFor(...sent.why);
}

const read = (board: Board): Board => checked(Board, board, 'board_invalid', 'board');
