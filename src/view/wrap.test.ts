import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { widthOf, wrap } from './wrap.ts';

describe('the width of', () => {
  test.each([
    ['letters', 'abc', 3],
    ['an accent that is a character of its own', 'e\u0301', 1],
    ['Chinese', '查找文件', 8],
    ['Japanese', 'ファイルを', 10],
    ['Korean', '파일', 4],
    ['an emoji', '📁', 2],
    ['a family', '👨‍👩‍👧', 2],
    ['a flag', '🇫🇷', 2],
    ['arrows and Greek', 'Ω ∇L ↓', 6],
    ['nothing', '', 0],
  ])('%s', (_, text, width) => {
    expect(widthOf(text)).toBe(width);
  });
});

test('a text of plain characters is as wide as it is counted beside others', () => {
  const plain = fc.string({ unit: fc.constantFrom(...'aß\u00e9|~ …–•·“→←↔∇≥Ωω─│┼█☐☑✓✗ǅ©®') });
  fc.assert(
    fc.property(plain, (text) => {
      expect(widthOf(text)).toBe(widthOf(`${text}查`) - 2);
    }),
  );
});

test.each([
  ['what fits stays in one line', 'one two three', 40, 4, ['one two three']],
  ['words stay whole', 'who   what  some words that go on and on', 34, 12, ['who   what  some words that go on', '            and on']],
  ['what has no space is broken', 'x'.repeat(50), 22, 2, ['x'.repeat(22), `  ${'x'.repeat(20)}`, `  ${'x'.repeat(8)}`]],
  ['what has no space begins after the indent', `    ${'x'.repeat(20)} y`, 14, 4, ['    xxxxxxxxxx', '  xxxxxxxxxx y']],
  ['a word that only fits without the indent in front stays whole', `    ${'x'.repeat(11)}`, 14, 2, ['  xxxxxxxxxxx']],
  ['wide characters count double', '查'.repeat(15), 24, 4, ['查'.repeat(12), '    查查查']],
  ['a terminal without room gets some all the same', 'aaaa bbbb cccc dddd eeee', 3, 4, ['aaaa bbbb', 'cccc dddd', 'eeee']],
  ['an indent gives way to words', 'allow from now on', 14, 4, ['allow from now', '  on']],
  ['a figure keeps its unit', 'it took more than 16.5 s, or so', 22, 2, ['it took more than', '  16.5 s, or so']],
  ['nothing is one empty line', '', 40, 4, ['']],
  ['white space that is not a space stays', 'a\u00a0 ', 40, 4, ['a\u00a0']],
])('%s', (_, text, width, indent, lines) => {
  expect(wrap(text, width, indent)).toEqual(lines);
});

test('no line is too wide, and nothing but space is lost', () => {
  const text = fc
    .array(fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom(' ', '查', '📁', 'word ')), { maxLength: 40 })
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, fc.integer({ min: 14, max: 80 }), fc.nat({ max: 40 }), (given, width, indent) => {
      const lines = wrap(given, width, indent);
      expect(lines.filter((line) => widthOf(line) > width)).toEqual([]);
      expect(lines.join('').replaceAll(' ', '')).toBe(given.replaceAll(' ', ''));
    }),
  );
});
