import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { oneIn } from '../../../test/support/sample.ts';
import { slugFor } from './slug.ts';

const megabyte = 1 << 20;

describe('a proposed slug is taken', () => {
  test.each([
    ['as it is', 'find_largest_files', 'find_largest_files'],
    ['in lower case', 'Find_Largest_Files', 'find_largest_files'],
    ['without the space around it', '  list_notes\n', 'list_notes'],
    ['in one form of its letters', 'ｌｉｓｔ_ｎｏｔｅｓ', 'list_notes'],
    ['with numbers', 'convert_mp3', 'convert_mp3'],
    ['in Chinese', '查找_文件', '查找_文件'],
    ['in Arabic', 'بحث_ملفات', 'بحث_ملفات'],
    ['in Hindi, vowels included', 'फ़ाइल_खोजें', 'फ़ाइल_खोजें'.normalize('NFKC')],
    ['with an accent that is a letter of its own', 'cafe\u0301_menu', 'café_menu'],
    ['at its longest', 'a'.repeat(64), 'a'.repeat(64)],
  ])('%s', (_, proposed, slug) => {
    expect(slugFor(proposed, 'Something else.')).toBe(slug);
  });
});

describe('a slug that cannot be used gives way to one from the intent:', () => {
  test.each([
    ['an empty one', ''],
    ['blanks', ' \t\n'],
    ['words with spaces', 'find the files'],
    ['words with dashes', 'find-the-files'],
    ['an underscore in front', '_find'],
    ['an underscore behind', 'find_'],
    ['two underscores', 'find__files'],
    ['the name of the prototype', '__proto__'],
    ['a path', '../../etc/passwd'],
    ['a path of Windows', 'C:\\temp'],
    ['an emoji', '🗂️'],
    ['a null byte', 'find\u0000files'],
    ['a lone surrogate', 'find\ud800'],
    ['a mark without a letter', '\u0301'],
    ['one character too many', 'a'.repeat(65)],
    ['a megabyte', 'a'.repeat(megabyte)],
  ])('%s', (_, proposed) => {
    expect(slugFor(proposed, 'Rename photos by date.')).toBe('rename_photos_by_date');
  });
});

describe('the intent gives a slug', () => {
  test.each([
    ['of its first six words', 'One two three four five six seven eight.', 'one_two_three_four_five_six'],
    ['in Chinese', '查找最大的文件', '查找_最大_的_文件'],
    ['in Japanese', 'ファイルを探す', 'ファイル_を_探す'],
    ['in Arabic', 'ابحث عن أكبر الملفات', 'ابحث_عن_أكبر_الملفات'],
    ['in Greek', 'Βρες τα αρχεία', 'βρες_τα_αρχεία'],
    ['of what is no emoji in it', '📁 sort 🎵 music', 'sort_music'],
    ['out of a path', '../../etc/passwd', 'etc_passwd'],
    ['out of one long word', 'x'.repeat(100), 'x'.repeat(64)],
    ['that ends with a whole character where it is cut', `a${'𐐷'.repeat(40)}`, `a${'𐐷'.toLowerCase().repeat(31)}`],
    ['that does not end with an underscore where it is cut', `${'x'.repeat(63)} y`, 'x'.repeat(63)],
  ])('%s', (_, intent, slug) => {
    expect(slugFor('', intent)).toBe(slug);
  });

  test('that tells apart words which differ only in their vowel signs', () => {
    expect(slugFor('', 'दिन')).not.toBe(slugFor('', 'दीन'));
  });

  test.each(['', '   ', '🗂️📁🎵', '…!?', '\u0000\ud800'])('that says no more than task, for %j', (intent) => {
    expect(slugFor('', intent)).toBe('task');
  });

  test.each([
    ['words', 'word '.repeat(megabyte / 5)],
    ['one word', 'a'.repeat(megabyte)],
    ['Chinese', '漢'.repeat(megabyte)],
    ['nothing but spaces', ' '.repeat(megabyte)],
  ])('from the beginning of a megabyte of %s', (_, intent) => {
    expect(slugFor('', intent)).toBe(slugFor('', intent.slice(0, 1000)));
  });
});

describe('for any texts, a slug', () => {
  const text = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: fc.constantFrom(...'aÉ_-. /漢ि\u0301𐐷') }),
  );

  test('is short words of letters and numbers, joined by underscores, with no character cut in two', () => {
    fc.assert(
      fc.property(text, text, (proposed, intent) => {
        const slug = slugFor(proposed, intent);
        expect(slug).toMatch(/^[\p{L}\p{M}\p{N}]+(_[\p{L}\p{M}\p{N}]+)*$/u);
        expect(slug.length).toBeLessThanOrEqual(64);
        expect(slug.isWellFormed()).toBe(true);
      }),
      { numRuns: 1000 / oneIn(10) },
    );
  });

  test('would be taken as it is if it were proposed', () => {
    fc.assert(
      fc.property(text, text, text, (proposed, intent, other) => {
        const slug = slugFor(proposed, intent);
        expect(slugFor(slug, other)).toBe(slug);
      }),
      { numRuns: 1000 / oneIn(10) },
    );
  });
});
