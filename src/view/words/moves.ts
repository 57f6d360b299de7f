/** What a person could do after a task. Pure. */
import type { FinalResult } from '../../contracts/control.ts';

type Ended = Pick<FinalResult, 'next_moves' | 'unmet' | 'reason' | 'failure'>;

/** The suggestions of a result, without those that only repeat what is not met, or the commands that views name. */
export const movesIn = ({ next_moves, unmet, reason, failure }: Ended): readonly string[] =>
  next_moves
    .slice(0, reason === 'cancelled' ? 0 : failure === null ? next_moves.length : 1)
    .filter((move) => !unmet.some(({ criterion, why }) => move.includes(criterion) && move.includes(why)));
