import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { goldenPath } from '../../../test/support/golden-entries.ts';
import { scratch } from '../../../test/support/scratch.ts';
import type { AuditEvent } from '../../contracts/audit.ts';
import { parseTaskId } from '../../contracts/ids.ts';
import { createAuditor } from '../auditor.ts';
import { type LineBody, lineIn } from '../record/line.ts';
import { auditFolder, recordFiles, recordTexts, textsIn, withRecord } from '../record/record-files.ts';
import { verifyRecord } from '../record/verify.ts';
import { noCounts } from '../windows/counts.ts';
import { findEvent, readPeriod } from './period.ts';

const dayMs = 24 * 3_600_000;
const begin = Date.parse('2026-01-01T09:00:00.000Z');
const lines = 180;

/** A task every eight hours for sixty days, with lines so long that they fill one file of the record. */
function lineAt(at: number): LineBody {
  const window = new Date(begin + at * 8 * 3_600_000).toISOString();
  const task_id = parseTaskId(`task-${at}`);
  const event: AuditEvent = {
    ...{ event_id: `${task_id}-a7-1`, ts: window, task_id, from: 'R3', to: 'R4a', type: 'ExecutionResult' },
    ...{ anomaly: 'false_claim', detail: `claim ${at}`, seqs: [7] },
  };
  const counts = {
    ...noCounts(window),
    tasks: 1,
    ended: 1,
    corrections: at % 3,
    rates: { 'R4a.approved': [at % 2, 2] as [number, number] },
  };
  const round = (D: number) => ({ D, L: D, grad_l: 0, chose: 'change_path', failure_class: 'logical' }) as const;
  return {
    ...{ kind: 'observed', task_id, from: 0, to: 9, size: 100, is_over: true, events: at % 5 === 0 ? [event] : [], counts: [counts] },
    contradicted: ['x'.repeat(92_600)],
    end: { slug: `kind_${at % 2}`, directive: 'accept', reason: 'met', corrections: at % 3, rounds: [round(1), round(0.5), round(at % 4)] },
  };
}

async function recordOf(folder: string): Promise<void> {
  await withRecord(folder, async (record) => {
    for (let at = 0; at < lines; at += 1) {
      const line = lineAt(at);
      record.append([{ ts: line.events[0]?.ts ?? new Date(begin).toISOString(), ...line }]);
    }
  });
}

const periods: readonly (readonly [string, { readonly since: number; readonly until: number }])[] = [
  ['all of it', { since: begin - 40 * dayMs, until: begin + 100 * dayMs }],
  ['all, from the first', { since: 0, until: begin + 100 * dayMs }],
  ['its first half', { since: begin - 40 * dayMs, until: begin + 30.2 * dayMs }],
  ['its second half', { since: begin + 30.2 * dayMs, until: begin + 100 * dayMs }],
  ['a part in the middle', { since: begin + 20.1 * dayMs, until: begin + 40.7 * dayMs }],
  ['a few days', { since: begin + 20.1 * dayMs, until: begin + 27 * dayMs }],
  ['a time before it', { since: begin - 40 * dayMs, until: begin - dayMs }],
  ['a time after it', { since: begin + 70 * dayMs, until: begin + 100 * dayMs }],
];

test('a file that is full is summed up at the beginning of the next, and every report is the same as from its lines', async () => {
  const [data, plain] = [scratch(), scratch()];
  const folder = auditFolder(data);
  for (const place of [folder, plain]) await recordOf(place);
  const task = { task_id: parseTaskId('talk'), path: goldenPath('talk') };
  await createAuditor({ data, journals: async () => [task], now: () => Date.parse('2026-01-01T00:01:00.000Z') }).pass();
  const [full = '', next = ''] = recordFiles(folder);
  const [first] = textsIn(folder, next).take(1);
  expect(first && lineIn(first.text)).toMatchObject({ kind: 'summary', file: full, found: { length: lines / 5 } });
  expect(verifyRecord(recordTexts(folder), []).faults).toEqual([]);
  const [observed] = textsIn(folder, next).drop(1);
  await withRecord(plain, async (record) => {
    const { prev: _, n: __, hash: ___, ...body } = JSON.parse(observed?.text ?? '');
    record.append([body]);
  });
  expect(recordFiles(plain)).toHaveLength(2);
  for (const [name, times] of periods) expect(readPeriod(folder, times), name).toEqual(readPeriod(plain, times));
  expect(findEvent(folder, 'task-5-a7-1')).toMatchObject({ detail: 'claim 5' });

  const whole = readPeriod(folder, periods[0]?.[1] ?? { since: 0, until: 0 });
  expect(whole.report).toMatchObject({ tasks_observed: lines + 1, anomalies: { length: lines / 5 } });
  expect(whole.slugs.kind_0).toMatchObject({
    tasks: 90,
    D: [{ mean: 1 }, { mean: 0.5 }, { mean: 1 }],
    directives: { change_path: { given: 180 } },
  });
  truncateSync(join(folder, full));
  expect(readPeriod(folder, periods[0]?.[1] ?? { since: 0, until: 0 }), 'the lines of a whole file are not read').toEqual(whole);
});
