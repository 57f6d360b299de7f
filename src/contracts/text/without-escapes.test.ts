import { expect, test } from 'vitest';
import { withoutEscapes } from './without-escapes.ts';

test.each([
  ['plain text', 'plain text'],
  ['\u001b[31mred\u001b[0m', 'red'],
  ['\u001b[38;2;1;2;3mtrue colour\u001b[m', 'true colour'],
  ['\u009b1Aup', 'up'],
  ['\u001b]0;a title\u0007after', 'after'],
  ['\u001b]8;;https://example.org\u001b\\link\u001b]8;;\u001b\\', 'link'],
  ['\u001bMscrolled', 'scrolled'],
  ['\u001b(Bcharset', 'charset'],
  ['two\nlines\r\u001b[2Kover', 'two\nlines\rover'],
])('%j without escapes is %j', (text, plain) => {
  expect(withoutEscapes(text)).toBe(plain);
});

test('what is cut off in the middle stays as it is', () => {
  expect(withoutEscapes('half \u001b[3')).toBe('half \u001b[3');
});
