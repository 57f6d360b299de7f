/**
 * The file CHECKPOINT exists before the board says that the circuit breaker tripped: a board at a checkpoint without the file means that the person
 * removed it.
 */
import type { Act } from '../acts/act.ts';
import { perform } from '../acts/perform.ts';
import type { Board } from '../board/board.ts';
import { placeControl } from '../control-files.ts';
import { isTripped, knownPatterns, reportFile } from './check-breaker.ts';

/** The act, after creating the file that stops the team if the act would trip the breaker. Only to be called under the board's lock. */
export function stopBeforeTrip(root: string, board: Board, act: Act): Act {
  const performed = perform(board, act);
  if (performed.ok && isTripped(performed.board) && !isTripped(board))
    placeControl(
      root,
      'CHECKPOINT',
      new Date(act.facts.now),
      `circuit breaker: ${knownPatterns(performed.board).join(', ')}. See ${reportFile}`,
    );
  return act;
}
