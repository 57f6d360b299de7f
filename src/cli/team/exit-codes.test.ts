import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { runTeam, teamRepository } from '../../../test/team/team-repository.ts';
import { errorCodes } from '../../contracts/errors.ts';
import { exitOfTeamError } from '../exit-code.ts';
import { teamExits } from './exit-codes.ts';
import { team } from './team.ts';

test('the help and the page show the table of exit codes', () => {
  const page = readFileSync(new URL('../../../docs/team.md', import.meta.url), 'utf8');
  const words = (text: string): string => text.replaceAll(/\s+/g, ' ');
  for (const [parts, rows] of Object.entries(teamExits))
    for (const [at, [code, means]] of rows.entries()) {
      expect(page).toContain(`| ${at === 0 ? `${parts} ` : ''}| ${code} | ${means} |`);
      expect(words(team.summary)).toContain(`${code} ${means}`);
    }
});

test('errors of a board end with a code of the table, and long-running parts with those of a task', async () => {
  const known = new Set<number | undefined>(teamExits['all other parts'].map(([code]) => code));
  for (const code of errorCodes) expect(exitOfTeamError(code) === undefined || known.has(exitOfTeamError(code))).toBe(true);
  const { code } = await runTeam(teamRepository(), ['run', '--model', 'none@http://127.0.0.1:9/v1']);
  expect(code).toBe(1);
});
