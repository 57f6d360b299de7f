import { expect, test } from 'vitest';
import { runHere } from '../../../test/support/in-process.ts';
import { scratch } from '../../../test/support/scratch.ts';
import { event, memoryIn } from '../../../test/support/stocked-memory.ts';
import { memory } from './memory.ts';

test('under a clock that lags behind the memory, what is printed is what was stored', async () => {
  const data = scratch();
  const created_at = new Date(Date.now() + 3_600_000).toISOString();
  const keeper = memoryIn(data);
  await keeper.importAll({ kept: [{ id: 'x', megram: { ...event('x', 0), created_at } }], check: false });
  await keeper.close();
  const { redacted, ...printed } = JSON.parse((await runHere(memory, ['remember', 'I use tabs', '--json', '--data', data])).out);
  const { kept } = await memoryIn(data).find({ id: printed.id });
  expect([printed, redacted]).toEqual([kept?.megram, false]);
  expect(Date.parse(printed.created_at)).toBeGreaterThan(Date.now());
});
