/** What the record says about a period of time. */
import type { AuditEvent, AuditReport } from '../../contracts/audit.ts';
import { type Counts, type End, type Line, lineIn } from '../record/line.ts';
import { type RecordText, recordFiles, recordTexts } from '../record/record-files.ts';
import { reportOf } from '../windows/report.ts';
import { type SlugStatistics, slugStatistics } from './slugs.ts';

export type Times = { readonly since: number; readonly until: number };

export type AuditPeriod = {
  readonly report: AuditReport;
  /** The same, cut into stretches of equal length, oldest first, for trends. */
  readonly trend: readonly AuditReport[];
  readonly slugs: Readonly<Record<string, SlugStatistics>>;
};

/** So many stretches fit in a line. */
const stretches = 12;

/** Throws `audit_unreadable`. */
export function readPeriod(folder: string, { since, until }: Times): AuditPeriod {
  const counts: Counts[] = [];
  const events: AuditEvent[] = [];
  const ends: End[] = [];
  const isInside = (ts: string) => Date.parse(ts) >= since && Date.parse(ts) < until;
  for (const line of linesSince(folder, since)) {
    events.push(...line.events.filter(({ ts }) => isInside(ts)));
    if (line.kind !== 'observed') continue;
    const inside = line.counts.filter(({ window }) => isInside(window));
    counts.push(...inside);
    if (line.end && inside.length > 0) ends.push(line.end);
  }
  const first = counts.reduce((least, { window }) => Math.min(least, Date.parse(window)), until);
  const from = Number.isFinite(since) && since > 0 ? since : first;
  const width = (until - from) / stretches;
  const trend = Array.from({ length: stretches }, (_, at) => {
    const [begin, end] = [from + at * width, from + (at + 1) * width];
    const isHere = (ts: string) => Date.parse(ts) >= begin && Date.parse(ts) < end;
    return reportOf(
      periodOf(begin, end),
      counts.filter(({ window }) => isHere(window)),
      events.filter(({ ts }) => isHere(ts)),
    );
  });
  return { report: reportOf(periodOf(from, until), counts, events), trend, slugs: slugStatistics(ends) };
}

const periodOf = (from: number, to: number) => ({ from: new Date(from).toISOString(), to: new Date(to).toISOString() });

/** An event of the record, by its id or its unique end; undefined if there is none, or several. Throws `audit_unreadable`. */
export function findEvent(folder: string, wanted: string): AuditEvent | undefined {
  const alike = new Map<string, AuditEvent>();
  for (const line of linesSince(folder, 0)) {
    for (const event of line.events) {
      if (event.event_id === wanted) return event;
      if (event.event_id.endsWith(wanted)) alike.set(event.event_id, event);
    }
  }
  const [only, ...others] = alike.values();
  return others.length === 0 ? only : undefined;
}

/** The lines that may be about a time or later: none is written before what it tells of. Files that were closed before are not read, as far as the clock did not jump between them. */
function* linesSince(folder: string, since: number): Generator<Line> {
  const files = recordFiles(folder);
  const begins = files.map((file) => {
    const first: RecordText | undefined = recordTexts(folder, { file, bytes: 0 }).next().value ?? undefined;
    return Date.parse((first && lineIn(first.text)?.ts) ?? '');
  });
  const later = begins.findIndex((begin) => !(begin < since));
  const from = files[Math.max(0, (later === -1 ? files.length : later) - 1)];
  if (from === undefined) return;
  for (const { text } of recordTexts(folder, { file: from, bytes: 0 })) {
    const line = lineIn(text);
    if (line) yield line;
  }
}
