import { expect, test } from 'vitest';
import { plainReasons } from './plain-reasons.ts';

test.each([
  ['the person is told what is meant for them', { reasons: ['a; list it word for word'], told: ['a'] }, 'a'],
  ['older journals have only what the planner was told', { reasons: ['a; list it word for word'] }, 'a; list it word for word'],
  ['the same is said once', { reasons: ['a; b', 'a; c'], told: ['a', 'a'] }, 'a'],
  ['a few reasons are told, and the rest is counted', { reasons: ['a', 'b', 'c', 'd', 'e'] }, 'a; b; c; and 2 more'],
  ['without a reason, that is said', { reasons: [] }, 'no reason was given'],
])('%s', (_, against, told) => {
  expect(plainReasons(against)).toBe(told);
});

test('a reason stays short', () => {
  expect(plainReasons({ reasons: ['x'.repeat(1 << 20)] }).length).toBeLessThan(400);
});
