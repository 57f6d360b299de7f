import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { oneIn } from '../../test/support/sample.ts';
import { shellLine } from './shell-words.ts';

test.each([
  [['ls', '-la', './a.txt'], 'ls -la ./a.txt'],
  [['echo', "it's", ''], `echo 'it'\\''s' ''`],
  [['A=b'], `'A=b'`],
  [['time', 'ls'], `'time' ls`],
])('%j is %s', (words, line) => {
  expect(shellLine(words)).toBe(line);
});

test('a shell reads the same words out of it', () => {
  const word = fc
    .oneof(fc.string(), fc.constantFrom('~', '*', '$HOME', '`x`', 'a\nb', '!', '{a,b}', '#', '\\', "'", '-n', '[a]', 'a=b', '&', '𝄞'))
    .filter((text) => !text.includes('\0') && text.isWellFormed());
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 5 }), (words) => {
      const line = shellLine(['printf', '%s\\0', ...words]);
      expect(execFileSync('/bin/bash', ['--norc', '-c', line], { encoding: 'utf8' })).toBe(words.map((each) => `${each}\0`).join(''));
    }),
    { numRuns: 60 / oneIn(3) },
  );
});
