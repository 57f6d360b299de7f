import { expect, test } from 'vitest';
import { fitted } from './layout.ts';
import type { Activity } from './state.ts';
import { silenceLines, waitLines } from './waiting.ts';

test.each([
  [4_400, []],
  [4_999, ["waits        5 s: the model's server asks for a pause; then attempt 2"]],
  [27_200, ["waits        27 s: the model's server asks for a pause; then attempt 2"]],
])('for a wait of %i ms, a line says that it begins, if it is long', (ms, expected) => {
  const lines = fitted(waitLines({ until: 1_000_000 + ms, why: 'asked', attempt: 2 }, 1_000_000), undefined);
  expect(lines.map((spans) => spans.map(({ text }) => text).join(''))).toEqual(expected);
});

const asking = (since: number): Activity => ({
  ...{ doing: 'plans', subtask: null, since, call: '', output: [], isAgain: false, text: '' },
  asked: { since, wait: null },
});
const told = (activities: readonly Activity[], before: number, now: number) =>
  fitted(silenceLines({ activities }, before, now), undefined).map((spans) => spans.map(({ text }) => text).join(''));

test('a silent model gets a line after ten seconds, and then each minute', () => {
  const lines = Array.from({ length: 130 }, (_, second) => told([asking(0)], second * 1_000, (second + 1) * 1_000));
  expect(lines.flatMap((each, second) => each.map((text) => [second + 1, text]))).toEqual([
    [10, 'waits        the model has not answered for 10 s'],
    [60, 'waits        the model has not answered for 60 s'],
    [120, 'waits        the model has not answered for 120 s'],
  ]);
});

test('several silent models share a line, and one that waits to ask again is not silent', () => {
  expect(told([asking(0), asking(500), asking(9_000)], 9_400, 10_600)).toEqual(['waits        2 models have not answered for 10 s']);
  expect(told([asking(40_000), { ...asking(0), asked: null }], 9_400, 10_600)).toEqual([]);
});
