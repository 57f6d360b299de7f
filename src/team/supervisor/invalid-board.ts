/** How a supervisor handles an invalid board: all agents wait until it is valid again. */
import { ArtooError } from '../../contracts/errors.ts';
import { isError } from '../board/validate.ts';
import type { Watcher } from '../watch/watcher.ts';
import type { Team } from './team.ts';

export const isInvalid = (error: unknown): error is ArtooError => error instanceof ArtooError && error.code === 'board_invalid';

/** Tells the person that all agents wait, and when they continue. */
export type InvalidNotice = { say(error: ArtooError): void; clear(): void };

export function createInvalidNotice({ alert }: Pick<Team, 'alert'>, watcher: Watcher): InvalidNotice {
  let isSaid = false;
  return {
    say({ message }) {
      isSaid = true;
      watcher.look(undefined, message);
      alert(
        `the board is not valid, so all agents wait: ${message}. Fix that; in another terminal, artoo team restore brings back the last good board`,
      );
    },
    clear() {
      if (isSaid) alert('the board is valid again: all agents continue');
      isSaid = false;
    },
  };
}

/**
 * Checks the current board, including the files that it names: those can disappear and return while the board stays the same. Throws `board_invalid`,
 * with line numbers if the board itself is wrong.
 */
export async function refuseInvalid({ file }: Team): Promise<void> {
  await file.read();
  const errors = (await file.validate()).filter(isError);
  if (errors.length > 0) throw new ArtooError('board_invalid', errors.map(({ text }) => text).join('; '));
}
