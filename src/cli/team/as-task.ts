/**
 * Subcommands that run for a long time have the exit codes of a task (SPEC §13.13): 75 if the board stays locked, 1 for anything else that keeps a
 * team from working.
 */
import { ArtooError } from '../../contracts/errors.ts';
import { exits } from '../command.ts';
import type { CalledPart } from '../command-parts.ts';
import { exitOfTeamError } from '../exit-code.ts';

const tryLater = 75;

export const asTask =
  (perform: (called: CalledPart) => Promise<number>) =>
  async (called: CalledPart): Promise<number> => {
    try {
      return await perform(called);
    } catch (error) {
      if (!(error instanceof ArtooError) || exitOfTeamError(error.code) === undefined) throw error;
      if (called.signal.aborted) throw error;
      called.terminal.note(`artoo: ${error.message}\n${error.hint}`);
      return error.code === 'board_locked' ? tryLater : exits.failed;
    }
  };
