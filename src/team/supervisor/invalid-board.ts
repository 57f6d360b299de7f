/** How a supervisor handles an invalid board: everyone waits until it is valid again. */
import { ArtooError } from '../../contracts/errors.ts';
import type { Watcher } from '../watch/watcher.ts';
import type { Team } from './team.ts';

export const isInvalid = (error: unknown): error is ArtooError => error instanceof ArtooError && error.code === 'board_invalid';

export function sayInvalid(team: Team, watcher: Watcher, { message }: ArtooError): void {
  watcher.look(undefined, message);
  team.alert(`the board is not valid, so all agents wait: ${message}. Fix it, or in another terminal: artoo team restore`);
}

/**
 * Checks the current board, including the files that it names: those can disappear and return while the board stays the same. Throws `board_invalid`.
 */
export async function refuseInvalid({ file }: Team): Promise<void> {
  const errors = (await file.validate()).filter(({ level }) => level === 'error');
  if (errors.length > 0) throw new ArtooError('board_invalid', errors.map(({ text }) => text).join('; '));
}
