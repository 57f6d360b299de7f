/** `artoo audit show`: one finding, with what the log says about the entries that it is based on. */
import { findEvent } from '../../audit/reading/period.ts';
import { auditFolder } from '../../audit/record/record-files.ts';
import { ArtooError } from '../../contracts/errors.ts';
import { visible } from '../../contracts/text/visible.ts';
import { findTask } from '../../history/tasks/find-task.ts';
import { streamJournal } from '../../journal/stream.ts';
import type { TeamFinding } from '../../team/audit/audit-team.ts';
import type { TeamLine } from '../../team/journal.ts';
import { oneFindingLines, type Rests } from '../../view/audit/finding-lines.ts';
import { teamFindingLines } from '../../view/audit/team-lines.ts';
import { createEntryRows } from '../../view/rows/entry-rows.ts';
import type { Row } from '../../view/rows/row.ts';
import type { CalledPart } from '../command-parts.ts';
import { tell } from '../terminal/report.ts';
import { catchUp } from './catch-up.ts';
import { teamFindings } from './team-findings.ts';

export async function showEvent(called: CalledPart): Promise<number> {
  const { words, data, given } = called;
  const [wanted = ''] = words;
  const team = teamFindings(called.terminal.cwd);
  const ofTeam = team?.found.find(({ id }) => id === wanted);
  if (team && ofTeam) return showTeamFinding(called, ofTeam, team.lines);
  await catchUp(called);
  const event = findEvent(auditFolder(data), wanted);
  if (!event) throw new ArtooError('usage', `${visible(wanted)} matches no finding, or more than one; artoo audit --verbose lists them`);
  const { lines, ...rests } = event.task_id === null ? nothing : await entriesOf(data, event.task_id, event.seqs);
  return tell(called, { ...event, lines: lines.map((text) => JSON.parse(text)) }, (columns) =>
    oneFindingLines(event, rests, { columns, now: Date.now(), verbose: given.verbose === true }),
  );
}

function showTeamFinding(called: CalledPart, finding: TeamFinding, journal: readonly TeamLine[]): number {
  const lines = journal.filter(({ seq }) => finding.seqs.includes(seq));
  return tell(called, { ...finding, lines }, (columns) => teamFindingLines(finding, lines, Date.now(), columns));
}

type Found = Rests & { readonly lines: readonly string[] };

const nothing: Found = { rows: [], entries: 0, lines: [] };

/** The journal lines with these numbers, and the rows shown for them; missing lines are left out. */
async function entriesOf(data: string, task_id: string, seqs: readonly number[]): Promise<Found> {
  const wanted = new Set(seqs);
  const rowsOf = createEntryRows();
  const rows: Row[] = [];
  const lines: string[] = [];
  let entries = 0;
  try {
    const { path } = await findTask(data, task_id);
    for await (const each of streamJournal(path)) {
      if (!('entry' in each)) continue;
      entries += 1;
      const told = rowsOf(each.entry);
      if (!wanted.has(each.entry.seq)) continue;
      rows.push(...told);
      lines.push(each.text);
    }
  } catch (error) {
    if (!(error instanceof ArtooError)) throw error; // nothing more can be shown of a removed or damaged journal
  }
  return { rows, entries, lines };
}
