import { expect, test } from 'vitest';
import { headAndTail, maxGoalLength } from '../../roles/prompting/head-and-tail.ts';
import { tooLong } from './too-long.ts';

test.each([
  ['goal', maxGoalLength],
  ['message', undefined],
] as const)('a %s is reported as too long only if models would not get all of it', (what, limit) => {
  for (const length of [1, 4_095, 4_096, 4_097, 32_767, 32_768, 32_769, 100_000]) {
    const text = 'x'.repeat(length);
    expect(tooLong(what, text) === undefined).toBe(headAndTail(text, limit) === text);
  }
  expect(tooLong('goal', 'x'.repeat(40_000))).toBe('the goal has 40,000 characters, and models see only the first and last 16,384');
});
