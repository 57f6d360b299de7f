/** What the record contains for a period of time. */
import type { AuditEvent, AuditReport } from '../../contracts/audit.ts';
import { type Counts, lineIn, type Summary } from '../record/line.ts';
import { recordFiles, recordTexts, textsIn } from '../record/record-files.ts';
import { reportOf } from '../windows/report.ts';
import { addSlug, type SlugStatistics, statisticsOf } from './slugs.ts';
import { addFile, noTotals, type Totals } from './summary.ts';

export type Times = { readonly since: number; readonly until: number };

export type AuditPeriod = {
  readonly report: AuditReport;
  /** What the record contains, cut into stretches of equal length, oldest first, for trends. From twelve days on, each begins with a day. */
  readonly trend: readonly AuditReport[];
  readonly slugs: Readonly<Record<string, SlugStatistics>>;
};

/** How many stretches a trend has: as many as fit on a line. */
const stretches = 12;
const dayMs = 24 * 3_600_000;

/** Throws `audit_unreadable`. */
export function readPeriod(folder: string, { since, until }: Times): AuditPeriod {
  const { counts, events, slugs } = totalsIn(folder, { since, until });
  const first = counts.reduce((least, { window }) => Math.min(least, Date.parse(window)), until);
  const from = since > 0 ? since : first;
  const parts = partsOf(counts, events, bordersOf(from, until));
  return {
    report: reportOf(periodOf(from, until), counts, events),
    trend: parts.map((part) => reportOf(periodOf(part.from, part.to), part.counts, part.events)),
    slugs: statisticsOf(slugs),
  };
}

/**
 * The totals of the period. If daily figures suffice, a file that lies entirely within the period is not read: the summary at the start of the next
 * file replaces it.
 */
function totalsIn(folder: string, { since, until }: Times): Totals {
  const told = noTotals();
  const files = withSummaries(folder);
  const begin = since > 0 ? since : Math.min(until, ...files.map(({ summary }) => (summary ? Date.parse(summary.first) : until)));
  const isLong = until - begin >= stretches * dayMs;
  const isAsked = (ts: string) => Date.parse(ts) >= since && Date.parse(ts) < until;
  for (const { file, summary } of files) {
    if (summary && (Date.parse(summary.last) < since || Date.parse(summary.first) >= until)) continue;
    if (summary && isLong && isAsked(summary.first) && isAsked(summary.last)) addSummary(told, summary);
    else addFile(told, folder, file, isAsked);
  }
  return told;
}

function addSummary(told: Totals, { counts, found, slugs }: Summary): void {
  for (const each of counts) told.counts.push(each);
  for (const each of found) told.events.push(each);
  for (const [slug, sums] of Object.entries(slugs)) addSlug(told.slugs, slug, sums);
}

/** Each file, with its summary if the next file begins with one. */
function withSummaries(folder: string): readonly { readonly file: string; readonly summary: Summary | undefined }[] {
  const files = recordFiles(folder);
  return files.map((file, at) => {
    const next = files[at + 1];
    const [begin] = next === undefined ? [] : textsIn(folder, next).take(1);
    const line = begin && lineIn(begin.text);
    return { file, summary: line?.kind === 'summary' && line.file === file ? line : undefined };
  });
}

/** Where the stretches begin, and where the last one ends. */
function bordersOf(from: number, until: number): readonly number[] {
  const width = (until - from) / stretches;
  const inner = Array.from({ length: stretches - 1 }, (_, at) => from + (at + 1) * width);
  return [from, ...(width < dayMs ? inner : inner.map((border) => Math.floor(border / dayMs) * dayMs)), until];
}

type Part = { readonly from: number; readonly to: number; readonly counts: Counts[]; readonly events: AuditEvent[] };

function partsOf(counts: readonly Counts[], events: readonly AuditEvent[], borders: readonly number[]): readonly Part[] {
  const parts = borders.slice(0, -1).map((from, at): Part => ({ from, to: borders[at + 1] ?? from, counts: [], events: [] }));
  const partAt = (ts: string) => {
    const time = Date.parse(ts);
    return parts.find(({ from, to }) => time >= from && time < to);
  };
  for (const each of counts) partAt(each.window)?.counts.push(each);
  for (const each of events) partAt(each.ts)?.events.push(each);
  return parts;
}

const periodOf = (from: number, to: number) => ({ from: new Date(from).toISOString(), to: new Date(to).toISOString() });

/** An event of the record, by its id or a unique end of the id; undefined if no event matches, or several do. Throws `audit_unreadable`. */
export function findEvent(folder: string, wanted: string): AuditEvent | undefined {
  const alike = new Map<string, AuditEvent>();
  for (const { text } of recordTexts(folder)) {
    const line = text.includes(wanted) ? lineIn(text) : undefined;
    if (!line || line.kind === 'summary') continue;
    for (const event of line.events) {
      if (event.event_id === wanted) return event;
      if (event.event_id.endsWith(wanted)) alike.set(event.event_id, event);
    }
  }
  const [only, ...others] = alike.values();
  return others.length === 0 ? only : undefined;
}
