import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { workedMs } from '../../../test/support/worked-ms.ts';
import { textDiff } from './text-diff.ts';

const lines = (count: number, of = (n: number) => `line ${n}`) => Array.from({ length: count }, (_, n) => `${of(n)}\n`).join('');

describe('a diff', () => {
  test.each([
    ['of a change', 'a\nb\nc\n', 'a\nB\nc\n', '@@ -1,3 +1,3 @@\n a\n-b\n+B\n c'],
    ['of a new text', '', 'a\n', '@@ -0,0 +1,1 @@\n+a'],
    ['of a text that goes', 'a\n', '', '@@ -1,1 +0,0 @@\n-a'],
    ['of a last line without an end', 'a', 'b', '@@ -1,1 +1,1 @@\n-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file'],
    ['of nothing', 'a\n', 'a\n', ''],
    [
      'has three lines around',
      lines(9),
      lines(9).replace('4', 'X'),
      '@@ -2,7 +2,7 @@\n line 1\n line 2\n line 3\n-line 4\n+line X\n line 5\n line 6\n line 7',
    ],
  ])('%s', (_, before, after, expected) => {
    expect(textDiff(before, after)).toBe(expected);
    expect(textDiff(Buffer.from(before), Buffer.from(after))).toBe(expected);
  });

  test.each([
    ['a null byte', 'a\0', 'a'],
    ['bytes that are not text', Buffer.from([0xff, 0xfe]), 'a'],
    ['more than 256 KiB', 'x'.repeat(256 * 1024 + 1), 'a'],
  ])('is not made of %s', (_, before, after) => {
    expect(textDiff(before, after)).toBeUndefined();
    expect(textDiff(after, before)).toBeUndefined();
  });

  test('says how many lines it leaves out', () => {
    const diff = textDiff('', lines(10_000)) ?? '';
    expect(diff.split('\n')).toHaveLength(4001);
    expect(diff.endsWith('… and 6001 lines more')).toBe(true);
  });

  test('is short even where lines are long', () => {
    expect(
      (
        textDiff(
          '',
          lines(32, () => 'x'.repeat(8_000)),
        ) ?? ''
      ).length,
    ).toBeLessThan(257 * 1024);
  });

  test('is made in good time or not at all, and always bounded', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 400 }).map((parts) => parts.join('\n'));
    fc.assert(fc.property(text, text, (before, after) => (textDiff(before, after) ?? '').length < 33 * 1024));
    const shuffled = (seed: number) => lines(20_000, (n) => `${(n * seed) % 997}`);
    const start = workedMs();
    textDiff(shuffled(7), shuffled(11));
    expect(workedMs() - start).toBeLessThan(10_000);
  });
});
