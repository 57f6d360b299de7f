import { expect, test } from 'vitest';
import { codeIn } from './code-in.ts';

test.each([
  ['Say it in other words.', [['Say it in other words.', false]]],
  [
    '`artoo config` says which; `artoo setup` takes another.',
    [
      ['artoo config', true],
      [' says which; ', false],
      ['artoo setup', true],
      [' takes another.', false],
    ],
  ],
  ['a ` alone', [['a ` alone', false]]],
  [
    '`one` and ` alone',
    [
      ['one', true],
      [' and ` alone', false],
    ],
  ],
  ['', []],
])('%j', (text, parts) => {
  expect(codeIn(text)).toEqual(parts.map(([part, isCode]) => ({ text: part, isCode })));
});
