/**
 * Performs acts on the board's file: each is decided on the current board, under the lock, and journaled with everything that the decision is based
 * on.
 */
import type { Board } from '../board/board.ts';
import type { BoardFile } from '../board/file.ts';
import type { Act } from './act.ts';
import { type Performed, perform } from './perform.ts';

/** `make` is called under the lock; facts that it needs must have been looked up before, or be quick to look up. */
export const actOn = (file: BoardFile, by: string, make: Act | ((board: Board) => Act | Promise<Act>)): Promise<Performed> =>
  file.update(by, async (board) => {
    const act = typeof make === 'function' ? await make(board) : make;
    return { ...perform(board, act), what: act.act, act };
  });
