import { expect, test } from 'vitest';
import { attentionAt, dayMs as day } from '../fading/decay.ts';
import { addToSums, emptySums, valueAt } from './sums.ts';

test('a value that is taken out of a sum leaves nothing behind', () => {
  const size = 100_003; // a prime, so that steps of any length reach every index
  const weights = Array.from({ length: size }, (_, at) => ({
    f: (1 + ((at * 7919) % 1000)) / 1001,
    sigma: at % 2 ? 1 : -1,
    k: 0.05,
    since: 1.7e12 + ((at * 104_729) % 997) * 3_600_000,
  }));
  const sums = emptySums(0.05);
  for (const weight of weights) addToSums(sums, weight, 1);
  for (let at = 1; at < size; at += 1) {
    const weight = weights[(at * 31_337) % size];
    if (weight) addToSums(sums, weight, -1);
  }
  const [left] = weights;
  if (!left) throw new Error('no weights');
  const at = 1.7e12 + 50 * day;
  const { attention, decision } = valueAt([sums], at);
  expect(Math.abs(attention - attentionAt(left, at))).toBeLessThan(1e-15);
  expect(Math.abs(decision + attentionAt(left, at))).toBeLessThan(1e-15);
  addToSums(sums, left, -1);
  expect(sums.stretches).toEqual([]);
});
