/**
 * What the auditor costs in processor time: reading journals, writing its record, verifying it, reporting a year of it. Each is compared with the
 * least possible work: parsing, appending or hashing alone.
 */
import { hash } from 'node:crypto';
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAuditor } from '../src/audit/auditor.ts';
import type { JournalFile } from '../src/audit/observing/journal.ts';
import { readPeriod } from '../src/audit/reading/period.ts';
import { summaryOf } from '../src/audit/reading/summary.ts';
import { type LineBody, lineIn } from '../src/audit/record/line.ts';
import { auditFolder, recordTexts, withRecord } from '../src/audit/record/record-files.ts';
import { verifyRecord } from '../src/audit/record/verify.ts';
import { reportOf } from '../src/audit/windows/report.ts';
import type { TaskId } from '../src/contracts/ids.ts';
import { auditLines } from '../src/view/audit/report-lines.ts';
import { goldenNames, goldenPath } from '../test/support/golden-entries.ts';
import { compare, worked } from './measure.ts';
import { report } from './report.ts';

const folder = mkdtempSync(join(tmpdir(), 'artoo-bench-'));
let count = 0;
function fresh(): string {
  count += 1;
  const path = join(folder, String(count));
  mkdirSync(path);
  return path;
}

const paths = goldenNames.filter((name) => !name.includes('/')).map(goldenPath);
const journals = (many: number): readonly JournalFile[] =>
  Array.from({ length: many }, (_, at) => ({ task_id: `task-${at}` as TaskId, path: paths[at % paths.length] ?? '' }));

/** Reads these journals for the first time. Resolves with the number of their entries. */
async function auditing(data: string, tasks: readonly JournalFile[]): Promise<number> {
  const { entries } = await createAuditor({ data, journals: async () => tasks }).pass();
  return entries;
}

function parsing(tasks: readonly JournalFile[]): void {
  for (const { path } of tasks) for (const line of readFileSync(path, 'utf8').trimEnd().split('\n')) JSON.parse(line);
}

async function measureReading(): Promise<void> {
  const against = 'reading the same files and `JSON.parse` of their lines';
  const some = journals(320);
  const entries = await auditing(fresh(), some);
  const few = await compare(9, async () => ({
    subject: await worked(() => auditing(fresh(), some)),
    baseline: await worked(() => parsing(some)),
  }));
  const name = 'the auditor reads one entry, and writes down what it found and counted';
  report({ name, figure: (few.subject * 1e6) / entries, unit: 'µs', ratio: few.ratio, against, aim: 'under 20 µs' });

  const all = journals(10_000);
  const [subject, baseline] = [await worked(() => auditing(fresh(), all)), await worked(() => parsing(all))];
  report({ name: 'the auditor reads 10,000 journals from nothing', figure: subject, unit: 's', ratio: subject / baseline, against });
}

/** The lines that the auditor writes about tasks, each in a window of its own. */
async function usualLines(): Promise<(at: number, window: string) => readonly LineBody[]> {
  const data = fresh();
  await auditing(data, journals(paths.length));
  const observed = [...recordTexts(auditFolder(data))].flatMap(({ text }) => {
    const line = lineIn(text);
    return line?.kind === 'observed' ? [line] : [];
  });
  return (at, window) => {
    const line = observed[at % observed.length];
    if (!line) throw new Error('the auditor wrote nothing');
    const { prev: _, n: __, hash: ___, ts: ____, ...body } = line;
    const counts = body.counts.map((each) => ({ ...each, window }));
    const events = body.events.map((event) => ({ ...event, ts: window, event_id: `${event.event_id}-${at}` }));
    const to = new Date(Date.parse(window) + 300_000).toISOString();
    return [
      { ...body, task_id: `task-${at}` as TaskId, counts, events },
      { kind: 'report', window, events: [], alerts: [], report: reportOf({ from: window, to }, counts, events) },
    ];
  };
}

/** This number of windows in the last year, each with one task, as the auditor writes them. */
async function yearOf(windows: number, place: string): Promise<void> {
  const linesOf = await usualLines();
  const now = Date.now();
  await withRecord(place, async (record) => {
    for (let at = 0; at < windows; at += 1) {
      const window = new Date(Math.floor((now - (windows - at) * 315_000) / 300_000) * 300_000).toISOString();
      const summary = record.full === undefined ? undefined : summaryOf(place, record.full);
      if (summary) record.append([{ ts: window, ...summary }]);
      record.append(linesOf(at, window).map((line) => ({ ts: window, ...line })));
    }
  });
}

async function measureYear(): Promise<void> {
  const windows = 100_000;
  const data = fresh();
  const place = auditFolder(data);
  await yearOf(windows, place);
  const now = Date.now();
  const told = await compare(5, async () => ({
    subject: await worked(() => auditLines(readPeriod(place, { since: now - 366 * 86_400_000, until: now }), { now, when: 'in a year' })),
    baseline: await worked(() => {
      for (const _ of recordTexts(place));
    }),
  }));
  const against = 'reading all of its lines';
  report({
    name: `a report on a year of ${windows.toLocaleString('en')} windows`,
    figure: told.subject,
    unit: 's',
    ratio: told.ratio,
    against,
    aim: 'under 1 s',
  });

  const pass = () => createAuditor({ data, journals: async () => [] }).pass([]);
  const first = await worked(pass);
  report({ name: 'the state of the auditor is made anew from that year', figure: first, unit: 's' });
  const { subject } = await compare(5, async () => ({ subject: await worked(pass), baseline: 1 }));
  report({ name: 'the auditor starts in another process after that year', figure: subject * 1_000, unit: 'ms' });
}

const body = { ts: '2026-11-01T00:00:00.000Z', kind: 'observed', said: 'x'.repeat(700) };

async function measureChain(): Promise<void> {
  const lines = 10_000;
  const chained = () =>
    withRecord(fresh(), async (record) => {
      for (let at = 0; at < lines; at += 1) record.append([body]);
    });
  const bare = () => {
    const file = openSync(join(fresh(), 'bare.jsonl'), 'a');
    for (let at = 0; at < lines; at += 1) writeSync(file, `${JSON.stringify(body)}\n`);
    closeSync(file);
  };
  const { subject, ratio } = await compare(9, async () => ({ subject: await worked(chained), baseline: await worked(bare) }));
  report({
    name: 'a line of 870 bytes is chained and appended',
    figure: (subject * 1e6) / lines,
    unit: 'µs',
    ratio,
    against: 'a bare append',
  });
}

async function measureVerifying(): Promise<void> {
  const [lines, at] = [1_000_000, fresh()];
  await withRecord(at, async (record) => {
    for (let done = 0; done < lines; done += 1_000)
      record.append(Array.from({ length: 1_000 }, () => ({ ...body, said: 'x'.repeat(300) })));
  });
  const subject = await worked(() => {
    const { faults, lines: seen } = verifyRecord(recordTexts(at), []);
    if (faults.length > 0 || seen !== lines) throw new Error(`${faults.length} faults in ${seen} lines`);
  });
  const baseline = await worked(() => {
    for (const { text } of recordTexts(at)) hash('sha256', text);
  });
  const ratio = subject / baseline;
  report({
    name: '1,000,000 lines of the record are verified',
    figure: subject,
    unit: 's',
    ratio,
    against: 'reading and hashing them',
    aim: 'seconds',
  });
}

try {
  await measureReading();
  await measureChain();
  await measureVerifying();
  await measureYear();
} finally {
  rmSync(folder, { recursive: true });
}
