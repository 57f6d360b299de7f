import { expect, test } from 'vitest';
import { textOf } from '../style/line.ts';
import { oneFindingLines } from './finding-lines.ts';
import { verifyLines } from './verify-lines.ts';

const hash = 'a'.repeat(64);
const drifted = {
  ...{ event_id: 'a7-1', ts: '2026-11-18T12:00:00.000Z', task_id: null, from: 'R4a', to: 'User', type: 'R4a.approved' },
  ...{ anomaly: 'rubber_stamping' as const, detail: 'the judge passed 48 of 48 attempts this week', seqs: [] },
};

test.each([
  ['a finding over many tasks', oneFindingLines(drifted, { rows: [], entries: 0 }, { columns: 40, now: Date.parse(drifted.ts) })],
  ['a record that is whole', verifyLines({ lines: 9, last: { n: 8, hash }, faults: [], seals: 1 }, 40)],
])('%s is wrapped between words on a narrow terminal', (_, lines) => {
  const texts = lines.map(textOf);
  expect(texts.filter((text) => text.length > 40 && !text.includes(hash.slice(0, 40)))).toEqual([]);
  expect(texts.join('\n')).toMatch(/single\s+entries|each\s+chained/);
});
