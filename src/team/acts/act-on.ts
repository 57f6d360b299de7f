/** Performs acts on the board's file: each is decided on the board as it is under the lock, and journaled with what it was decided by. */
import type { Board } from '../board/board.ts';
import type { BoardFile } from '../board/file.ts';
import type { Act } from './act.ts';
import { type Performed, perform } from './perform.ts';

/** `make` is called under the lock; what it needs of the world was looked up before, or is looked up quickly. */
export const actOn = (file: BoardFile, by: string, make: Act | ((board: Board) => Act | Promise<Act>)): Promise<Performed> =>
  file.update(by, async (board) => {
    const act = typeof make === 'function' ? await make(board) : make;
    return { ...perform(board, act), what: act.act, act };
  });
