import { expect, test } from 'vitest';
import { type Measured, readFigures, withFigure } from '../bench/figures.ts';
import { benchesIn, readPage, withTables } from '../bench/tables.ts';

const row = (name: string, more: Partial<Measured> = {}): Measured => ({
  bench: 'look',
  name,
  figure: 12.345,
  unit: 'ms',
  commit: 'abcdef1',
  date: '2026-11-16',
  ...more,
});

test('the tables of bench/README.md are what the figures say', () => {
  const page = readPage();
  expect(page, 'bench/README.md is out of date: run `npm run docs`').toBe(withTables(page, readFigures()));
});

test('every figure is in a table', () => {
  expect(new Set(benchesIn(readPage()))).toEqual(new Set(readFigures().map(({ bench }) => bench)));
});

test('a table shows its figures, each with the day and commit of its measurement, in place of whatever stood there', () => {
  const page = 'before\n<!-- figures of look, log -->\n| old |\n<!-- end of figures -->\nafter';
  const figures = [
    row('first', { bench: 'log', figure: 1_234.5, unit: '' }),
    row('second', { ratio: 1.256, against: 'git status', aim: '300 ms' }),
    row('third', { figure: '1 to 2', by_hand: true }),
    row('elsewhere', { bench: 'start' }),
  ];
  expect(withTables(page, figures)).toBe(
    [
      'before',
      '<!-- figures of look, log -->',
      '| what | figure | aim | measured |',
      '|---|---|---|---|',
      '| second | 12.3 ms, 1.26× of git status | 300 ms | 2026-11-16, abcdef1 |',
      '| third | 1 to 2 ms |  | 2026-11-16, abcdef1, written down by hand |',
      '| first | 1,235 |  | 2026-11-16, abcdef1 |',
      '<!-- end of figures -->',
      'after',
    ].join('\n'),
  );
});

test('a figure that is measured again replaces the old one; a new one comes after those of its benchmark', () => {
  const all = [row('a'), row('b'), row('c', { bench: 'start' })];
  const again = row('a', { figure: 1, commit: '1234567' });
  expect(withFigure(all, again)).toEqual([again, all[1], all[2]]);
  expect(withFigure(all, row('d'))).toEqual([all[0], all[1], row('d'), all[2]]);
  expect(withFigure(all, row('e', { bench: 'log' }))).toEqual([...all, row('e', { bench: 'log' })]);
});
