import { readFileSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { scratch } from '../../../test/support/scratch.ts';
import { maxOutputBytes, openTurnFiles } from './turn-files.ts';

test('the prompt and the output of a turn are kept for the person only, up to the limit', () => {
  const root = scratch();
  using files = openTurnFiles(root, 'coder-1', 'Do it.', new Date('2026-11-18T12:00:00.250Z'), 10);
  for (const text of ['12345', '67890-', 'more']) files.print(text);
  expect(files.output).toBe(`${root}/.liza/agent-output/coder-1-2026-11-18T120000-250Z.log`);
  expect(readFileSync(files.prompt, 'utf8')).toBe('Do it.');
  expect(readFileSync(files.output, 'utf8')).toMatch(/^1234567890\n\[artoo: what it printed after this is not kept\]\n$/);
  expect([files.prompt, files.output].map((path) => statSync(path).mode & 0o777)).toEqual([0o600, 0o600]);
  expect(maxOutputBytes).toBe(64 * 1024 * 1024);
});
