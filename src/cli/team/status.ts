/** `artoo team status`: the state of the team on one screen. */
import { readStatus } from '../../app/team/team-status.ts';
import { findTeam } from '../../team/find-team.ts';
import { statusLines } from '../../view/team/status-lines.ts';
import type { CalledPart } from '../command-parts.ts';
import { tell } from '../terminal/report.ts';

export async function showStatus(called: CalledPart): Promise<number> {
  const root = findTeam(called.terminal.cwd);
  const status = await readStatus(root, called.terminal.env);
  return tell(called, { root, ...status }, (columns) => statusLines(status, columns));
}
