import { appendFileSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratch } from '../../../test/support/scratch.ts';
import { dreamLedger, readDreamCosts } from './dream-ledger.ts';

const call = (day: number, usage: object = {}) => ({
  ts: `2026-11-0${day}T10:00:00.000Z`,
  ms: 120,
  usage: { input_tokens: 100, output_tokens: 20, ...usage },
});

test('what calls cost is read as it was written, of the time that is asked about', async () => {
  const data = join(scratch(), 'new');
  await dreamLedger(data).note(call(1, { usd: 0.5, model: 'm' }));
  await dreamLedger(data).note(call(2, { model: 'local', estimated: true }));
  await dreamLedger(data).note(call(3));
  const used = { model_calls: 1, tool_calls: 0, input_tokens: 100, output_tokens: 20, model_ms: 120, tool_ms: 0, usd: 0, unpriced: [] };
  expect(await readDreamCosts(data)).toEqual({
    calls: [{ ...used, usd: 0.5 }, { ...used, unpriced: ['local'], estimated: true }, used],
    unknown: 0,
  });
  const between = { since: Date.parse(call(2).ts), until: Date.parse(call(3).ts) };
  expect((await readDreamCosts(data, between)).calls).toEqual([{ ...used, unpriced: ['local'], estimated: true }]);
  expect(statSync(join(data, 'memory/dreams.jsonl')).mode & 0o777).toBe(0o600);
});

test('lines that are none are counted, and the others read', async () => {
  const data = scratch();
  expect(await readDreamCosts(data)).toEqual({ calls: [], unknown: 0 });
  await dreamLedger(data).note(call(1));
  const wrong = ['{"ts":"2026', 'null', '[]', '{}', JSON.stringify({ ...call(1), ms: -1 }), JSON.stringify({ ...call(1), ts: 'soon' })];
  appendFileSync(join(data, 'memory/dreams.jsonl'), `${wrong.join('\n')}\n\n{"ts":"2026-11-0`); // the process that wrote the last line was killed
  await dreamLedger(data).note(call(2));
  const { calls, unknown } = await readDreamCosts(data);
  expect([calls.length, unknown]).toEqual([2, wrong.length + 1]);
});

test('a place that cannot be written or read is reported', async () => {
  const data = scratch();
  writeFileSync(join(data, 'memory'), '');
  await expect(dreamLedger(data).check()).rejects.toMatchObject({ code: 'memory_unwritable' });
  await expect(dreamLedger(data).note(call(1))).rejects.toMatchObject({ code: 'memory_unwritable' });
  const other = scratch();
  mkdirSync(join(other, 'memory/dreams.jsonl'), { recursive: true });
  await expect(readDreamCosts(other)).rejects.toMatchObject({ code: 'memory_unavailable' });
});
