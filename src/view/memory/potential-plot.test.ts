import fc from 'fast-check';
import { expect, test } from 'vitest';
import { potentialPlot } from './potential-plot.ts';

const day = 86_400_000;
const curveOf = (valueAt: (day: number) => readonly [attention: number, decision: number]) =>
  Array.from({ length: 61 }, (_, at) => {
    const [attention, decision] = valueAt(at - 30);
    return { at: new Date(Date.UTC(2026, 0, 31) + (at - 30) * day).toISOString(), attention, decision };
  });

test('two curves, a zero line and today', () => {
  const failing = curveOf((at) => (at < 0 ? [0, 0] : [2 * Math.exp(-0.05 * at), -2 * Math.exp(-0.05 * at)]));
  expect(potentialPlot(failing, 60)).toEqual([
    '   2.0                           oo',
    '                                 | oooo',
    '                                 |     oooooo',
    '                                 |           ooooooooo',
    '                                 |                    ooooo',
    '   0.0  *************************|-------------------------',
    '                                 |                    xxxxx',
    '                                 |           xxxxxxxxx',
    '                                 |     xxxxxx',
    '                                 | xxxx',
    '  −2.0                           xx',
    '        −30 days               today               +30 days',
  ]);
});

test('where both are the same, one sign stands for both', () => {
  const rows = potentialPlot(curveOf(() => [1, 1]));
  expect(rows[0]).toBe(`   1.0  ${'*'.repeat(71)}`);
  expect(rows.slice(0, -1).join('')).not.toMatch(/[ox]/);
});

test('nothing is drawn where nothing fades', () => {
  expect([potentialPlot(curveOf(() => [0, 0])), potentialPlot([])]).toEqual([[], []]);
});

test('it fits every terminal from 40 columns on, with today in the middle', () => {
  const value = fc.double({ min: -1e6, max: 1e6, noNaN: true });
  fc.assert(
    fc.property(fc.array(fc.tuple(value, value), { minLength: 61, maxLength: 61 }), fc.integer({ min: 40, max: 300 }), (values, width) => {
      const rows = potentialPlot(
        curveOf((at) => values[at + 30] ?? [0, 0]),
        width,
      );
      for (const row of rows.slice(0, -1)) expect(row.length).toBeLessThanOrEqual(width);
      const [left = '', right = ''] = (rows.at(-1) ?? '').slice(8).split('today');
      expect(left.length).toBe(right.length);
    }),
  );
});
