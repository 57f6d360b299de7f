import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratch } from '../../../../test/support/scratch.ts';
import { pageText } from './page-text.ts';

test.each([
  [undefined, '+G$-R'],
  ['-FRX -Pmine', '+G$-FRX -Pmine'],
])('less begins at the end, with the options of the person: %j', async (options, expected) => {
  const out = join(scratch(), 'out');
  const PAGER = `{ printf '%s\\n' "$LESS"; cat; } > '${out}'`;
  await pageText('first\nlast\n', { PATH: process.env.PATH, PAGER, LESS: options });
  expect(readFileSync(out, 'utf8')).toBe(`${expected}\nfirst\nlast\n`);
});
