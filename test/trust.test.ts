/** The built `artoo trust` at a terminal. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newHome } from './support/command.ts';
import { runArtoo } from './support/run-artoo.ts';
import { atTerminal } from './support/terminal.ts';

test.each([
  ['y', 0, 'is trusted as it is now', 'true'],
  ['', 3, 'Not trusted', 'false'],
])('the answer "%s" is recorded', async (answer, code, said, quiet) => {
  const at = newHome();
  mkdirSync(join(at.cwd, '.artoo'));
  writeFileSync(join(at.cwd, '.artoo/config.yaml'), 'quiet: true\n');
  const terminal = atTerminal(['trust'], at);
  await terminal.shows('Trust it? [y/N]');
  terminal.type(`${answer}\r`);
  expect(await terminal.ended).toBe(code);
  expect(terminal.screen()).toContain('quiet: true');
  expect(terminal.screen()).toContain(said);
  const { out } = await runArtoo(['config', '--json'], { at });
  expect(String(JSON.parse(out).settings.quiet.value)).toBe(quiet);
});
