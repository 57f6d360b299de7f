import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { workedMs } from '../../../../test/support/worked-ms.ts';
import { createKeySplitter, type Key } from './split-keys.ts';

const keys = (...texts: readonly string[]): readonly Key[] => texts.map((key) => ({ key }));
const taken = (...chunks: readonly string[]): readonly Key[] => {
  const splitter = createKeySplitter();
  return chunks.flatMap((chunk) => splitter.take(chunk));
};

test.each([
  ['a sentence with its Enter', 'hi\r', keys('h', 'i', '\r')],
  ['wide characters and emoji', '日🙂', keys('日', '🙂')],
  ['arrow keys', '\u001b[A\u001bOB', keys('\u001b[A', '\u001bOB')],
  ['keys with modifiers', '\u001b[13;2u\u001b[1;5D', keys('\u001b[13;2u', '\u001b[1;5D')],
  ['a key with Alt', '\u001bb\u001b\r', keys('\u001bb', '\u001b\r')],
  ['Escape twice and a letter with Alt', '\u001b\u001b\u001bx', keys('\u001b', '\u001b', '\u001bx')],
  ['an arrow key with Alt', '\u001b\u001b[A', keys('\u001b\u001b[A')],
  ['answers of the terminal', '\u001b]11;rgb:0/0/0\u0007\u001bP>|x\u001b\\a', keys('\u001b]11;rgb:0/0/0\u0007', '\u001bP>|x\u001b\\', 'a')],
  ['control characters', '\u0003\u0000', keys('\u0003', '\u0000')],
  ['a paste among keys', 'a\u001b[200~x\ny\u001b[201~b', [...keys('a'), { paste: 'x\ny' }, ...keys('b')]],
  ['an empty paste', '\u001b[200~\u001b[201~', [{ paste: '' }]],
  ['escape sequences in a paste are text', '\u001b[200~\u001b[A\u0003\u001b[201~', [{ paste: '\u001b[A\u0003' }]],
  ['two pastes', '\u001b[200~a\u001b[201~\u001b[200~b\u001b[201~', [{ paste: 'a' }, { paste: 'b' }]],
])('%s', (_, text, expected) => {
  expect(taken(text)).toEqual(expected);
});

test('where it is cut makes no difference', () => {
  const piece = fc.constantFrom(
    'a',
    '日',
    '🙂',
    '\r',
    '\u001b[A',
    '\u001b[13;2u',
    '\u001bOP',
    '\u001bx',
    '\u001b[200~pasted 🙂\n\u001b[A\u001b[201~',
  );
  fc.assert(
    fc.property(fc.array(piece), fc.array(fc.nat()), (pieces, cuts) => {
      const text = pieces.join('');
      const places = [...new Set(cuts.map((cut) => (text === '' ? 0 : cut % text.length)))].toSorted((a, b) => a - b);
      const whole = places.filter((at) => !/[\udc00-\udfff]/.test(text[at] ?? '')); // the decoder never cuts a character
      const chunks = [...whole, text.length].map((at, index) => text.slice(index === 0 ? 0 : whole[index - 1], at));
      expect(taken(...chunks)).toEqual(taken(text));
    }),
  );
});

describe('what does not come to an end', () => {
  test('is the Escape key, once it is given up', () => {
    const splitter = createKeySplitter();
    expect([splitter.take('\u001b'), splitter.isWaiting]).toEqual([[], true]);
    expect([splitter.giveUp(), splitter.isWaiting]).toEqual([keys('\u001b'), false]);
  });

  test('is the Escape key twice, where it was pressed twice', () => {
    const splitter = createKeySplitter();
    expect([splitter.take('\u001b\u001b'), splitter.giveUp()]).toEqual([[], keys('\u001b', '\u001b')]);
  });

  test.each([
    ['a word', 'what', keys('\u001b', 'w', 'h', 'a', 't')],
    ['a word that begins as some keys do', 'Of', keys('\u001b', 'O', 'f')],
    ['Escape', '\u001b', keys('\u001b')],
    ['an arrow key', '\u001b[A', keys('\u001b', '\u001b[A')],
    ['the rest of an arrow key', '[A', keys('\u001b[A')],
    ['the rest of an arrow key, in application mode', 'OA', keys('\u001bOA')],
  ])('is, after a while, followed by %s', (_, text, expected) => {
    const splitter = createKeySplitter();
    splitter.take('\u001b');
    expect(splitter.settle()).toEqual([]);
    expect([...text].flatMap((each) => splitter.take(each))).toEqual(expected);
  });

  test('is not part of a paste that follows', () => {
    const splitter = createKeySplitter();
    splitter.take('\u001b');
    splitter.settle();
    expect(['\u001b[200~ab', 'cd', '\u001b[201~'].flatMap((each) => splitter.take(each))).toEqual([...keys('\u001b'), { paste: 'abcd' }]);
  });

  test('is a paste of all that came, and keys are keys again', () => {
    const splitter = createKeySplitter();
    splitter.take('\u001b[200~never ended\u001b[20');
    expect(splitter.isPasting).toBe(true);
    expect(splitter.giveUp()).toEqual([{ paste: 'never ended\u001b[20' }]);
    expect(splitter.take('a')).toEqual(keys('a'));
  });
});

test('a paste of ten megabytes in small parts is not looked at again and again', () => {
  const splitter = createKeySplitter();
  const part = 'x'.repeat(4_095);
  const before = workedMs();
  splitter.take('\u001b[200~');
  for (let at = 0; at < 2_500; at += 1) splitter.take(part);
  const pasted = splitter.take('\u001b[201~');
  expect(workedMs() - before).toBeLessThan(1_000);
  expect(pasted).toEqual([{ paste: part.repeat(2_500) }]);
});
