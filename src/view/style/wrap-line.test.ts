import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Line, line, lineWidth, span, textOf } from './line.ts';
import { wrapLine, wrapLines } from './wrap-line.ts';

const shown = (whole: Line, columns: number, indent?: Line) => wrapLine(whole, columns, indent).map(textOf);

test.each([
  ['words that fit stay on one line', line('one two'), 10, undefined, ['one two']],
  ['a line is broken between words', line('one two three'), 8, undefined, ['one two', 'three']],
  ['what follows is indented', line('one two three'), 8, line('  '), ['one two', '  three']],
  ['an indent in front is kept', line('    one two'), 8, undefined, ['    one', 'two']],
  ['a long word after an indent begins on its line', line('    abcdefgh ij'), 8, line('    '), ['    abcd', '    efgh', '    ij']],
  ['a word that only fits without the indent in front stays whole', line('    abcdef'), 8, undefined, ['abcdef']],
  ['a word longer than a line is broken', line('abcdefgh ij'), 5, undefined, ['abcde', 'fgh', 'ij']],
  ['a wide character is never cut', line('日本語日本'), 5, undefined, ['日本', '語日', '本']],
  ['a word of two styles is one word', [span('go '), span('un'), span('happy', 'strong')], 8, undefined, ['go', 'unhappy']],
  ['a figure keeps its unit', [span('waited'), span('  16.5 s', 'muted')], 13, undefined, ['waited', '16.5 s']],
  ['nothing is one empty line', line(''), 8, undefined, ['']],
])('%s', (_, whole, columns, indent, expected) => {
  expect(shown(whole, columns, indent)).toEqual(expected);
});

test('styles survive a break', () => {
  expect(wrapLine([span('plain '), span('strong words', 'strong')], 12)).toEqual([
    [span('plain '), span('strong', 'strong')],
    [span('words', 'strong')],
  ]);
});

test('no line is too wide, and no character but spaces is lost', () => {
  const words = fc.stringMatching(/^[a-z日🙂 ]{0,60}$/u);
  fc.assert(
    fc.property(fc.array(words, { maxLength: 4 }), fc.integer({ min: 2, max: 30 }), (texts, columns) => {
      const whole = texts.map((text, at) => span(text, at % 2 === 0 ? 'plain' : 'strong'));
      const lines = wrapLine(whole, columns);
      for (const each of lines) expect(lineWidth(each)).toBeLessThanOrEqual(columns);
      const letters = (text: string) => text.replaceAll(' ', '');
      expect(letters(lines.map(textOf).join(''))).toBe(letters(textOf(whole)));
    }),
  );
});

test('lines that are too wide for the screen are wrapped a little further in than they begin, and others stay as they are', () => {
  const lines = [[span('  $ ', 'muted'), span('count the words', 'code')], [span('short')], []];
  expect(wrapLines(lines, 12).map(textOf)).toEqual(['  $ count', '    the', '    words', 'short', '']);
  expect(wrapLines(lines, undefined)).toBe(lines);
});
