import { expect, test } from 'vitest';
import { fitted } from './layout.ts';
import { waitLines } from './waiting.ts';

test.each([
  [4_400, []],
  [4_999, ["waits        5 s: the model's server asked to be called later"]],
  [27_200, ["waits        27 s: the model's server asked to be called later"]],
])('of a wait of %i ms a line tells that it begins, if it is long', (ms, expected) => {
  const lines = fitted(waitLines({ until: 1_000_000 + ms, why: 'asked' }, 1_000_000), undefined);
  expect(lines.map((spans) => spans.map(({ text }) => text).join(''))).toEqual(expected);
});
