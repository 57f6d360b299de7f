import { expect, test } from 'vitest';
import { goldenEntries } from '../../../test/support/golden-entries.ts';
import { parseTaskId } from '../../contracts/ids.ts';
import { createEntryRows } from '../rows/entry-rows.ts';
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
  expect(texts.join('\n')).toMatch(/individual\s+entries|each\s+chained/);
});

test('a finding that rests on figures alone shows them, and does not say that its journal is gone', () => {
  const event = { ...drifted, task_id: parseTaskId('20261118-110000000-abcdefgh'), anomaly: 'loss_rising' as const, seqs: [1] };
  const figures = goldenEntries('giving-up')
    .flatMap(createEntryRows())
    .filter(({ weight }) => weight === 'figure')
    .slice(0, 1);
  expect(figures).toHaveLength(1);
  const text = oneFindingLines(event, { rows: figures, entries: 9 }, { now: Date.parse(event.ts) })
    .map(textOf)
    .join('\n');
  expect(text).toContain('It is based on');
  expect(text).not.toContain('cannot be shown');
});
