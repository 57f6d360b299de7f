import { expect, test } from 'vitest';
import { isIdle } from './idle-programs.ts';

test.each([
  ['shell:sleep', true],
  ['shell:timeout', true],
  ['tool:shell:sleep', true],
  ['shell:wc', false],
  ['shell', false],
  ['sleep', false], // a tool of that name, and no program
])('%s: %s', (tool, expected) => {
  expect(isIdle(tool)).toBe(expected);
});
