import { describe, expect, test } from 'vitest';
import { defaults } from './hyperparameters.ts';
import { grownLimit, withTimeFor } from './time-budget.ts';

describe('time limits are extended when models are slow', () => {
  test.each([
    ['no call yet', 0, 300_000, 1_800_000],
    ['a fast model', 800, 300_000, 1_800_000],
    ['just as fast as the budget has room for', 3_000, 300_000, 1_800_000],
    ['a slow model', 30_000, 3_000_000, 18_000_000],
  ])('%s', (_, callMs, budget, cap) => {
    expect(withTimeFor(defaults, callMs)).toEqual({ ...defaults, timeBudgetMs: budget });
    expect(grownLimit(1_800_000, callMs)).toBe(cap);
  });

  test('what has no limit stays without a limit', () => {
    expect(grownLimit(Number.POSITIVE_INFINITY, 30_000)).toBe(Number.POSITIVE_INFINITY);
  });
});
