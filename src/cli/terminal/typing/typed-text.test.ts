import { expect, test } from 'vitest';
import { createKeySplitter } from '../../shell/typing/split-keys.ts';
import { typedText } from './typed-text.ts';

test.each([
  ['letters and Enter', 'typed ahead\rand more', 'typed ahead\nand more'],
  ['arrow keys and Ctrl+T write nothing', 'a\u001b[A\u001bOBb\u0014', 'ab'],
  ['Backspace takes a whole character back', 'a🙂\u007f\u007f\u007fb', 'b'],
  ['Ctrl+U takes the line back', 'one\rtwo\u0015three', 'one\nthree'],
  ['a paste', '\u001b[200~x\r\ny\u001b[201~z', 'x\nyz'],
])('%s', (_, keys, text) => {
  expect(createKeySplitter().take(keys).reduce(typedText, '')).toBe(text);
});
