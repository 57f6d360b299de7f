/** `artoo audit show`: one finding, with the entries of the log that it is based on. */
import { withBusLogs } from '../../app/bus/bus-logs.ts';
import { type BusLog, nameOf } from '../../audit/observing/journal.ts';
import { findEvent } from '../../audit/reading/period.ts';
import { auditFolder } from '../../audit/record/record-files.ts';
import { ArtooError } from '../../contracts/errors.ts';
import type { TaskId } from '../../contracts/ids.ts';
import { visible } from '../../contracts/text/visible.ts';
import { findTask } from '../../history/tasks/find-task.ts';
import { type JournalLine, journalLines, streamJournal } from '../../journal/stream.ts';
import type { BusAddress } from '../../laws/network/bus-address.ts';
import type { TeamFinding } from '../../team/audit/audit-team.ts';
import type { TeamLine } from '../../team/journal.ts';
import { oneFindingLines, type Rests } from '../../view/audit/finding-lines.ts';
import { teamFindingLines } from '../../view/audit/team-lines.ts';
import { createEntryRows } from '../../view/rows/entry-rows.ts';
import type { Row } from '../../view/rows/row.ts';
import type { CalledPart } from '../command-parts.ts';
import { tell } from '../terminal/report.ts';
import { auditedBus, catchUp } from './catch-up.ts';
import { teamFindings } from './team-findings.ts';

export async function showEvent(called: CalledPart): Promise<number> {
  const { words, data, given } = called;
  const [wanted = ''] = words;
  const team = teamFindings(called.terminal.cwd);
  const ofTeam = team?.found.find(({ id }) => id === wanted);
  if (team && ofTeam) return showTeamFinding(called, ofTeam, team.lines);
  const bus = await auditedBus(called);
  await catchUp(called, bus);
  const event = findEvent(auditFolder(data), wanted);
  if (!event)
    throw new ArtooError('usage', `${visible(wanted)} matches no finding, or more than one; artoo audit --verbose lists all findings`);
  const { lines, ...rests } = event.task_id === null ? nothing : await entriesOf(called, event.task_id, event.seqs, bus);
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

/** The entries that a finding is based on: those of the copy in this data folder or, where it lacks any of them, those on the bus. */
async function entriesOf(called: CalledPart, task_id: TaskId, seqs: readonly number[], bus: BusAddress | undefined): Promise<Found> {
  const wanted = new Set(seqs);
  const here = await foundIn(ofFile(called.data, task_id), wanted);
  if (!bus || here.lines.length === wanted.size) return here;
  try {
    return await withBusLogs(bus, called, (logs) => foundIn(ofLog(logs.one(task_id)), wanted));
  } catch (error) {
    if (!(error instanceof ArtooError)) throw error; // the reason was printed while the record was brought up to date
    return here;
  }
}

async function* ofFile(data: string, task_id: TaskId): AsyncGenerator<JournalLine> {
  yield* streamJournal((await findTask(data, task_id)).path);
}

const ofLog = (log: BusLog): AsyncGenerator<JournalLine> => journalLines(nameOf(log), log.chunks());

/** The journal lines with these numbers, and the rows that show them; missing lines are left out. */
async function foundIn(journal: AsyncIterable<JournalLine>, wanted: ReadonlySet<number>): Promise<Found> {
  const rowsOf = createEntryRows();
  const rows: Row[] = [];
  const lines: string[] = [];
  let entries = 0;
  try {
    for await (const each of journal) {
      if (!('entry' in each)) continue;
      entries += 1;
      const told = rowsOf(each.entry);
      if (!wanted.has(each.entry.seq)) continue;
      rows.push(...told);
      lines.push(each.text);
    }
  } catch (error) {
    if (!(error instanceof ArtooError)) throw error; // nothing more can be shown from a removed or damaged journal
  }
  return { rows, entries, lines };
}
