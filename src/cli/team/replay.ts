/** `artoo team replay`: decides everything in the team's journal again. */
import { findTeam } from '../../team/find-team.ts';
import { replayJournal } from '../../team/replay/read-journal.ts';
import { replayedLines } from '../../view/team/replayed-lines.ts';
import { exits } from '../command.ts';
import type { CalledPart } from '../command-parts.ts';
import { tell } from '../terminal/report.ts';

/** Board and journal disagree (SPEC §13.13). */
const inconsistent = 4;

export async function replay(called: CalledPart): Promise<number> {
  const { board: _, ...replayed } = replayJournal(findTeam(called.terminal.cwd));
  return tell(
    called,
    { ...replayed, difference: replayed.difference ?? null },
    () => replayedLines(replayed),
    replayed.difference ? inconsistent : exits.ok,
  );
}
