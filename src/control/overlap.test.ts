import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { overlap, wordsOf } from './overlap.ts';

describe('The words of a text', () => {
  test.each([
    ['are none in an empty text', '', []],
    ['are none in punctuation', ' … -- !? ', []],
    ['are in lower case, each once', 'Find the FILE, find the file', ['find', 'the', 'file']],
    ['end at punctuation', 'src/main.ts: 3,000 lines', ['src', 'main', 'ts', '3', '000', 'lines']],
    ['are the parts of a slug', 'find_largest-files', ['find', 'largest', 'files']],
    ['are the same, however they are encoded', 'ﬁle ＡＢＣ cafe\u0301', ['file', 'abc', 'café']],
    ['keep the marks of their letters', 'naïve ZÜRICH हिन्दी', ['naïve', 'zürich', 'हिन्दी']],
    ['are found where no spaces are written', '查找文件', ['查找', '文件']],
    ['are found where scripts are mixed', '删除 README 文件', ['删除', 'readme', '文件']],
  ])('%s', (_, text, words) => {
    expect([...wordsOf(text)]).toEqual(words);
  });

  test.each([
    ['Han', '查找文件'],
    ['Hiragana', 'おはようございます'],
    ['Katakana', 'コピーファイルリスト'],
    ['Thai', 'ไฟล์ใหญ่'],
    ['Lao', 'ຂ້ອຍຮັກເຈົ້າ'],
    ['Khmer', 'ស្វែងរកឯកសារ'],
    ['Burmese', 'ကျွန်တော်ဖိုင်'],
  ])('are more than one in a line of %s', (_, line) => {
    expect(wordsOf(line).size).toBeGreaterThan(1);
  });

  test('are read from the beginning of a text that is very long', () => {
    const words = wordsOf(`first ${'x '.repeat(10_000)} last`);
    expect(words.has('first')).toBe(true);
    expect(words.has('last')).toBe(false);
  });
});

describe('The overlap of two texts', () => {
  const of = (a: string, b: string) => overlap(wordsOf(a), wordsOf(b));

  test.each([
    ['is 1 for the same words in another order and case', 'write the report', 'The report: WRITE!', 1],
    ['is 0 for texts with nothing in common', 'write the report', 'count all files', 0],
    ['is 0 for two empty texts', '', '', 0],
    ['is 0 for an empty text and another', '', 'a', 0],
    ['is the share of all words that both have', 'a b c d', 'a b c e', 3 / 5],
    ['counts every word once', 'a a a b', 'a c', 1 / 3],
    ['of a part and its whole is the share of the part', 'a b c d', 'a b c d e', 4 / 5],
    ['of a whole and its part is the same', 'a b c d e', 'a b c d', 4 / 5],
    ['is measured in words where no spaces are written', '查找文件', '删除文件', 1 / 3],
  ])('%s', (_, a, b, share) => {
    expect(of(a, b)).toBe(share);
  });

  const sets = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e')).map((words): ReadonlySet<string> => new Set(words));

  test('lies between 0 and 1, is symmetric, is 0 only if nothing is shared, and 1 only if everything is', () => {
    fc.assert(
      fc.property(sets, sets, (a, b) => {
        const share = overlap(a, b);
        expect(share).toBeGreaterThanOrEqual(0);
        expect(share).toBeLessThanOrEqual(1);
        expect(share).toBe(overlap(b, a));
        const shared = [...a].filter((word) => b.has(word)).length;
        expect(share === 0).toBe(shared === 0);
        expect(share === 1).toBe(shared > 0 && shared === a.size && shared === b.size);
      }),
    );
  });

  test('of a text with itself is 1, unless it has no words', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(of(text, text)).toBe(wordsOf(text).size > 0 ? 1 : 0);
      }),
    );
  });

  test('can be measured for any text, even with half characters', () => {
    const texts = fc.array(fc.nat({ max: 0xffff })).map((units) => String.fromCharCode(...units));
    fc.assert(
      fc.property(texts, texts, (a, b) => {
        const share = of(a, b);
        return share >= 0 && share <= 1;
      }),
    );
  });
});
