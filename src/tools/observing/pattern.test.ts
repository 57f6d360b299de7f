import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { oneIn } from '../../../test/support/sample.ts';
import { readPattern } from './pattern.ts';

/** The first match of the pattern: the passage itself. */
function found(pattern: string, text: string): string | undefined {
  const read = readPattern(pattern);
  if (!read.ok) throw new Error(read.error);
  const span = read.find(text);
  if (span === 'too_long') throw new Error('too long');
  return span && text.slice(span.start, span.end);
}

describe('a pattern finds', () => {
  test.each<[string, string, string, string | undefined]>([
    ['a text', 'b+', 'abbc', 'bb'],
    ['the first of several', 'b.', 'ab1b2', 'b1'],
    ['a whole line', '^b$', 'a\nb\nc', 'b'],
    ['an empty line', '^$', 'a\n\nb', ''],
    ['the end of a text without a line feed', 'c$', 'a\nb\nc', 'c'],
    ['no other case', 'B', 'b', undefined],
    ['any case where it says so', '(?i)B', 'b', 'b'],
    ['no line feed by a dot', 'a.b', 'a\nb', undefined],
    ['a line feed where it says so', '(?s)a.b', 'a\nb', 'a\nb'],
    ['any script', '三.', '共有三个文件', '三个'],
    ['a character of two halves by one dot', '^.$', '🎹', '🎹'],
    ['half a character as it is', '\ud800', 'a\ud800b', '\ud800'],
    ['a whole line that ends as on Windows', '^b$', 'a\r\nb\r\nc', 'b'],
    ['the last line that ends as on Windows', '^c$', 'a\r\nb\r\nc\r\n', 'c'],
    ['lines that end as on Windows, as they are', 'a\nb\n', 'x\r\na\r\nb\r\n', 'a\r\nb\r\n'],
    ['carriage returns by name', 'a\\r\\nb', 'a\r\nb', 'a\r\nb'],
    ['carriage returns where they are excluded', '\\A[^\\r]*\\z', 'a\r\nb', undefined],
    ['carriage returns by number', 'a\\x0d', 'a\r\nb', 'a\r'],
    ['carriage returns by a long number', 'a\\x{0D}', 'a\r\nb', 'a\r'],
    ['a carriage return alone, which ends no line', 'a.b', 'a\rb', 'a\rb'],
  ])('%s', (_, pattern, text, passage) => {
    expect(found(pattern, text)).toBe(passage);
  });

  test('what the patterns of JavaScript find, where both are alike', () => {
    const atom = fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', '(?:a|b)', '\\d', '\\b', '^', '$', 'ü');
    const piece = fc
      .tuple(atom, fc.constantFrom('', '', '*', '+', '?', '{2}'))
      .map(([one, many]) => (/^[\\[(.\wü]/.test(one) && one !== '\\b' ? one + many : one));
    const pattern = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join(''));
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '1', ' ', 'z', '\n'), maxLength: 20 });
    fc.assert(
      fc.property(pattern, text, (source, subject) => {
        expect(found(source, subject)).toBe(new RegExp(source, 'm').exec(subject)?.[0]);
      }),
      { numRuns: 2000 / oneIn(10) },
    );
  });

  test('the same lines, however they end', () => {
    const text = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', '🎹'), maxLength: 4 })).map((lines) => lines.join('\n'));
    const pattern = fc.constantFrom('^a+$', 'b\n+a', '^$', '[ab]\n', '(?s)a.*b', '\n🎹', '$');
    fc.assert(
      fc.property(pattern, text, (source, unix) => {
        expect(found(source, unix.replaceAll('\n', '\r\n'))).toBe(found(source, unix)?.replaceAll('\n', '\r\n'));
      }),
      { numRuns: 2000 / oneIn(10) },
    );
  });
});

describe('a pattern that cannot be used says why', () => {
  test.each([
    ['that is not closed', '('],
    ['with nothing to repeat', '*'],
    ['that looks ahead', '(?=a)'],
    ['that looks back', '(?<!a)b'],
    ['that refers to itself', '(a)\\1'],
    ['that repeats beyond bounds', '((a{100}){100}){100}'],
    ['of more than 1,000 characters', 'a'.repeat(1_001)],
  ])('%s', (_, pattern) => {
    expect(readPattern(pattern)).toEqual({ ok: false, error: expect.stringMatching(/^(?!.*\(\?m\)).+$/) });
  });

  test('whatever it is, and nothing throws', () => {
    const part = fc.constantFrom(...'ab.^$()[]{}|*+?\\-🎹', '{2,3}', '(?', '\\p', '[:', '\\Q', '\ud800', '(?P<x>', '\r');
    fc.assert(
      fc.property(
        fc.string({ unit: part, maxLength: 12 }),
        fc.string({ unit: fc.constantFrom('a', '\n', '🎹', '\udc00', '\r') }),
        (source, text) => {
          const read = readPattern(source);
          const span = read.ok ? read.find(text) : undefined;
          if (typeof span === 'object') expect(text.slice(span.start, span.end)).toHaveLength(span.end - span.start);
        },
      ),
      { numRuns: 5000 / oneIn(10) },
    );
  });
});

describe('the time a pattern takes', () => {
  test.each([
    ['^(a+)+$', undefined],
    ['(a|a)*$', ''],
    ['(a*)*[bc]', undefined],
    ['^(?:a?){50}a{50}[bc]', undefined],
  ])('grows with the text and no faster: %s', (pattern, passage) => {
    expect(found(pattern, `${'a'.repeat(100_000)}!`)).toBe(passage);
  });

  test.each([
    ['a small pattern in a long text', 'x+y', 4_000_000, undefined],
    ['a large pattern in a short text', '.{0,100}'.repeat(90) + '[xyz]', 1_000 / oneIn(4), undefined],
    ['a large pattern in a long text', '.{0,100}'.repeat(90) + '[xyz]', 4_000_000, 'too_long'],
    ['a huge pattern in a text of some length', '(((x*)*)*){1000}'.repeat(60), 2_000, 'too_long'],
  ])('has a limit: %s', (_, pattern, length, outcome) => {
    const read = readPattern(pattern);
    expect(read.ok && read.find('a'.repeat(length))).toBe(outcome);
  });
});
