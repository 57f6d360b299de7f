/** Performs acts on the board's file: each is decided on the current board, under the lock, and journaled with everything it was decided from. */
import type { Board } from '../board/board.ts';
import type { BoardFile } from '../board/file.ts';
import type { Act } from './act.ts';
import { type Performed, perform } from './perform.ts';

/** `make` is called under the lock; facts that it needs were looked up before, or are quick to look up. */
export const actOn = (file: BoardFile, by: string, make: Act | ((board: Board) => Act | Promise<Act>)): Promise<Performed> =>
  file.update(by, async (board) => {
    const act = typeof make === 'function' ? await make(board) : make;
    return { ...perform(board, act), what: act.act, act };
  });
