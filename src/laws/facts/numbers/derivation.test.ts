import { expect, test } from 'vitest';
import { type Derivation, unsupported } from '../unsupported.ts';
import { computed } from './formula.ts';

const shown = ['21 of them passed\n50 were run', 'anna\nbert\ncora\ndora\nemil', 'price 19.99\nprice 5.01\nduration 5400'];

test.each<[string, string, Derivation]>([
  ['a share', 'Some 42 % passed.', { fact: '42 %', from: ['21', '50'], how: '21/50*100' }],
  ['a share as a fraction', '42 % passed.', { fact: '42 %', from: ['21', '50'], how: '21 / 50' }],
  ['a difference', '29 did not pass.', { fact: '29', from: ['50', '21'], how: '50 - 21' }],
  ['a sum', 'Both cost 25.', { fact: '25', from: ['19.99', '5.01'], how: 'sum(from)' }],
  ['an average', 'They cost 12.50 each.', { fact: '12.50', from: ['19.99', '5.01'], how: 'avg' }],
  ['a count of some', '3 of the names have an a.', { fact: '3', from: ['anna', 'cora', 'dora'], how: 'count(from)' }],
  ['a unit', 'It lasted 1.5 hours.', { fact: '1.5 hours', from: ['5400'], how: '5400/3600' }],
  ['a count of a whole list', '10 letters were sent.', { fact: '10', from: ['5', '2'], how: '5*2' }],
])('%s is derived', (_, answer, derivation) => {
  const sources = { shown: [...shown, 'each got 2 letters'], given: [] };
  expect(unsupported(answer, sources, [derivation])).toEqual([]);
});

/** Counts by hour: they include nearly every small number, and there are no words around them. */
const crowded = ['11 06', '10 16', '9 22', '8 23', '7 21', '6 20', '5 18', '4 19', '3 13', '2 12', '1 01', '8 14'].join('\n');

test.each<[string, Derivation[], readonly string[]]>([
  ['nothing but the source', [], ['11']],
  ['a row of it', [{ fact: '11', from: ['11 06'], how: 'the first column' }], []],
  ['a row that it has not', [{ fact: '11', from: ['11 07'], how: 'the first column' }], ['11']],
  ['a row of another number', [{ fact: '11', from: ['10 16'], how: 'the first column' }], ['11']],
  ['the number alone', [{ fact: '11', from: ['11'], how: 'the first column' }], ['11']],
])('a number of a source that has many is shown by %s', (_, derivations, missing) => {
  const sources = { shown: [crowded], given: [] };
  expect(unsupported('The worst hour had 11 of them.', sources, derivations)).toEqual(missing);
});

test('a share is not shown by a row that has its number', () => {
  const derivation = { fact: '11 %', from: ['11 06'], how: 'the first column' };
  expect(unsupported('It had 11 % of them.', { shown: [crowded], given: [] }, [derivation])).not.toEqual([]);
});

test.each<[string, string, Derivation]>([
  ['comes to something else', '43 % passed.', { fact: '43 %', from: ['21', '50'], how: '21/50*100' }],
  ['has an operand that nothing supports', '44 % passed.', { fact: '44 %', from: ['22', '50'], how: '22/50*100' }],
  ['has a number that is not an operand', '46 % passed.', { fact: '46 %', from: ['21', '50'], how: '23/50*100' }],
  ['is about another fact', '77 passed.', { fact: '71', from: ['21', '50'], how: '21+50' }],
  ['only repeats it', '77 passed.', { fact: '77', from: ['77'], how: '77' }],
  ['counts the same twice', '4 names have an a.', { fact: '4', from: ['anna', 'anna', 'cora', 'dora'], how: 'count' }],
  ['counts what was never seen', '4 names have an a.', { fact: '4', from: ['anna', 'cora', 'dora', 'maria'], how: 'count' }],
  ['has no operands', '77 passed.', { fact: '77', from: [], how: '70+7' }],
  ['is no formula', '77 passed.', { fact: '77', from: ['21', '50'], how: 'constructor(21)' }],
  ['is not closed', '71 passed or so.', { fact: '71', from: ['21', '50'], how: '(21+50' }],
])('a derivation that %s proves nothing', (_, answer, derivation) => {
  expect(unsupported(answer.replace('71 passed or so', '171 passed'), { shown, given: [] }, [derivation])).not.toEqual([]);
});

test.each<[string, number | undefined]>([
  ['1 + 2 * 3', 7],
  ['(1 + 2) * 3', 9],
  ['2 ^ 3 - -1', 9],
  ['50 %', 0.5],
  ['7 % 4', 3],
  ['round(2/3, 2)', 0.67],
  ['max(1, 5, 3) - min(4, 2)', 3],
  ['1 / 0', undefined],
  ['', undefined],
  ['1 +', undefined],
  ['1 2', undefined],
  ['__proto__(1)', undefined],
  ['toString', undefined],
  ['('.repeat(400) + '1' + ')'.repeat(400), undefined],
  ['-'.repeat(900) + '1', undefined],
  ['1+'.repeat(5000) + '1', undefined],
])('%s is computed within bounds', (formula, value) => {
  expect(computed(formula)).toEqual(value);
});
