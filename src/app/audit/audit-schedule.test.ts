import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { scratch } from '../../../test/support/scratch.ts';
import { lineIn } from '../../audit/record/line.ts';
import { auditFolder, recordTexts } from '../../audit/record/record-files.ts';
import type { TaskId } from '../../contracts/ids.ts';
import { AuditSchedule } from './audit-schedule.ts';

/** A data folder with the journals of some scenarios. */
function dataWith(...tasks: readonly string[]): string {
  const data = scratch();
  mkdirSync(join(data, 'tasks'), { recursive: true });
  for (const task of tasks)
    copyFileSync(fileURLToPath(new URL(`../../../test/golden/${task}.jsonl`, import.meta.url)), join(data, 'tasks', `${task}.jsonl`));
  return data;
}

const observed = (data: string): readonly string[] =>
  [...recordTexts(auditFolder(data))].flatMap(({ text }) => {
    const line = lineIn(text);
    return line?.kind === 'observed' ? [line.task_id] : [];
  });

const now = () => Date.parse('2026-01-01T00:01:00.000Z');

test('a task that ends before the journals of others are looked for does not prevent them from being read', async () => {
  const data = dataWith('talk', 'giving-up', 'false-claim');
  const audits = new AuditSchedule({ data, now });
  audits.begin();
  audits.end('talk' as TaskId);
  await audits.close();
  expect(observed(data).toSorted()).toEqual(['false-claim', 'giving-up', 'talk']);
});

test('what is found in a task is told to the one who asks, once', async () => {
  const audits = new AuditSchedule({ data: dataWith('false-claim'), now });
  const found = await audits.audit('false-claim' as TaskId);
  expect(found.map(({ anomaly }) => anomaly)).toEqual(['false_claim']);
  expect(await audits.audit('false-claim' as TaskId)).toEqual([]);
});

test('a record that cannot be written is reported once, and no task fails by it', async () => {
  const data = dataWith('talk');
  copyFileSync(join(data, 'tasks', 'talk.jsonl'), join(data, 'audit')); // a file in place of its folder
  const notices: string[] = [];
  const audits = new AuditSchedule({ data, now, onNotice: (notice) => notices.push(notice) });
  expect(await audits.audit('talk' as TaskId)).toEqual([]);
  expect(await audits.audit('talk' as TaskId)).toEqual([]);
  expect(notices).toEqual([expect.stringContaining('The auditor could not write its record')]);
});

test('without a task, nothing is read or written', async () => {
  const data = dataWith('talk');
  await new AuditSchedule({ data, now }).close();
  expect(observed(data)).toEqual([]);
});
