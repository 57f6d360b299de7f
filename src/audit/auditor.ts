/** The auditor: reads what is new in journals, and writes what it finds and counts to its own record. docs/audit.md describes it. */
import type { AuditEvent } from '../contracts/audit.ts';
import { type ArtooError, asArtooError } from '../contracts/errors.ts';
import { eventOf } from './findings/finding.ts';
import type { Journal, JournalFile } from './observing/journal.ts';
import { readJournal } from './observing/read-journal.ts';
import { summaryOf } from './reading/summary.ts';
import { hashIn } from './record/chain.ts';
import { type LineBody, lineIn, type Reported, type TeamNoted } from './record/line.ts';
import { auditFolder, isStillThere, type OpenRecord, recordTexts, withRecord } from './record/record-files.ts';
import { readSeal, writeSeal } from './record/seal.ts';
import { readSnapshot, writeSnapshot } from './record/snapshot.ts';
import { AuditState } from './record/state.ts';
import { type Replay, replaySome } from './replay-sample.ts';
import { alertsAt } from './windows/alerts.ts';
import { noCounts } from './windows/counts.ts';
import { reportOf } from './windows/report.ts';
import { windowEnd } from './windows/window.ts';

export type AuditorOptions = {
  readonly data: string;
  /** Lists the journals of this data folder, newest first. */
  readonly journals: () => Promise<readonly JournalFile[]>;
  readonly now?: () => number;
  /** Repeats the decisions of some ended tasks; if absent, none are repeated. */
  readonly replay?: Replay;
};

export type Auditor = {
  /**
   * Reads what is new in these journals, or in all of this data folder, and writes the reports that are due. Resolves with the findings, including those that concern
   * several tasks. Rejects with `audit_unwritable`, `audit_unreadable` or `data_unwritable`; what was not written is read again the next time.
   */
  pass(tasks?: readonly Journal[], signal?: AbortSignal): Promise<Passed>;
  /** Writes findings from the journal of a team, each once; `team` is the repository. Rejects as `pass` does. */
  noteTeam(team: string, notes: readonly TeamNote[]): Promise<void>;
};

/** One finding in the journal of a team. `name` distinguishes it from the team's other findings, even as the journal grows. */
type TeamNote = Pick<AuditEvent, 'event_id' | 'ts' | 'anomaly' | 'detail' | 'seqs'> & { readonly name: string };

type Passed = {
  readonly found: readonly AuditEvent[];
  /** How many entries were read for the first time. */
  readonly entries: number;
  /** Whether everything that was asked for was read; false if another process held the record, the signal fired, or a bus could not be read. */
  readonly isWhole: boolean;
  /** Why a bus could not be read any further. */
  readonly unread: ArtooError | undefined;
  /** The oldest window that is not over yet and has something to report. */
  readonly open: string | undefined;
};

/** For up to this many lines after a snapshot, reading them again is faster than writing a new snapshot. */
const maxTail = 256;

/** How many journals are recorded at once. */
const batch = 64;

export function createAuditor({ data, journals, now = Date.now, replay }: AuditorOptions): Auditor {
  const folder = auditFolder(data);
  let state: AuditState | undefined;
  let tail = 0;

  /**
   * Reads what other processes, or an earlier one, have written in the meantime. If the record was cut or rewritten, starts over with the lines that
   * remain.
   */
  function catchUp(): AuditState {
    const kept = state ?? readSnapshot(folder);
    const known = kept?.position && isStillThere(folder, kept.position) ? kept : new AuditState();
    for (const { text, file, end } of recordTexts(folder, known.position)) {
      const line = lineIn(text);
      if (line) known.fold(line);
      if (line?.kind === 'report') known.report = { n: line.n, hash: line.hash };
      known.position = { file, bytes: end, hash: hashIn(text) };
      tail += 1;
    }
    state = known;
    return known;
  }

  /** Appends lines, and applies them to the state once they are written. */
  function append(record: OpenRecord, known: AuditState, lines: readonly LineBody[]): void {
    if (lines.length === 0) return;
    const ts = isoAt(now());
    const summary = record.full === undefined ? undefined : summaryOf(folder, record.full);
    if (summary) record.append([{ ts, ...summary }]);
    record.append(lines.map((line) => ({ ts, ...line })));
    for (const line of lines) known.fold(line);
    known.position = record.position;
    tail += lines.length;
  }

  /** Seals the last report, even if it was written by a process that was killed before sealing it. A seal beyond the end of the record is kept: it shows that the record was cut. */
  function seal(record: OpenRecord, { report }: AuditState): void {
    if (!report || report.n <= (readSeal(folder)?.n ?? -1)) return;
    record.sync();
    writeSeal(folder, report);
  }

  async function passOver(
    record: OpenRecord,
    wanted: readonly Journal[] | undefined,
    signal: AbortSignal | undefined,
  ): Promise<Passed & { readonly ended: readonly JournalFile[] }> {
    const known = catchUp();
    const found: AuditEvent[] = [];
    const ended: JournalFile[] = [];
    let unwritten: LineBody[] = [];
    let entries = 0;
    let isWhole = true;
    let unread: ArtooError | undefined;

    function write(lines: readonly LineBody[]): void {
      append(record, known, lines);
      found.push(...lines.flatMap(({ events }) => events));
      for (const line of lines) if (line.kind === 'observed') entries += line.to - line.from;
    }

    for (const journal of wanted ?? (await journals()).toReversed()) {
      isWhole = !signal?.aborted;
      if (!isWhole) break;
      const line = await readJournal(journal, known).catch((error) => {
        unread = asArtooError(error, 'bus_unreachable');
      });
      isWhole = unread === undefined;
      if (!isWhole) break;
      if (line) unwritten.push(line);
      if (line?.kind === 'observed' && line.end && 'path' in journal) ended.push(journal);
      if (unwritten.length < batch) continue;
      write(unwritten);
      unwritten = [];
    }
    write(unwritten);
    const due = [...known.unreported.keys()].filter((window) => windowEnd(window) <= now()).sort();
    for (const window of due) {
      write([reportLine(window, known, record.last.n + 1)]);
      known.report = record.last;
    }
    seal(record, known);
    if (tail > maxTail) {
      known.forget();
      writeSnapshot(folder, known);
      tail = 0;
    }
    return { found, entries, isWhole, unread, ended, open: [...known.unreported.keys()].sort()[0] };
  }

  /** Replays a sample of ended tasks, without holding the record, so that other processes can continue. */
  async function replayed(ended: readonly JournalFile[]): Promise<readonly AuditEvent[]> {
    const lines = replay ? await replaySome(replay, ended, isoAt(now())) : [];
    if (lines.length > 0) await withRecord(folder, async (record) => append(record, catchUp(), lines));
    return lines.flatMap(({ events }) => events);
  }

  return {
    async pass(tasks, signal) {
      const passed = await withRecord(folder, (record) => passOver(record, tasks, signal), signal);
      if (!passed) return { found: [], entries: 0, isWhole: false, unread: undefined, open: undefined };
      const { found, ended, ...rest } = passed;
      return { ...rest, found: [...found, ...(await replayed(ended))] };
    },
    async noteTeam(team, notes) {
      if (notes.length === 0) return;
      await withRecord(folder, async (record) => {
        const known = catchUp();
        const fresh = notes.filter(({ name }) => !known.teams.get(team)?.has(name));
        if (fresh.length > 0) append(record, known, [teamLine(team, fresh)]);
      });
    },
  };
}

/**
 * Reports a window that is over, with findings that only appear across many tasks; a late window raises no alerts. The report becomes line `n` of the
 * record.
 */
function reportLine(window: string, known: AuditState, n: number): Reported {
  const { counts, events } = known.unreported.get(window) ?? { counts: noCounts(window), events: [] };
  const ts = isoAt(windowEnd(window));
  const { raised, alerts } = window < known.reported ? { raised: [], alerts: [...known.alerts] } : alertsAt(windowEnd(window), known);
  const over = raised.map((finding, at) => eventOf({ event_id: `a${n}-${at + 1}`, ts, task_id: null }, { seqs: [], ...finding }));
  return { kind: 'report', window, events: over, alerts, report: reportOf({ from: window, to: ts }, [counts], [...events, ...over]) };
}

const teamLine = (team: string, notes: readonly TeamNote[]): TeamNoted => ({
  kind: 'team',
  team,
  found: notes.map(({ name }) => name),
  events: notes.map(({ event_id, ts, anomaly, detail, seqs }) =>
    eventOf({ event_id, ts, task_id: null }, { from: 'Team', to: 'User', type: 'journal', anomaly, detail, seqs }),
  ),
});

const isoAt = (ms: number): string => new Date(ms).toISOString();
