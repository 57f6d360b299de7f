/** Who is alive, as far as a process that has not watched the board can tell: from the board, from locks, and from the end of the journal. */
import { join } from 'node:path';
import type { Board } from '../board/board.ts';
import type { Living } from '../claimable.ts';
import { latestEntries } from '../journal.ts';
import { deadAgents, thisHost } from '../supervisor/surroundings.ts';
import { agentsBehind, type Beat, beatIn, type ClockSkew, skewsIn, withBeat } from '../watch/clock-skew.ts';

export type LivingNow = Required<Living> & { readonly skews: readonly ClockSkew[] };

/** An agent whose machine's clock is known to be behind may be alive although its lease seems to have ended. */
export function livingNow(root: string, board: Board, host = thisHost(), now = new Date()): LivingNow {
  const beats = latestEntries(join(root, '.liza', 'journal.jsonl')).reduce<readonly Beat[]>((before, line) => {
    const beat = beatIn(line);
    return beat ? withBeat(before, beat) : before;
  }, []);
  const skews = skewsIn(board, beats, { host, now });
  return { now, dead: deadAgents(root, board, host), awaited: agentsBehind(board, skews), skews };
}
