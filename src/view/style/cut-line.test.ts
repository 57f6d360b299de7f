import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutLine } from './cut-line.ts';
import { line, lineWidth, span, textOf } from './line.ts';

test.each([
  ['fits', 'one two', 7, 'one two'],
  ['is cut', 'one two', 6, 'one t…'],
  ['has wide characters', '日本語', 4, '日…'],
  ['has no room', 'one', 0, ''],
])('a line that %s', (_, text, columns, shown) => {
  expect(textOf(cutLine(line(text), columns))).toBe(shown);
});

test('a cut keeps the styles of what is left', () => {
  expect(cutLine([span('ab', 'strong'), span('cdef', 'muted')], 4)).toEqual([span('ab', 'strong'), span('c…', 'muted')]);
});

test('no cut line is too wide', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 40 });
  fc.assert(
    fc.property(fc.array(text, { maxLength: 4 }), fc.integer({ min: 0, max: 30 }), (texts, columns) => {
      expect(
        lineWidth(
          cutLine(
            texts.map((each) => span(each)),
            columns,
          ),
        ),
      ).toBeLessThanOrEqual(columns);
    }),
  );
});
