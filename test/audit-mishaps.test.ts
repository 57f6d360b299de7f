/** The auditor when things go wrong around it: killed, not alone, on a full disk, with a clock that jumps, with files that someone changed. */
import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, inject, test } from 'vitest';
import { createAuditor } from '../src/audit/auditor.ts';
import { verifyAudit } from '../src/audit/reading/verify-audit.ts';
import { lineIn } from '../src/audit/record/line.ts';
import { auditFolder, recordTexts, withRecord } from '../src/audit/record/record-files.ts';
import { verifyRecord } from '../src/audit/record/verify.ts';
import { findTasks } from '../src/history/tasks/task-list.ts';
import { startChild } from './support/child.ts';
import { goldenNames, goldenPath } from './support/golden-entries.ts';
import { isRoot } from './support/ordinary-user.ts';
import { isProof, sampled } from './support/sample.ts';
import { scratch } from './support/scratch.ts';
import { workedMs } from './support/worked-ms.ts';

const isPossible = (file: string, ...args: readonly string[]): boolean => spawnSync(file, args).status === 0;

/** The golden journals of tasks that ended, the shortest first. */
const ended = goldenNames
  .filter((name) => !name.includes('/') && readFileSync(goldenPath(name), 'utf8').includes('"FinalResult"'))
  .toSorted((a, b) => statSync(goldenPath(a)).size - statSync(goldenPath(b)).size);

/** A data folder with copies of the golden journals (if many, only of the shortest), and how many entries they have. */
function journals(count: number): { readonly data: string; readonly entries: number } {
  const data = join(scratch(), 'data');
  mkdirSync(join(data, 'tasks'), { recursive: true });
  let entries = 0;
  for (let at = 0; at < count; at += 1) {
    const text = readFileSync(goldenPath(ended[count > 50 ? 0 : at % ended.length] ?? ''), 'utf8');
    writeFileSync(join(data, 'tasks', `task-${at}.jsonl`), text);
    entries += text.split('\n').length - 1;
  }
  return { data, entries };
}

const linesOf = (data: string) => [...recordTexts(auditFolder(data))].flatMap(({ text }) => lineIn(text) ?? []);

/** The entries that have been read, according to the record, each as often as it occurs there. */
const readIn = (data: string): readonly string[] =>
  linesOf(data).flatMap((line) =>
    line.kind === 'observed' ? Array.from({ length: line.to - line.from }, (_, at) => `${line.task_id} ${line.from + at}`) : [],
  );

function expectEachOnce(data: string, entries: number): void {
  const all = readIn(data);
  expect(all).toHaveLength(entries);
  expect(new Set(all).size).toBe(entries);
  expect(verifyRecord(recordTexts(auditFolder(data)), []).faults).toEqual([]);
}

const auditorOf = (data: string, now = () => Date.parse('2027-01-01')) => createAuditor({ data, now, journals: () => findTasks(data) });
const recordFile = (data: string): string =>
  join(auditFolder(data), readdirSync(auditFolder(data)).find((name) => name.endsWith('.jsonl')) ?? '');

/** What the auditor does to its folder when it reads 300 journals for the first time: five batches of lines, the report that seals them, and its state. */
const steps = [
  ...['write', 'write', 'write', 'write', 'write', 'write', 'sync'],
  ...['write seal.json.new', 'rename seal.json', 'write state.json.new', 'rename state.json'],
];

describe('killed', () => {
  test('while it reads, these are the steps at which it can be', async () => {
    const { data } = journals(300);
    const told = join(data, 'steps.json');
    const child = await startChild('audits.ts', [data], { before: 'kill-at-audit.mjs', env: { STEPS_TO: told } });
    expect(await child.ended).toBe(0);
    expect(JSON.parse(readFileSync(told, 'utf8'))).toEqual(steps);
  }, 30_000);

  test.each(
    sampled(
      steps.flatMap((step, at) => ['inside', 'after', 'before'].map((how) => [how, step, at] as const)),
      11,
    ),
  )(
    '%s %s (%i), it leaves a record without fault, and the next auditor counts and reports each entry once',
    async (how, _, at) => {
      const { data, entries } = journals(300);
      const env = { KILL_AT: String(at), KILL_HOW: how };
      const child = await startChild('audits.ts', [data], { before: 'kill-at-audit.mjs', env });
      expect(await child.ended).toBe('SIGKILL');
      expect((await verifyAudit(data, [])).faults).toEqual([]);
      const auditor = auditorOf(data);
      await auditor.pass();
      await auditor.pass();
      expectEachOnce(data, entries);
      const reported = linesOf(data).flatMap((line) => (line.kind === 'report' ? [line.report.tasks_observed] : []));
      expect(reported.reduce((sum, tasks) => sum + tasks, 0)).toBe(300);
      expect(await verifyAudit(data, [])).toMatchObject({ faults: [], seals: 1 });
    },
    30_000,
  );
});

test('two processes that audit the same journals at once count each entry once', async () => {
  const { data, entries } = journals(50);
  const children = await Promise.all([startChild('audits.ts', [data]), startChild('audits.ts', [data])]);
  expect(await Promise.all(children.map(({ ended: end }) => end))).toEqual([0, 0]);
  expect(children.flatMap(({ lines }) => lines.slice(1).map((line) => Number(line.split(' ')[1]))).reduce((a, b) => a + b, 0)).toBe(
    entries,
  );
  expectEachOnce(data, entries);
}, 30_000);

test('a file that cannot grow is reported, leaves whole lines, and nothing is lost when there is room again', async () => {
  const { data, entries } = journals(50);
  const child = await startChild('audits.ts', [data], { fileLimitKiB: 8 });
  expect(await child.ended).toBe(0);
  expect(child.lines.at(-1)).toBe('audit_unwritable');
  expect(verifyRecord(recordTexts(auditFolder(data)), []).faults).toEqual([]);
  await auditorOf(data).pass();
  expectEachOnce(data, entries);
}, 30_000);

test.runIf(isRoot && isPossible('unshare', '-m', 'true'))(
  'a disk that is full is reported, and nothing is lost once there is room',
  async () => {
    const { data, entries } = journals(50);
    const folder = auditFolder(data);
    mkdirSync(folder);
    const audits = `'${process.execPath}' '${fileURLToPath(new URL('support/children/audits.ts', import.meta.url))}' '${data}'`;
    const said = execFileSync(
      'unshare',
      [
        ...['-m', 'sh', '-ec'],
        `mount -t tmpfs -o size=16k none '${folder}'; ${audits}; mount -o remount,size=8m '${folder}'; ${audits}; cp -r '${folder}' '${data}/kept'`,
      ],
      { encoding: 'utf8', env: { ...process.env, NODE_COMPILE_CACHE: inject('compileCache') } },
    );
    expect(said).toMatch(/^begins\naudit_unwritable\nbegins\nread \d+\n$/);
    cpSync(join(data, 'kept'), folder, { recursive: true });
    expectEachOnce(data, entries);
  },
  30_000,
);

test('a clock that jumps changes what is due, not what was found', async () => {
  const { data, entries } = journals(6);
  const times = ['2031-01-01', '2025-01-01', '2026-06-01', '1999-01-01'].map((day) => Date.parse(day));
  let at = 0;
  const auditor = auditorOf(data, () => times[at % times.length] ?? 0);
  for (; at < times.length; at += 1) await auditor.pass();
  expectEachOnce(data, entries);
  const reports = linesOf(data).filter(({ kind }) => kind === 'report');
  expect(reports).toHaveLength(1);
});

test('a damaged journal is a finding, does not keep the others from being read, and is read again when it has changed', async () => {
  const { data, entries } = journals(3);
  const path = join(data, 'tasks', 'task-1.jsonl');
  const whole = readFileSync(path, 'utf8');
  writeFileSync(path, whole.replace('{"kind":"message"', '{"kind":"massage"'));
  const auditor = auditorOf(data);
  expect((await auditor.pass()).found.filter(({ anomaly }) => anomaly === 'journal_damaged')).toMatchObject([{ task_id: 'task-1' }]);
  expect((await auditor.pass()).found).toEqual([]);
  writeFileSync(path, whole);
  await auditor.pass();
  expectEachOnce(data, entries);
});

test('a journal that has lost entries since it was read is a finding', async () => {
  const { data } = journals(1);
  const path = join(data, 'tasks', 'task-0.jsonl');
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  writeFileSync(path, `${lines.slice(0, 8).join('\n')}\n`);
  const auditor = auditorOf(data);
  await auditor.pass();
  writeFileSync(path, `${lines.slice(0, 5).join('\n')}\n`);
  expect((await auditor.pass()).found).toMatchObject([
    { anomaly: 'journal_damaged', detail: 'it had 8 entries when it was last read, and now has 5' },
  ]);
});

test.each<[string, (data: string) => void]>([
  ['removed', (data) => rmSync(join(auditFolder(data), 'state.json'))],
  ['spoiled', (data) => writeFileSync(join(auditFolder(data), 'state.json'), '{"version":2,"position":{"file":7}}')],
])('without its state (%s) the auditor reads its record', async (_, spoil) => {
  const { data, entries } = journals(300);
  await auditorOf(data).pass();
  spoil(data);
  expect(await auditorOf(data).pass()).toMatchObject({ entries: 0, found: [] });
  expectEachOnce(data, entries);
});

test('a state that points beyond the end of the record is not trusted: what was cut off is read and found again', async () => {
  const { data, entries } = journals(300);
  const auditor = auditorOf(data);
  await auditor.pass();
  const lines = readFileSync(recordFile(data), 'utf8').split('\n');
  truncateSync(recordFile(data), Buffer.byteLength(`${lines.slice(0, 200).join('\n')}\n`));
  const left = readIn(data).length;
  expect(left).toBeLessThan(entries);
  expect((await auditorOf(data).pass()).entries).toBe(entries - left);
  expectEachOnce(data, entries);
});

test('an auditor that continues in one process notices it, too', async () => {
  const { data, entries } = journals(12);
  const auditor = auditorOf(data);
  await auditor.pass();
  const [first = ''] = readFileSync(recordFile(data), 'utf8').split('\n');
  writeFileSync(recordFile(data), `${first}\n`);
  await auditor.pass();
  expectEachOnce(data, entries);
});

test('after a line that someone spoiled the auditor continues, and the fault stays visible', async () => {
  const { data } = journals(2);
  const auditor = auditorOf(data);
  await auditor.pass();
  appendFileSync(recordFile(data), 'nonsense\n');
  writeFileSync(join(data, 'tasks', 'another.jsonl'), readFileSync(goldenPath(ended[0] ?? '')));
  expect((await auditor.pass()).entries).toBeGreaterThan(0);
  expect(verifyRecord(recordTexts(auditFolder(data)), []).faults.map(({ what }) => what)).toEqual(['not a line']);
});

test('a long record is verified in seconds', async () => {
  const folder = join(scratch(), 'audit');
  const lines = isProof ? 1_000_000 : 20_000;
  const body = { ts: '2026-11-01T00:00:00.000Z', kind: 'observed', said: 'x'.repeat(300) };
  await withRecord(folder, async (record) => {
    for (let at = 0; at < lines; at += 1_000) record.append(Array.from({ length: 1_000 }, () => body));
  });
  const began = workedMs();
  expect(verifyRecord(recordTexts(folder), [])).toMatchObject({ lines, faults: [] });
  expect(workedMs() - began).toBeLessThan(isProof ? 100_000 : 20_000); // work that grew with the square of the lines would take many minutes
}, 120_000);
