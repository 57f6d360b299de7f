/** Commands that run for long have exit codes of their own: a board that stays locked may be free later (SPEC §13.13). */
import { ArtooError } from '../../contracts/errors.ts';
import type { CalledPart } from '../command-parts.ts';

const tryLater = 75;

export const unlessLocked =
  (perform: (called: CalledPart) => Promise<number>) =>
  async (called: CalledPart): Promise<number> => {
    try {
      return await perform(called);
    } catch (error) {
      if (!(error instanceof ArtooError) || error.code !== 'board_locked') throw error;
      called.terminal.note(`artoo: ${error.message}\n${error.hint}`);
      return tryLater;
    }
  };
