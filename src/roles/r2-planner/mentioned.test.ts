import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isMentioned } from './mentioned.ts';

describe('a target is mentioned in a text', () => {
  test.each([
    ['that is the target', 'notes.txt', 'notes.txt'],
    ['at its beginning', 'notes.txt', 'notes.txt is read'],
    ['at its end', 'notes.txt', 'read notes.txt'],
    ['before a full stop', 'notes.txt', 'Read notes.txt. Then stop.'],
    ['before dots', 'notes.txt', 'Read notes.txt...'],
    ['before a question mark', 'notes.txt', 'Is it in notes.txt?'],
    ['before a comma without space', 'a.txt', 'read a.txt,b.txt'],
    ['before a colon', 'notes.txt', 'notes.txt: read it'],
    ['before an apostrophe', 'notes.txt', "notes.txt's last line"],
    ['on a line of its own', 'notes.txt', 'read\nnotes.txt\nand stop'],
    ['in quotation marks', 'notes.txt', 'read "notes.txt"'],
    ['in backticks', 'notes.txt', 'read `notes.txt`'],
    ['in brackets', 'notes.txt', 'the file (notes.txt)'],
    ['in Chinese quotation marks', '笔记.txt', '读取「笔记.txt」'],
    ['behind an equals sign', 'notes.txt', 'run it with --in=notes.txt'],
    ['behind a part that is none', 'notes.txt', 'not my-notes.txt, but notes.txt'],
    ['behind an emoji', 'notes.txt', '📄notes.txt'],
    ['as a path', '/home/ada/notes.txt', 'read /home/ada/notes.txt'],
    ['as a path in the home folder', '~/notes.txt', 'read ~/notes.txt'],
    ['as a pattern', '**/*.md', 'use **/*.md'],
    ['as a command', 'ls -la | wc -l', 'run ls -la | wc -l, then stop'],
    ['as a command over two lines', 'cd a\nls', 'run cd a\nls'],
    ['as an address', 'https://example.org/a', 'Have you read https://example.org/a?'],
    ['between Chinese words', 'notes.txt', '读取notes.txt并总结'],
    ['between Japanese words', 'notes.txt', 'サーバーnotes.txtを読む'],
    ['between Thai words', 'notes.txt', 'ที่notes.txtแล้ว'],
    ['before a Korean particle', 'notes.txt', 'notes.txt를 읽어라'],
    ['behind an Arabic prefix', 'notes.txt', 'بnotes.txt'],
    ['with regular expressions in it', 'a(b)+[c]$', 'use a(b)+[c]$ here'],
  ])('%s', (_, target, text) => {
    expect(isMentioned(target, text)).toBe(true);
  });
});

describe('a target does not stand in a text', () => {
  test.each([
    ['that is empty', 'notes.txt', ''],
    ['when the target is empty', '', 'notes.txt'],
    ['that has something else', 'notes.txt', 'read todo.txt'],
    ['in other letters', 'notes.txt', 'read Notes.txt'],
    ['as the end of a name', 'notes.txt', 'read my-notes.txt'],
    ['as the end of a word', 'notes.txt', 'read mynotes.txt'],
    ['as the end of a name with a number', 'notes.txt', 'read 2notes.txt'],
    ['as the end of a path', 'notes.txt', 'read old/notes.txt'],
    ['as the end of a path from here', 'notes.txt', 'read ./notes.txt'],
    ['as the name of a hidden file', 'notes.txt', 'read .notes.txt'],
    ['as the beginning of a name', 'notes.txt', 'read notes.txt.bak'],
    ['as the beginning of a word', 'notes', 'read notesfile'],
    ['as the beginning of a name with a dash', 'notes', 'read notes-2.txt'],
    ['as the beginning of a name with an underscore', 'notes', 'read notes_2.txt'],
    ['as a backup', 'notes.txt', 'read notes.txt~'],
    ['as a folder', 'docs', 'read docs/a.md'],
    ['as a folder with a Chinese file', 'docs/', '读取docs/目录'],
    ['as the end of a pattern', 'notes.txt', 'look for *notes.txt'],
    ['as the beginning of a pattern', 'notes', 'look for notes*'],
    ['as a part of a longer pattern', '*', 'look for **/*.md'],
    ['as the beginning of a longer address', 'https://example.org/a', 'read https://example.org/a?page=2'],
    ['as an address without its part', 'https://example.org/a', 'read https://example.org/a#part'],
    ['as the beginning of a word with an accent', 'cafe', 'cafe\u0301'],
    ['as the beginning of a word in Hindi', 'नोट', 'नोटों'],
    ['as the end of a word in Hindi', 'नोट', 'मेरीनोट'],
    ['as the end of a name in the same script', 'записки.txt', 'моизаписки.txt'],
    ['as the end of a name in rare letters', '𐐷.txt', '𐐨𐐷.txt'],
    ['before rare letters', 'notes.txt𐐷', 'notes.txt𐐷𐐨'],
  ])('%s', (_, target, text) => {
    expect(isMentioned(target, text)).toBe(false);
  });
});

test('it is found after any number of names that only contain it', () => {
  const part = fc.constantFrom('xab', 'abx', 'ab-ab', 'aab', 'abab', 'a b', 'ab.ab', '*ab');
  fc.assert(
    fc.property(fc.array(part), fc.array(part), (before, behind) => {
      expect(isMentioned('ab', before.join(' '))).toBe(false);
      expect(isMentioned('ab', [...before, 'ab', ...behind].join(' '))).toBe(true);
    }),
  );
});

test('a target that overlaps itself is found where it stands', () => {
  expect(isMentioned('a a', 'xa a a')).toBe(true);
  expect(isMentioned('b文b', 'xb文b文b')).toBe(true);
  expect(isMentioned('aa', 'aaa')).toBe(false);
});

test.each([
  ['one letter', 'a'],
  ['zeros and commas', '0,'],
  ['slashes', '/'],
])('in a megabyte of %s, it is looked for quickly', (_, text) => {
  expect(isMentioned(`${text.repeat(2_000)}!`, text.repeat(500_000))).toBe(false);
  expect(isMentioned('a'.repeat(100_000), 'a'.repeat(1 << 20))).toBe(false);
});
