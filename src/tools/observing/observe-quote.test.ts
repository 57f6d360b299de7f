import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { workedMs } from '../../../test/support/worked-ms.ts';
import { foundIn } from './observe-quote.ts';

describe('a quote is found', () => {
  test.each([
    ['as it stands', 'total: 42', 'the total: 42 files'],
    ['over lines', 'one two three', 'one\n\ttwo\r\n  three'],
    ['spaced otherwise', '  one\n two ', 'zero one two'],
    ['by spaces that do not break', 'one two', 'one\u00a0two'],
    ['in any script', '三个 文件', '共有三个\n文件'],
    ['in quotation marks', '"total: 42"', 'total: 42'],
    ['in single marks', "'total: 42'", 'total: 42'],
    ['in backticks', '`total: 42`', 'total: 42'],
    ['in curly marks', '“total: 42”', 'total: 42'],
    ['in German marks', '„total: 42“', 'total: 42'],
    ['in French marks', '« total: 42 »', 'total: 42'],
    ['in Chinese marks', '「total: 42」', 'total: 42'],
    ['with marks that belong to it', '"total": 42', '{"total": 42}'],
    ['with an ellipsis behind', 'total: 42…', 'total: 42 files'],
    ['with dots behind', 'total: 42 ...', 'total: 42 files'],
    ['with dots in front', '... total: 42', 'in total: 42'],
    ['with dots at both ends', '…total: 42…', 'in total: 42 files'],
    ['with dots in marks', '"…total: 42..."', 'in total: 42 files'],
    ['with dots outside of marks', '…"total: 42"…', 'in total: 42 files'],
    ['with dots that belong to it', 'wait…', 'please wait…'],
    ['when it is nothing but the marks that are there', '""', 'name = ""'],
    ['in other letters', 'Total: 42', 'TOTAL: 42'],
    ['in marks that are not a pair', '“total"', 'total'],
    ['in two pairs of marks', '"`total`"', 'total'],
    ['with other marks inside', "name = 'x'", 'name = "x"'],
    ['without the emphasis that is in the text', '7 log files were found', '**7** log files were `found`'],
    ['with emphasis that is not in the text', '**7** log files', '7 log files'],
    ['with another dash', 'a - b', 'a – b'],
    ['with an ellipsis in its middle', 'one … three', 'one two three'],
    ['with dots in its middle', '"5 passed ... in 0.2s"', '5 passed, 1 skipped in 0.2s'],
    ['over two ellipses', 'one … three … five', 'one two three four five'],
    ['with half a character', 'a\ud800', 'b a\ud800 c'],
  ])('%s', (_, quote, text) => {
    expect(foundIn(quote, ['something else', text])).toBe(true);
  });
});

describe('a quote is not found', () => {
  test.each([
    ['where it is not', 'total: 43', 'total: 42'],
    ['without the space that is in it', 'to tal', 'total'],
    ['with the space left out', 'total', 'to tal'],
    ['when it is empty', '', 'anything'],
    ['when it is blank', ' \n\t\u00a0', 'a  b'],
    ['when it is an empty pair of marks', '""', 'anything'],
    ['when it is blank in marks', '" "', 'a b'],
    ['when it is nothing but dots', '…', 'anything'],
    ['when it is dots in marks', '`...`', 'anything'],
    ['when it is one mark', '"', 'anything'],
    ['when it is a letter of a word', 'e', 'one two three'],
    ['when it ends in a word', 'one tw', 'one two three'],
    ['when it is a digit of a number', '4', 'the total is 42'],
    ['when it is the head of a number', '7', '7.5 seconds'],
    ['when it is the tail of a number', '5', '7.5 seconds'],
    ['when its pieces stand in another order', 'three … one', 'one two three'],
    ['when one of its pieces is missing', 'one … four', 'one two three'],
    ['when its pieces are far apart', 'one … two', `one ${'- '.repeat(5_000)} two`],
    ['when it is nothing but marks and dots', '** … **', 'anything'],
    ['when it is longer than any quote', 'a '.repeat(20_000), 'a '.repeat(30_000)],
    ['in an empty text', 'a', ''],
  ])('%s', (_, quote, text) => {
    expect(foundIn(quote, [text])).toBe(false);
  });

  test('in no text at all, nor over two texts', () => {
    expect(foundIn('a', [])).toBe(false);
    expect(foundIn('a b', ['a', 'b'])).toBe(false);
  });
});

test('whatever is cut out of a text is found in it, however it is spaced', () => {
  const word = fc.stringMatching(/^[a-z]{1,5}$/);
  const space = fc.stringMatching(/^[ \n\t]{1,3}$/);
  fc.assert(
    fc.property(fc.array(fc.tuple(word, space), { minLength: 1 }), fc.nat(), fc.nat(), space, (parts, from, count, other) => {
      const text = parts.map((part) => part.join('')).join('');
      const start = from % parts.length;
      const quote = parts.slice(start, start + 1 + (count % parts.length)).map(([each]) => each);
      expect(foundIn(quote.join(other), [text])).toBe(true);
      expect(foundIn(`"…${quote.join(other)}…"`, [text])).toBe(true);
    }),
  );
});

test('takes no longer than the text is long', () => {
  const text = 'a'.repeat(1_000_000);
  const started = workedMs();
  expect(foundIn('a'.repeat(10_000), [text])).toBe(false);
  expect(foundIn(`${'a … '.repeat(15)}b`, [text])).toBe(false);
  expect(workedMs() - started).toBeLessThan(5_000);
});
