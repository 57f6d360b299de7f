import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clip, headAndTail } from '../../contracts/text/shorten.ts';
import { excerpt } from './observe-excerpt.ts';

test.each([
  ['short', 5, 'short'],
  ['longer', 5, 'long…'],
  ['', 5, ''],
  ['abc🎹', 5, 'abc🎹'],
  ['abc🎹d', 5, 'abc…'],
])('of %j with at most %i characters, %j is kept', (text, most, kept) => {
  expect(clip(text, most)).toBe(kept);
});

test.each([
  ['all of a short text', 'one two three', 4, 7, 'one two three'],
  ['40 characters before and after', `${'a'.repeat(50)}X${'b'.repeat(50)}`, 50, 51, `${'a'.repeat(40)}X${'b'.repeat(40)}`],
  ['500 characters of what is longer', 'x'.repeat(900), 0, 900, `${'x'.repeat(499)}…`],
  ['an empty passage', 'ab', 1, 1, 'ab'],
  ['nothing of nothing', '', 0, 0, ''],
])('an excerpt has %s', (_, text, start, end, kept) => {
  expect(excerpt(text, { start, end })).toBe(kept);
});

test('the head and the tail of a long output are kept, and how much was between them', () => {
  const kept = headAndTail(`first${'-'.repeat(1_000_000)}last`, 2_000);
  expect(kept.length).toBeLessThanOrEqual(2_000);
  expect(kept).toMatch(/^first-+\n… 998069 characters left out …\n-+last$/);
  expect(headAndTail('a'.repeat(2_000), 2_000)).toBe('a'.repeat(2_000));
});

test('nothing is longer than it may be, and no character is cut in two', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '🎹', 'ü'), minLength: 0, maxLength: 1_200 });
  fc.assert(
    fc.property(text, fc.nat(1_200), fc.nat(1_200), fc.integer({ min: 100, max: 600 }), (whole, start, length, most) => {
      const kept = [clip(whole, most), headAndTail(whole, most), excerpt(whole, { start, end: start + length })];
      expect(kept.map((part) => part.isWellFormed())).toEqual([true, true, true]);
      expect(kept.map((part, index) => part.length <= (index === 2 ? 500 : most))).toEqual([true, true, true]);
    }),
  );
});
