import { expect, test } from 'vitest';
import { fitted } from './layout.ts';
import { waitLines } from './waiting.ts';

test.each([
  [4_400, []],
  [4_999, ["waits        5 s: the model's server asks for that; then attempt 2"]],
  [27_200, ["waits        27 s: the model's server asks for that; then attempt 2"]],
])('of a wait of %i ms a line tells that it begins, if it is long', (ms, expected) => {
  const lines = fitted(waitLines({ until: 1_000_000 + ms, why: 'asked', attempt: 2 }, 1_000_000), undefined);
  expect(lines.map((spans) => spans.map(({ text }) => text).join(''))).toEqual(expected);
});
