import { expect, test } from 'vitest';
import { ago, lasting, money, short } from './spans.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

test.each([
  [-5, '<0.1 s'],
  [0, '<0.1 s'],
  [99, '<0.1 s'],
  [340.4, '0.3 s'],
  [12_440, '12.4 s'],
  [59_940, '59.9 s'],
  [59_960, '1.0 min'],
  [3.5 * minute, '3.5 min'],
  [59.96 * minute, '1.0 h'],
  [25 * hour, '25.0 h'],
])('%d ms last %s', (ms, words) => {
  expect(lasting(ms)).toBe(words);
});

test.each([
  [-5_000, 'just now'],
  [59_999, 'just now'],
  [3 * minute, '3 min ago'],
  [hour - 1, '59 min ago'],
  [hour, '1 h ago'],
  [day, 'yesterday'],
  [2 * day, '2 days ago'],
  [999 * day, '999 days ago'],
  [1_200 * day, '3 years ago'],
])('%d ms are %s', (ms, words) => {
  expect(ago(ms)).toBe(words);
});

test.each([
  [0, '0'],
  [999, '999'],
  [12_345, '12.3k'],
  [999_949, '999.9k'],
  [999_950, '1.0M'],
  [4_000_000, '4.0M'],
])('%d is %s', (count, words) => {
  expect(short(count)).toBe(words);
});

test.each([
  [0, '$0.00'],
  [0.00123, '$0.0012'],
  [0.01, '$0.01'],
  [12.345, '$12.35'],
])('%d dollars are %s', (usd, words) => {
  expect(money(usd)).toBe(words);
});
