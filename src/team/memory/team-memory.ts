/** A team's port to the person's memory. */
import type { Board, Task } from '../board/board.ts';

/** Failure contract: nothing rejects. A memory that cannot be read has nothing to say, and what cannot be written waits. */
export type TeamMemory = {
  /** Lines for the prompt of an agent that works on these tasks, or plans; empty if nothing is known. */
  recall(board: Board, tasks: readonly Task[]): Promise<readonly string[]>;
  /** The runners among these whose work often came to nothing in this repository. */
  avoided(runners: readonly string[]): Promise<readonly string[]>;
  /** Keeps what the board teaches, once. */
  learn(board: Board): void;
};
