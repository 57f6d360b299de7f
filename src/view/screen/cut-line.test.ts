import { expect, test } from 'vitest';
import { line, span } from '../style/line.ts';
import { cutLine, startOf } from './cut-line.ts';

test.each([
  ['a line that fits is as it was', line('hello'), 5, line('hello')],
  ['a longer one ends in …', line('hello'), 4, [span('hel'), span('…')]],
  ['the … has the style of what it cuts', [span('a'), span('bcd', 'muted')], 3, [span('a'), span('b', 'muted'), span('…', 'muted')]],
  ['a wide character is left out rather than cut', line('日本語'), 4, [span('日'), span('…')]],
  ['one column is enough for …', line('hello'), 1, [span('…')]],
  ['no column is enough for nothing', line('hello'), 0, []],
])('%s', (_, whole, columns, expected) => {
  expect(cutLine(whole, columns)).toEqual(expected);
});

test('the start of a line keeps its styles', () => {
  expect(startOf([span('ab', 'good'), span('日本', 'code'), span('c')], 5)).toEqual([span('ab', 'good'), span('日', 'code')]);
});
