import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lossChart } from './loss-chart.ts';

const numbersIn = (markup: string, name: string): readonly number[] =>
  [...markup.matchAll(new RegExp(` ${name}="([^"]*)"`, 'g'))].map(([, value]) => Number(value));

test('one round has no chart', () => {
  expect(lossChart([{ round: 1, L: 0.5 }]).html).toBe('');
});

test('a lower loss is drawn lower', () => {
  const [first = 0, second = 0] = numbersIn(
    lossChart([
      { round: 1, L: 0.9 },
      { round: 2, L: 0.2 },
    ]).html,
    'cy',
  );
  expect(first).toBeLessThan(second);
});

test('everything is inside the drawing', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 5, noNaN: true }), { minLength: 2, maxLength: 50 }), (losses) => {
      const { html } = lossChart(losses.map((L, at) => ({ round: at + 1, L })));
      for (const x of numbersIn(html, 'cx')) expect(x >= 0 && x <= 320).toBe(true);
      for (const y of numbersIn(html, 'cy')) expect(y >= 0 && y <= 96).toBe(true);
    }),
  );
});
