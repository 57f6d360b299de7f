/** `artoo team status`: how the team stands, on one screen. */
import { openBoardFile } from '../../team/board/file.ts';
import { findTeam } from '../../team/find-team.ts';
import { statusOf } from '../../team/status.ts';
import { controlFiles, deadAgents, thisHost } from '../../team/supervisor/surroundings.ts';
import { stoppedSince } from '../../team/watch/control-times.ts';
import { statusLines } from '../../view/team/status-lines.ts';
import type { CalledPart } from '../command-parts.ts';
import { tell } from '../terminal/report.ts';

export async function showStatus(called: CalledPart): Promise<number> {
  const root = findTeam(called.terminal.cwd);
  await using file = openBoardFile({ root, env: called.terminal.env });
  const board = await file.read();
  const facts = { now: new Date(), dead: deadAgents(root, board, thisHost()), control: controlFiles(root), ...stoppedSince(root, board) };
  const status = statusOf(board, facts);
  return tell(called, { root, ...status }, (columns) => statusLines(status, columns));
}
