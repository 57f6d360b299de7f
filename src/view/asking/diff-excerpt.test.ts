import fc from 'fast-check';
import { expect, test } from 'vitest';
import { oneIn } from '../../../test/support/sample.ts';
import { diffExcerpt, gap, shares } from './diff-excerpt.ts';

const lines = (sign: string, count: number, name = ''): readonly string[] =>
  Array.from({ length: count }, (_, at) => `${sign}${name}${at + 1}`);
const shown = (diff: readonly string[], room: number): string => diffExcerpt(diff, room).lines.join(' ');

test.each([
  ['all that fits', ['@@', '-1', '+1', ' same'], 4, '@@ -1 +1  same'],
  ['both sides of one long change', ['@@', ...lines('-', 40), ...lines('+', 40)], 7, '-1 -2 -3 ⋯ +1 +2 +3'],
  ['more of the longer side', ['@@', ...lines('-', 1), ...lines('+', 40)], 5, '-1 +1 +2 +3 +4'],
  ['both sides in two lines', ['@@', ...lines('-', 9), ...lines('+', 9)], 2, '-1 +1'],
  [
    'the first, the last and one between',
    ['a', 'b', 'c', 'd', 'e'].flatMap((name) => ['@@', ' x', ' y', `-${name}`, `+${name}`]),
    8,
    '-a +a ⋯ -c +c ⋯ -e +e',
  ],
  ['what stands alone between two changes', ['@@', '-1', '+1', ' same', '-2', '+2', ...lines(' ', 9)], 5, '-1 +1  same -2 +2'],
  ['no context before a change', ['@@', ' x', ' y', ' z', '-1', '+1'], 2, '-1 +1'],
  ['one line', ['@@', '-1', '+1'], 1, '-1'],
  ['nothing', ['@@', '-1', '+1'], 0, ''],
  ['what is no diff', ['1', '2', '3'], 2, '1 2'],
])('shows %s', (_, diff, room, expected) => {
  expect(shown(diff, room)).toBe(expected);
});

test('never takes more room, keeps the order, shows both sides, and counts what it leaves out', () => {
  const block = fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 }), fc.nat({ max: 7 }));
  const diff = fc
    .array(block, { minLength: 1, maxLength: 8 })
    .map((blocks) =>
      blocks.flatMap(([removed, added, same], at) => [
        '@@',
        ...lines('-', removed, `${at}.`),
        ...lines('+', added, `${at}.`),
        ...lines(' ', same, `${at}.`),
      ]),
    );
  fc.assert(
    fc.property(diff, fc.nat({ max: 40 }), (all, room) => {
      const { lines: few, hidden } = diffExcerpt(all, room);
      const real = few.filter((each) => each !== gap);
      expect(few.length).toBeLessThanOrEqual(room);
      expect(real.length + hidden).toBe(all.length);
      let from = 0;
      for (const each of real) from = all.indexOf(each, from) + 1 || Number.NaN;
      expect(from).not.toBeNaN();
      if (room >= 2) expect([real.some((each) => each.startsWith('-')), real.some((each) => each.startsWith('+'))]).toEqual([true, true]);
    }),
    { numRuns: 1_000 / oneIn(10) },
  );
});

test.each([
  [[5, 5], 20, [5, 5]],
  [[50, 1, 50], 20, [10, 1, 9]],
  [[9, 9, 9], 2, [1, 1, 0]],
  [[0, 4], 3, [0, 3]],
  [[3, 3], Number.POSITIVE_INFINITY, [3, 3]],
])('with %j, %d lines are divided as %j', (lengths, total, expected) => {
  expect(shares(lengths, total)).toEqual(expected);
});
