/** The auditor: reads what is new in journals, and writes what it found and counted to its own record. docs/audit.md describes it. */
import { statSync } from 'node:fs';
import type { AuditEvent } from '../contracts/audit.ts';
import { ArtooError } from '../contracts/errors.ts';
import type { TaskId } from '../contracts/ids.ts';
import { eventOf } from './findings/finding.ts';
import { eachAuditedEntry } from './observing/audited-entries.ts';
import { observe } from './observing/observe.ts';
import { summaryOf } from './reading/summary.ts';
import { hashIn } from './record/chain.ts';
import { type Damaged, type LineBody, lineIn, type Observed, type Reported, type TeamNoted } from './record/line.ts';
import { auditFolder, isStillThere, type OpenRecord, recordTexts, withRecord } from './record/record-files.ts';
import { readSeal, writeSeal } from './record/seal.ts';
import { readSnapshot, writeSnapshot } from './record/snapshot.ts';
import { AuditState } from './record/state.ts';
import { type Replay, replaySome } from './replay-sample.ts';
import { alertsAt } from './windows/alerts.ts';
import { noCounts } from './windows/counts.ts';
import { reportOf } from './windows/report.ts';
import { windowEnd } from './windows/window.ts';

/** A task and the path of its journal. */
export type JournalFile = { readonly task_id: TaskId; readonly path: string };

export type AuditorOptions = {
  readonly data: string;
  /** Lists all journals, newest first. */
  readonly journals: () => Promise<readonly JournalFile[]>;
  readonly now?: () => number;
  /** Repeats the decisions of some of the tasks that ended; if absent, none are repeated. */
  readonly replay?: Replay;
};

export type Auditor = {
  /**
   * Reads what is new in these journals, or in all, and writes the reports that are due. Resolves with the findings, including those that concern several tasks. Rejects
   * with `audit_unwritable`, `audit_unreadable` or `data_unwritable`; what was not written is read again the next time.
   */
  pass(tasks?: readonly JournalFile[], signal?: AbortSignal): Promise<Passed>;
  /** Writes findings from the journal of a team, each once; `team` is the repository. Rejects as `pass` does. */
  noteTeam(team: string, notes: readonly TeamNote[]): Promise<void>;
};

/** One finding in the journal of a team. `name` distinguishes it from others of its team, even as the journal grows. */
type TeamNote = Pick<AuditEvent, 'event_id' | 'ts' | 'anomaly' | 'detail' | 'seqs'> & { readonly name: string };

type Passed = {
  readonly found: readonly AuditEvent[];
  /** How many entries were read for the first time. */
  readonly entries: number;
  /** Whether everything that was asked for was read; false if another process held the record, or the signal fired. */
  readonly isWhole: boolean;
  /** The oldest window that is not over yet and has something to report. */
  readonly open: string | undefined;
};

/** Up to this many lines after a snapshot, reading them again is faster than writing a new snapshot. */
const maxTail = 256;

/** How many journals are recorded at once. */
const batch = 64;

export function createAuditor({ data, journals, now = Date.now, replay }: AuditorOptions): Auditor {
  const folder = auditFolder(data);
  let state: AuditState | undefined;
  let tail = 0;

  /**
   * Reads what other processes, or an earlier one, have written in the meantime. If the record was cut or rewritten, starts over with what is left.
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
    wanted: readonly JournalFile[] | undefined,
    signal: AbortSignal | undefined,
  ): Promise<Passed & { readonly ended: readonly JournalFile[] }> {
    const known = catchUp();
    const found: AuditEvent[] = [];
    const ended: JournalFile[] = [];
    let unwritten: LineBody[] = [];
    let entries = 0;
    let isWhole = true;

    function write(lines: readonly LineBody[]): void {
      append(record, known, lines);
      found.push(...lines.flatMap(({ events }) => events));
      for (const line of lines) if (line.kind === 'observed') entries += line.to - line.from;
    }

    for (const task of wanted ?? (await journals()).toReversed()) {
      isWhole = !signal?.aborted;
      if (!isWhole) break;
      const line = await readJournal(task, known);
      if (line) unwritten.push(line);
      if (line?.kind === 'observed' && line.end) ended.push(task);
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
    return { found, entries, isWhole, ended, open: [...known.unreported.keys()].sort()[0] };
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
      if (!passed) return { found: [], entries: 0, isWhole: false, open: undefined };
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
 * Reports a window that is over, with findings that only show across many tasks; a late window raises no alerts. The report becomes line `n` of the
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

/** What is new in a journal; undefined if there is nothing new, or it is gone. */
async function readJournal({ task_id, path }: JournalFile, known: AuditState): Promise<Observed | Damaged | undefined> {
  const cursor = known.cursors.get(task_id);
  const file = known.over.has(task_id) ? undefined : sizeOf(path);
  if (!file || (cursor && cursor.size === file.size && !path.endsWith('.gz'))) return undefined;
  const before = known.damaged.get(task_id);
  if (before && before.size === file.size && before.mtime === file.mtime) return undefined;
  const observation = observe(task_id, cursor?.to ?? 0);
  try {
    await eachAuditedEntry(path, observation.add);
  } catch (error) {
    if (error instanceof ArtooError && error.code === 'journal_missing') return undefined;
    return damagedLine(task_id, file, error instanceof Error ? error.message : String(error)); // one bad journal must not stop the others
  }
  if (cursor && observation.entries < cursor.to)
    return damagedLine(task_id, file, `it had ${cursor.to} entries when it was read before, and now has ${observation.entries}`);
  const observed = observation.take();
  return observed && { kind: 'observed', size: file.size, ...observed };
}

const damagedLine = (task_id: TaskId, file: Damaged['file'], why: string): Damaged => ({
  kind: 'damaged',
  task_id,
  why,
  file,
  events: [
    eventOf(
      { event_id: `${task_id}-d${Math.round(file.mtime)}`, ts: isoAt(file.mtime), task_id },
      { from: 'Host', to: 'User', type: 'journal', anomaly: 'journal_damaged', detail: why, seqs: [] },
    ),
  ],
});

function sizeOf(path: string): Damaged['file'] | undefined {
  try {
    const { size, mtimeMs } = statSync(path);
    return { size, mtime: mtimeMs };
  } catch {
    return undefined; // the journal was removed since it was listed
  }
}
