/** A team's port to the person's memory. */
import type { Board, Task } from '../board/board.ts';

/** Failure contract: nothing rejects. If memory cannot be read, recalls are empty; what cannot be written now is written later. */
export type TeamMemory = {
  /** Lines for the prompt of an agent that works on these tasks, or plans; empty if nothing is known. */
  recall(board: Board, tasks: readonly Task[]): Promise<readonly string[]>;
  /** The runners among these whose work in this repository often failed. */
  avoided(runners: readonly string[]): Promise<readonly string[]>;
  /** Keeps what the board teaches, once. */
  learn(board: Board): void;
};
