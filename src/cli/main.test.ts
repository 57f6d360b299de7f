import { expect, test } from 'vitest';
import { newHome } from '../../test/support/command.ts';
import { runArtoo } from '../../test/support/run-artoo.ts';
import { exits } from './command.ts';

test.each([
  [['team', 'status', '--bogus'], 'artoo team status --help'],
  [['team', 'tsak'], 'artoo team --help'],
  [['memory', 'constructor'], 'artoo memory --help'],
  [['log', '--bogus'], 'artoo log --help'],
  [['--bogus', 'a goal'], 'artoo --help'],
])('%j is called wrongly, and the help that says how is named', async (args, page) => {
  const { code, err } = await runArtoo(args, { at: newHome() });
  expect({ code, hint: err.trimEnd().split('\n').at(-1) }).toEqual({ code: exits.usage, hint: `See \`${page}\`.` });
});
