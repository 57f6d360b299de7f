import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clipWords, type LeftOut, oneLine, withoutMiddle } from './shorten.ts';

/** A text of numbered lines. */
const numbered = (count: number, width = 20) => Array.from({ length: count }, (_, at) => `${at + 1}`.padEnd(width - 1, '.')).join('\n');
const note = ({ from, to, lines, total }: LeftOut) => `… ${from} to ${to} of ${lines}, ${total} in all …`;

describe('a text without its middle', () => {
  test('is itself as long as it fits', () => {
    expect(withoutMiddle('x'.repeat(1_000), 1_000, note)).toBe('x'.repeat(1_000));
  });

  test.each([[''], ['\n']])('is cut where lines end, and tells the very lines that are missing (ending %j)', (ending) => {
    const text = `${numbered(2_000)}${ending}`;
    const lines = withoutMiddle(text, 3_000, note).split('\n');
    const at = lines.findIndex((line) => line.startsWith('…'));
    const [, from, to, count, total] = /^… (\d+) to (\d+) of (\d+), (\d+) in all …$/.exec(lines[at] ?? '') ?? [];
    expect([Number(count), Number(total)]).toEqual([2_000, text.length]);
    expect(Number.parseInt(lines[at - 1] ?? '', 10)).toBe(Number(from) - 1);
    expect(Number.parseInt(lines[at + 1] ?? '', 10)).toBe(Number(to) + 1);
  });

  test('is cut inside a line that is too long', () => {
    const text = withoutMiddle(`begin ${'x'.repeat(100_000)} end`, 2_000, note);
    expect(text).toMatch(/^begin x+\n… 1 to 1 of 1, 100010 in all …\nx+ end$/);
  });

  test('never is longer than it may be, and never cuts a character in two', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 400 }), fc.integer({ min: 700, max: 3_000 }), (lines, most) => {
        const short = withoutMiddle(lines.join('\n'), most, note);
        expect(short.length).toBeLessThanOrEqual(most);
        expect(short.isWellFormed()).toBe(true);
      }),
    );
  });
});

test('on one line, every run of white space or control characters is one space', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'é', '😀', ' ', '\n', '\t', '\r', '\u0000', '\u0085', '\u00a0') });
  fc.assert(
    fc.property(text, (said) => {
      const words = said.split(/[\s\p{Cc}]+/u);
      const line = oneLine(said, 1_000);
      expect(line).toBe(words.join(' ').trim());
    }),
  );
});

test.each([
  ['one two three', 13, 'one two three'],
  ['one two three', 12, 'one two…'],
  ['one two three', 8, 'one two…'],
  ['one two three', 7, 'one tw…'],
  ['a verylongword', 10, 'a verylon…'],
])('%j is cut to %d characters after a word, unless that leaves little: %j', (text, max, expected) => {
  expect(clipWords(text, max)).toBe(expected);
});
