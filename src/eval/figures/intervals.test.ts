import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { effectiveTrials, pairedDifference, shareOf, type TaskCount, wilson } from './intervals.ts';

const once = (passed: number, trials = 1): TaskCount => ({ passed, trials });

describe("Wilson's interval", () => {
  // Known values: Newcombe 1998, table I, method 3.
  test.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
    [29, 29, 0.883, 1],
  ])('of %i in %i', (passed, n, low, high) => {
    const share = wilson(passed / n, n);
    expect(share.low).toBeCloseTo(low, 4);
    expect(share.high).toBeCloseTo(high, 4);
  });

  test('of nothing is everything', () => {
    expect(wilson(0, 0)).toEqual({ value: 0, low: 0, high: 1 });
  });

  test('holds the share, and lies between 0 and 1', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000 }), fc.double({ min: 0, max: 1, noNaN: true }), (n, part) => {
        const { value, low, high } = wilson(Math.round(part * n) / n, n);
        expect(low).toBeLessThanOrEqual(value + 1e-12);
        expect(high).toBeGreaterThanOrEqual(value - 1e-12);
        expect(low >= 0 && high <= 1).toBe(true);
      }),
    );
  });
});

describe('repeats of a task', () => {
  test('count for nothing where each task always ends alike', () => {
    expect(effectiveTrials([once(5, 5), once(0, 5), once(5, 5), once(0, 5)])).toBe(4);
    expect(effectiveTrials([once(5, 5), once(5, 5)])).toBe(2);
  });

  test('count in full where tasks do not differ', () => {
    expect(effectiveTrials([once(2, 4), once(2, 4), once(2, 4)])).toBe(12);
  });

  test('make no interval wider than the tasks alone, nor narrower than all trials', () => {
    const task = fc.tuple(fc.nat(5), fc.integer({ min: 1, max: 5 })).map(([passed, trials]) => once(Math.min(passed, trials), trials));
    fc.assert(
      fc.property(fc.array(task, { minLength: 2, maxLength: 30 }), (tasks) => {
        const n = effectiveTrials(tasks);
        expect(n).toBeGreaterThanOrEqual(tasks.length - 1e-9);
        expect(n).toBeLessThanOrEqual(tasks.reduce((sum, { trials }) => sum + trials, 0) + 1e-9);
      }),
    );
  });

  test('single trials are independent', () => {
    expect(effectiveTrials([once(1), once(0), once(1)])).toBe(3);
    expect(shareOf([once(1), once(0), once(1)])).toEqual(wilson(2 / 3, 3));
  });
});

describe('the difference of two arms on the same tasks', () => {
  const pairs = (both: number, first: number, second: number, none: number) =>
    [
      [both, 1, 1],
      [first, 1, 0],
      [second, 0, 1],
      [none, 0, 0],
    ].flatMap(([count = 0, a = 0, b = 0]) => Array.from({ length: count }, () => ({ a: once(a), b: once(b) })));

  test('excludes 0 where one arm wins nearly every task on which they differ, and not where it wins half', () => {
    expect(pairedDifference(pairs(36, 2, 12, 0))).toMatchObject({ value: expect.closeTo(0.2, 9) });
    expect(pairedDifference(pairs(36, 2, 12, 0)).low).toBeGreaterThan(0);
    expect(pairedDifference(pairs(36, 6, 8, 0)).low).toBeLessThan(0);
  });

  test('of arms that always agree is 0, and narrower than that of arms that do not', () => {
    const alike = pairedDifference(pairs(20, 0, 0, 20));
    const apart = pairedDifference(pairs(10, 10, 10, 10));
    expect([alike.value, apart.value]).toEqual([0, 0]);
    expect(alike.high - alike.low).toBeLessThan(apart.high - apart.low);
  });

  test('is turned around with the arms, and holds the mean difference', () => {
    const rate = fc.nat(3).map((passed) => once(passed, 3));
    fc.assert(
      fc.property(fc.array(fc.record({ a: rate, b: rate }), { minLength: 1, maxLength: 20 }), (given) => {
        const one = pairedDifference(given);
        const other = pairedDifference(given.map(({ a, b }) => ({ a: b, b: a })));
        expect(one.value).toBeCloseTo(-other.value, 9);
        expect(one.low).toBeCloseTo(-other.high, 9);
        expect(one.low - 1e-9 <= one.value && one.value <= one.high + 1e-9).toBe(true);
      }),
    );
  });

  test('of nothing is anything', () => {
    expect(pairedDifference([])).toEqual({ value: 0, low: -1, high: 1 });
  });
});
