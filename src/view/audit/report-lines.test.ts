import { describe, expect, test } from 'vitest';
import type { AuditPeriod } from '../../audit/reading/period.ts';
import type { AuditEvent, AuditReport } from '../../contracts/audit.ts';
import { parseTaskId } from '../../contracts/ids.ts';
import { textOf } from '../style/line.ts';
import { foundLine } from './found-line.ts';
import { auditLines, type ReportOptions } from './report-lines.ts';
import { sparkline } from './sparkline.ts';

const now = Date.parse('2026-11-18T12:00:00.000Z');
const period = { from: '2026-11-11T12:00:00.000Z', to: '2026-11-18T12:00:00.000Z' };

const quiet: AuditReport = {
  period,
  tasks_observed: 0,
  tasks_not_audited: 0,
  boundary_violations: [],
  convergence_health: { avg_correction_count: 0, trends: {} },
  drift_alerts: [],
  anomalies: [],
  tool_health: { execution_failures: 0, environmental_retries: 0, logical_retries: 0 },
  rates: {},
};

const stamping: AuditEvent = {
  event_id: 'a7-1',
  ts: '2026-11-18T11:55:00.000Z',
  task_id: null,
  from: 'R4a',
  to: 'User',
  type: 'R4a.approved',
  anomaly: 'rubber_stamping',
  detail: 'the judge passed 48 of 48 attempts this week; before that, 71 %',
  seqs: [],
};

const claim = (at: number): AuditEvent => ({
  ...{
    event_id: `20261118-110000000-abcdefgh-a${at}-1`,
    ts: '2026-11-18T11:00:00.000Z',
    task_id: parseTaskId('20261118-110000000-abcdefgh'),
  },
  ...{ from: 'R3', to: 'R4a', type: 'ExecutionResult', anomaly: 'false_claim' as const, detail: `claim ${at}`, seqs: [at] },
});

const told = (report: Partial<AuditReport>, options: Partial<ReportOptions> = {}, trend: AuditPeriod['trend'] = []): readonly string[] =>
  auditLines({ report: { ...quiet, ...report }, trend, slugs: {} }, { now, when: 'in the last 7 days', ...options }).map((line) =>
    textOf(line).trimEnd(),
  );

describe('a report', () => {
  test('of a time without tasks is one sentence', () => {
    expect(told({})).toEqual(['No tasks in the last 7 days.']);
  });

  test('in which all is well has no empty figures', () => {
    expect(told({ tasks_observed: 3 })).toEqual(['In the last 7 days: 3 tasks, nothing found']);
  });

  test('counts actions that the person refused, although they are not findings', () => {
    const no: AuditEvent = {
      ...claim(1),
      anomaly: 'near_miss',
      from: 'R3',
      to: 'User',
      type: 'ConfirmRequest',
      detail: 'you stopped rm -r b',
    };
    const report = { tasks_observed: 3, anomalies: [no] };
    expect(told(report)).toEqual(['In the last 7 days: 3 tasks, nothing found', '', 'How tasks went', '  you said no to 1 action']);
    expect(told(report, { verbose: true }).join('\n')).toContain('    abcdefgh-a1-1  you stopped rm -r b');
  });

  test('names a finding by its id, says when it was, and has no codes of roles', () => {
    const lines = told({ tasks_observed: 48, anomalies: [stamping] });
    expect(lines).toContain('  Approval of nearly everything');
    expect(lines).toContain('    a7-1  5 min ago  the judge passed 48 of 48 attempts this week; before that, 71 %');
    expect(lines.join('\n')).not.toMatch(/R\d/);
  });

  test('says how to look into the newest finding', () => {
    expect(told({ tasks_observed: 1, anomalies: [claim(1), stamping] })).toContain(
      'artoo audit show a7-1 shows what that finding is based on.',
    );
  });

  test('lists the newest three of a kind and counts the others; --verbose lists all, with codes', () => {
    const anomalies = [1, 2, 3, 4, 5].map(claim);
    const lines = told({ tasks_observed: 1, anomalies });
    expect(lines.filter((line) => /claim \d/.test(line)).map((line) => line.slice(-7))).toEqual(['claim 5', 'claim 4', 'claim 3']);
    expect(lines).toContain('    and 2 more; --verbose lists all');
    const all = told({ tasks_observed: 1, anomalies }, { verbose: true });
    expect(all).toContain('    abcdefgh-a1-1  1 h ago  claim 1  R3 → R4a, ExecutionResult');
    expect(all.filter((line) => /claim \d/.test(line))).toHaveLength(5);
  });

  test('shows the rates that changed; --verbose shows all, by name', () => {
    const rates = { 'R4a.approved': { hits: 48, of: 60 }, 'R7.abandoned': { hits: 0, of: 9 } };
    const stretch = (hits: number): AuditReport => ({
      ...quiet,
      rates: { 'R4a.approved': { hits, of: 30 }, 'R7.abandoned': { hits: 0, of: 4 } },
    });
    const trend = [stretch(15), stretch(30)];
    expect(told({ tasks_observed: 9, rates }, {}, trend)).toEqual([
      'In the last 7 days: 9 tasks, nothing found',
      '',
      'How tasks went',
      '  the judge passed 48 of 60 attempts (80 %)  ▅█',
      '',
      '1 rate that did not change is left out; --verbose lists all.',
    ]);
    expect(told({ tasks_observed: 9, rates }, { verbose: true }, trend).slice(-2)).toEqual([
      '  the judge passed 48 of 60 attempts (80 %)  ▅█  R4a.approved',
      '  0 of 9 tasks were abandoned (0 %)  R7.abandoned',
    ]);
  });

  test('says how rounds and attempts went, and leaves out what did not happen', () => {
    const convergence_health = { avg_correction_count: 1.5, trends: { falling: 1, flat: 0, rising: 2 } };
    const tool_health = { execution_failures: 2, environmental_retries: 1, logical_retries: 7 };
    expect(told({ tasks_observed: 6, convergence_health, tool_health }).slice(2)).toEqual([
      'How tasks went',
      "  on average, a task's work was corrected 1.5 times",
      '  3 rounds after the first: 1 came closer to the goal, 2 made things worse',
      '  2 tool calls failed',
      '  8 attempts had to be repeated: 7 because the work was wrong, 1 because something else failed',
    ]);
  });

  test('says which tasks ran without the auditor', () => {
    expect(told({ tasks_observed: 2, tasks_not_audited: 1 })).toContain('1 task ran with the auditor switched off.');
  });

  test('fits the terminal', () => {
    for (const line of told({ tasks_observed: 48, anomalies: [stamping] }, { columns: 40 })) expect(line.length).toBeLessThanOrEqual(40);
  });
});

test('the end of a task names the first finding that is new to the person, and how to look at it', () => {
  const everyday: AuditEvent = { ...claim(1), anomaly: 'law_refusal' };
  expect(foundLine([everyday])).toEqual([]);
  const [only] = foundLine([everyday, claim(2), claim(3)]);
  expect(only && textOf(only.text)).toBe('claim 2, and 1 more; artoo audit show abcdefgh-a2-1');
  const [long] = foundLine([{ ...claim(2), detail: 'x'.repeat(1_000) }]);
  expect(long?.text.at(-1)).toEqual({ text: 'artoo audit show abcdefgh-a2-1', style: 'code' }); // a span of its own, so that the shell can replace it
});

test.each([
  [[1, 2, 4], '▃▅█'],
  [[undefined, 1, 0, 2], '·▅▁█'],
  [[0, 0, 3], ''],
  [[], ''],
])('%j is drawn as %s', (figures, drawn) => {
  expect(sparkline(figures)).toBe(drawn);
});
