import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { oneIn } from '../../../test/support/sample.ts';
import { workedMs } from '../../../test/support/worked-ms.ts';
import { commandsIn, pathEntity, targetOf, targetsIn } from './targets.ts';

describe('a target is filed under its plain form', () => {
  test.each([
    ['notes.txt', 'path:notes.txt'],
    ['  notes.txt\n', 'path:notes.txt'],
    ['./notes.txt', 'path:notes.txt'],
    ['././/notes.txt', 'path:notes.txt'],
    ['src/', 'path:src'],
    ['./src//', 'path:src'],
    ['my  notes.txt', 'path:my  notes.txt'],
    ['../a', 'path:../a'],
    ['.env', 'path:.env'],
    ['/', 'path:/'],
    ['./', 'path:.'],
    ['.', 'path:.'],
    ['ls /', 'path:ls /'],
    ['ls src/', 'path:ls src'],
    ['https://x.org/', 'path:https://x.org'],
    ['e\u0301te\u0301.txt', 'path:été.txt'],
    ['', 'path:'],
  ])('%j is %j', (target, entity) => {
    expect(pathEntity(target)).toBe(entity);
  });

  test('which is already plain, however it was written', () => {
    const part = fc.constantFrom('./', '/', ' ', '.', 'a', 'b.txt', '..', '\n', 'é', 'e\u0301', '\u00a0', '笔');
    const written = fc.oneof(
      fc.array(part).map((parts) => parts.join('')),
      fc.string({ unit: anyCharacter }),
    );
    fc.assert(
      fc.property(written, (target) => {
        const entity = pathEntity(target);
        expect(pathEntity(targetOf(entity) ?? 'none')).toBe(entity);
      }),
      { numRuns: 1000 / oneIn(10) },
    );
  });

  test('and only a path stands for a target', () => {
    expect([targetOf('path:a'), targetOf('tool:a'), targetOf('env:local')]).toEqual(['a', undefined, undefined]);
  });
});

describe('a text names', () => {
  test.each<[string, string, readonly string[]]>([
    ['a file', 'Read notes.txt.', ['notes.txt']],
    ['paths of all kinds', 'from ./src/app.ts, ~/x and /etc/hosts to (docs/a.md)!', ['./src/app.ts', '~/x', '/etc/hosts', 'docs/a.md']],
    ['a file in a folder above', 'see ../a/b', ['../a/b']],
    ['a URL without the end of the sentence', 'get https://x.org/a?b=1. Then stop', ['https://x.org/a?b=1']],
    ['a command line in backticks, and what it is about', 'run `cat notes.txt`', ['cat notes.txt', 'notes.txt']],
    ['a program in backticks', 'run `make`', ['make']],
    ['a command line between quotes', 'run "find . -name x"', ['find . -name x']],
    ['a file with a space between quotes', 'into "my notes.txt"', ['my notes.txt', 'notes.txt']],
    ['a file between any quotes', "“a b.md” «c d.md» „e f.md“ 'g/h i'", ['a b.md', 'b.md', 'c d.md', 'd.md', 'e f.md']],
    ['each once, in whatever writing', 'notes.txt, ./notes.txt and notes.txt', ['notes.txt']],
    ['a file in Chinese', '读取notes.txt并总结', ['notes.txt']],
    ['a Chinese file between Chinese quotes', '读取「笔记.txt」', ['笔记.txt']],
    ['a URL in Chinese', '打开https://x.org/a吧', ['https://x.org/a']],
    ['a URL that goes on in Chinese', 'see https://x.org/中国', ['https://x.org/中国']],
    ['a file in Korean', 'notes.txt를 읽어', ['notes.txt']],
    ['a file in Russian', 'Прочитай отчёт.txt', ['отчёт.txt']],
    ['nothing, where there are only words', 'Say "hello world", e.g. loudly. Don\'t stop, it\'s fine.', []],
    ['nothing, where there are only numbers', 'about 2.5GB, 3.14 or 1/2 of 24/7', []],
    ['nothing, where there is nothing', '', []],
    ['nothing, where there are only marks', '/ // . .. … `` "" \' - ./', []],
  ])('%s', (_, text, targets) => {
    expect(targetsIn(text)).toEqual(targets);
  });

  test('only the first few', () => {
    const text = Array.from({ length: 10 }, (_, at) => `${at}.md`).join(' ');
    expect(targetsIn(text)).toEqual(['0.md', '1.md', '2.md', '3.md', '4.md']);
    expect(targetsIn(text, 2)).toEqual(['0.md', '1.md']);
  });

  test('commands only inside quotes', () => {
    const text = 'find the file, then `find . -type f`, "find it", "grep -r x", `ls`';
    expect([...commandsIn(text)]).toEqual(['find . -type f', 'grep -r x', 'ls']);
  });
});

describe('a hostile text takes no longer than its length', () => {
  const marks = [
    '`',
    '"',
    '“',
    '„',
    '«',
    '「',
    "'",
    '/',
    './',
    '.',
    'a.',
    'a. ',
    'a/',
    '`a',
    'x://',
    '中',
    'a.a中',
    '*',
    '-',
    '\n`',
    '(',
    ').',
  ];
  const megabyte = 1 << 20;

  test.each(marks)('%j', (mark) => {
    const text = mark.repeat(megabyte / mark.length);
    const before = workedMs();
    targetsIn(text, Number.POSITIVE_INFINITY);
    pathEntity(text);
    for (const _ of commandsIn(text));
    expect(workedMs() - before).toBeLessThan(20_000); // quadratic time would be hours
  });

  test('ten thousand lines', () => {
    const text = Array.from({ length: 10_000 }, (_, at) => `look at "file ${at}.txt", \`cat ${at}\` and it's /a/${at}`).join('\n');
    expect(targetsIn(text, 100_000).length).toBeGreaterThan(30_000);
  });

  test('whatever the text, it contains everything that it names, and nothing is named twice', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: anyCharacter }), fc.string({ unit: 'grapheme' })), (text) => {
        const found = targetsIn(text, 100);
        for (const target of found) expect(text).toContain(target);
        expect(new Set(found.map(pathEntity)).size).toBe(found.length);
      }),
    );
  });
});
