/** `artoo team analyze`: the circuit breaker examines what agents reported. */
import { ArtooError } from '../../contracts/errors.ts';
import { actOn } from '../../team/acts/act-on.ts';
import { livingNow } from '../../team/agents/living.ts';
import { openBoardFile } from '../../team/board/file.ts';
import { findTeam } from '../../team/find-team.ts';
import { actFacts } from '../../team/supervisor/surroundings.ts';
import { breakerState } from '../../team/watch/breaker-report.ts';
import { stopBeforeTrip } from '../../team/watch/stop-before-trip.ts';
import { writeBreakerReport } from '../../team/watch/write-breaker-report.ts';
import { breakerLines } from '../../view/team/breaker-lines.ts';
import { exits } from '../command.ts';
import type { CalledPart } from '../command-parts.ts';
import { tell } from '../terminal/report.ts';

/** Exit code 1 if it tripped, for scripts. */
export async function analyze(called: CalledPart): Promise<number> {
  const { cwd, env } = called.terminal;
  const root = findTeam(cwd);
  await using file = openBoardFile({ root, env });
  const performed = await actOn(file, 'human', (board) =>
    stopBeforeTrip(root, board, { act: 'analyze', facts: actFacts(livingNow(root, board), env) }),
  );
  if (!performed.ok) throw new ArtooError('board_refused', performed.why.join('; '));
  writeBreakerReport(root, performed.board);
  const state = breakerState(performed.board);
  return tell(called, { root, ...state }, (columns) => breakerLines(state, columns), state.status === 'OK' ? exits.ok : exits.failed);
}
