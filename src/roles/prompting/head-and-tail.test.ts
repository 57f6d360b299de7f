import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { headAndTail } from './head-and-tail.ts';

const leftOut = /\n… (\d+) characters left out …\n/;

/** Head, tail and the number between them, of an output that was cut. */
function parts(output: string) {
  const [head = '', count = '', tail = ''] = headAndTail(output).split(leftOut);
  return { head, count: Number(count), tail };
}

test.each([
  ['', 0],
  ['one character', 1],
  ['as much as is kept', 4096],
])('an output that is short enough stays whole: %s', (_, length) => {
  expect(headAndTail('x'.repeat(length))).toBe('x'.repeat(length));
});

test('a longer one keeps its beginning and its end, and says how much is missing', () => {
  const output = `first line\n${'-'.repeat(10_000)}\nlast line`;
  const { head, count, tail } = parts(output);
  expect(output.startsWith(head)).toBe(true);
  expect(output.endsWith(tail)).toBe(true);
  expect(head.length + count + tail.length).toBe(output.length);
});

test.each([4097, 5000, 1 << 20])('of %i characters no more is kept than is worth reading, and at least the last 120', (length) => {
  const output = Array.from({ length }, (_, at) => String.fromCodePoint(0x4e00 + (at % 20_000))).join('');
  expect(headAndTail(output).length).toBeLessThan(4200);
  expect(headAndTail(output).endsWith(output.slice(-120))).toBe(true);
});

test.each([500, 1_000, 32_768])('of a limit of %i, hardly more is kept, and the last 120 characters always', (limit) => {
  const output = Array.from({ length: 1 << 17 }, (_, at) => String.fromCodePoint(0x4e00 + (at % 20_000))).join('');
  const kept = headAndTail(output, limit);
  expect(kept.length).toBeLessThan(limit + 50);
  expect(kept.startsWith(output.slice(0, limit / 2))).toBe(true);
  expect(kept.endsWith(output.slice(-120))).toBe(true);
  expect(headAndTail(output.slice(0, limit), limit)).toBe(output.slice(0, limit));
});

test('no character is cut in two, wherever the cut falls', () => {
  fc.assert(
    fc.property(fc.nat(3), fc.nat(3), (before, after) => {
      const output = `${'a'.repeat(before)}${'🎹'.repeat(5000)}${'b'.repeat(after)}`;
      const { head, count, tail } = parts(output);
      expect([head, tail].map((part) => part.isWellFormed())).toEqual([true, true]);
      expect(head.length + count + tail.length).toBe(output.length);
    }),
  );
});

test('evidence is evidence of itself: shortening it again changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, minLength: 0, maxLength: 6000, size: 'max' }), (output) => {
      expect(headAndTail(headAndTail(output))).toBe(headAndTail(output));
    }),
    { numRuns: 50 },
  );
});
