/** The totals of a file of the record. The next file begins with these, so that a long period can be reported without reading every line. */
import type { AuditEvent } from '../../contracts/audit.ts';
import { type Counts, lineIn, type Summary } from '../record/line.ts';
import { textsIn } from '../record/record-files.ts';
import { addCounts, type Counting, noCounts } from '../windows/counts.ts';
import { type AllSlugs, addEnd } from './slugs.ts';

/** The combined content of several lines. */
export type Totals = { readonly counts: Counts[]; readonly events: AuditEvent[]; readonly slugs: AllSlugs };

export const noTotals = (): Totals => ({ counts: [], events: [], slugs: new Map() });

/** Adds what a file holds for the requested times. Throws `audit_unreadable`. */
export function addFile(told: Totals, folder: string, file: string, isAsked: (ts: string) => boolean = () => true): void {
  for (const { text } of textsIn(folder, file)) {
    const line = isSilentReport.test(text) ? undefined : lineIn(text);
    if (!line || line.kind === 'summary') continue;
    told.events.push(...line.events.filter(({ ts }) => isAsked(ts)));
    if (line.kind !== 'observed') continue;
    const asked = line.counts.filter(({ window }) => isAsked(window));
    told.counts.push(...asked);
    if (line.end && asked.length > 0) addEnd(told.slugs, line.end);
  }
}

/** A report without alerts adds nothing to the lines before it. */
const isSilentReport = /^\{"prev":"\w+","n":\d+,"ts":"[^"]+","kind":"report","window":"[^"]+","events":\[\],/;

/** The summary of a file; undefined if it has no times. Throws `audit_unreadable`. */
export function summaryOf(folder: string, file: string): Summary | undefined {
  const told = noTotals();
  addFile(told, folder, file);
  const times = [...told.counts.map(({ window }) => window), ...told.events.map(({ ts }) => ts)].sort();
  const [first, last] = [times[0], times.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  return { kind: 'summary', file, first, last, counts: byDay(told.counts), found: told.events, slugs: Object.fromEntries(told.slugs) };
}

/** One total for each day, with the time of its first window. */
function byDay(counts: readonly Counts[]): readonly Counts[] {
  const days = new Map<string, Counting>();
  for (const each of counts.toSorted((a, b) => (a.window < b.window ? -1 : 1))) {
    const day = each.window.slice(0, 10);
    const sum = days.get(day) ?? noCounts(each.window);
    days.set(day, sum);
    addCounts(sum, each);
  }
  return [...days.values()];
}
