/** Reads the board for a supervisor, which waits while it is not valid. */
import { ArtooError } from '../../contracts/errors.ts';
import type { Board } from '../board/board.ts';
import type { Watcher } from '../watch/watcher.ts';
import type { Team } from './team.ts';

export const isInvalid = (error: unknown): error is ArtooError => error instanceof ArtooError && error.code === 'board_invalid';

/** The board, or nothing while it makes no sense: then everyone waits until it was mended. */
export async function readBoard(team: Team, watcher: Watcher): Promise<Board | undefined> {
  try {
    return await team.file.read();
  } catch (error) {
    if (!isInvalid(error)) throw error;
    watcher.look(undefined, error.message);
    team.alert(`the board is not valid, so all agents wait: ${error.message}`);
    return undefined;
  }
}
