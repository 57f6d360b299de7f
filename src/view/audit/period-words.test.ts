import { expect, test } from 'vitest';
import { periodWords } from './period-words.ts';

test.each([
  [undefined, undefined, 'in the last 7 days'],
  ['12h', undefined, 'in the last 12 hours'],
  ['1d', undefined, 'in the last day'],
  ['1.5W', undefined, 'in the last 1.5 weeks'],
  ['2026-11-01', undefined, 'since 2026-11-01'],
  ['2026-11-01', '2026-11-03', 'from 2026-11-01 until 2026-11-03'],
  ['30m', '2026-11-03', 'from 30 minutes ago until 2026-11-03'],
  [undefined, '2026-11-03', 'from 7 days ago until 2026-11-03'],
])('since %s until %s is shown as %s', (since, until, words) => {
  expect(periodWords(since, until)).toBe(words);
});
