import { expect, test } from 'vitest';
import { isCommandLine } from './is-command-line.ts';

test.each([
  ['ls', true],
  ['ls -l', true],
  ['find . -name x', true],
  ['find out why it fails', false],
  ['harder', false],
  ['harder to explain closures', false],
  ['./build.sh', false],
  ['', false],
])('%j: %s', async (text, expected) => {
  expect(await isCommandLine(text.split(' '), { PATH: 'relative:/nowhere:/usr/bin:/bin' })).toBe(expected);
});
