import fc from 'fast-check';
import { expect, test } from 'vitest';
import { oneIn } from '../../../test/support/sample.ts';
import { addToSums, emptySums, type Sums, sidesAt, valueAt } from '../records/sums.ts';
import { dayMs } from './decay.ts';
import { mayBecomeDue, signIfDue } from './rule-due.ts';

test.each([
  [5, 3, 1],
  [5, -3, -1],
  [4.9, 4.9, undefined],
  [9, 2.9, undefined],
] as const)('attention %d and decision %d make a rule of sign %s', (attention, decision, sign) => {
  expect(signIfDue({ attention, decision })).toBe(sign);
});

test('with other thresholds, other clusters make a rule', () => {
  const least = { attention: 2, decision: 1 };
  expect(signIfDue({ attention: 2, decision: -1 }, least)).toBe(-1);
  expect(signIfDue({ attention: 1.9, decision: 1 }, least)).toBeUndefined();
  expect(mayBecomeDue({ attention: 2, decision: 0 }, { yes: 1, no: 0 }, least)).toBe(true);
  expect(mayBecomeDue({ attention: 2, decision: 0 }, { yes: 1, no: 0 })).toBe(false);
});

test('a cluster that cannot become due by time alone never becomes due', () => {
  const weight = fc.record({
    f: fc.double({ min: 0, max: 1, noNaN: true }),
    sigma: fc.constantFrom(-1, 1, 0, 0.5),
    k: fc.constantFrom(0.05, 0.2, 0.5),
    since: fc.integer({ min: 0, max: 20 * dayMs }),
  });
  fc.assert(
    fc.property(fc.array(weight, { minLength: 4, maxLength: 40 }), fc.integer({ min: 0, max: 60 * dayMs }), (weights, later) => {
      const byK = new Map<number, Sums>([0.05, 0.2, 0.5].map((k) => [k, emptySums(k)]));
      for (const each of weights) addToSums(byK.get(each.k) ?? emptySums(each.k), each, 1);
      const now = 20 * dayMs;
      const isPossible = mayBecomeDue(valueAt([...byK.values()], now), sidesAt([...byK.values()], now));
      expect(isPossible || signIfDue(valueAt([...byK.values()], now + later)) === undefined).toBe(true);
    }),
    { numRuns: 2_000 / oneIn(10) },
  );
});
