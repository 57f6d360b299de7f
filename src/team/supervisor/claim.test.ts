import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { plainTask, repository, teamOf } from '../../../test/team/played-team.ts';
import { gitOutput } from '../git/git.ts';
import { claimTask } from './claim.ts';
import { doNow, type Team } from './team.ts';

const never = new AbortController().signal;

/** A team with a task, and these coders that have nothing to do. */
async function teamWith(root: string, agents: readonly string[]): Promise<Team> {
  const team = teamOf(root, {});
  const newcomer = { pid: process.pid, host: 'here', runner: 'played', terminal: null };
  for (const agent of agents) await doNow(team, agent, { act: 'register', agent, role: 'coder', newcomer });
  await doNow(team, 'supervisor', { act: 'ready', agents });
  return team;
}

test('a coder that was too slow has lost a race: the log notes it, and no one else needs to know', async () => {
  const root = await repository([plainTask('t1')]);
  const team = await teamWith(root, ['coder-1', 'coder-2']);
  expect(await claimTask(team, 't1', 'coder-1', never)).toMatchObject({ ok: true });
  expect(await claimTask(team, 't1', 'coder-2', never)).toMatchObject({ ok: false, code: 'stale' });
  expect(await claimTask(team, 't2', 'coder-2', never)).toMatchObject({ ok: false, code: 'stale' }); // the task has left the board in the meantime
  await team.file.update('human', (board) => ({ ok: true, what: 'note', board: { ...board } }));
  const log = parse(readFileSync(join(root, '.liza/log.yaml'), 'utf8')) as readonly { readonly action: string; readonly agent: string }[];
  expect(log.filter(({ action }) => action === 'claim_failed')).toMatchObject([
    { agent: 'coder-2', detail: expect.stringContaining('coder-1 holds t1') },
    { agent: 'coder-2', detail: 'there is no task t2' },
  ]);
});

test('a claim that is impossible at the moment is refused, with what to do', async () => {
  const root = await repository([plainTask('t1')]);
  const team = await teamWith(root, ['coder-1']);
  await gitOutput(root, ['branch', '--delete', '--force', 'integration']);
  expect(await claimTask(team, 't1', 'coder-1', never)).toMatchObject({
    ...{ ok: false, code: 'refused' },
    why: ['there is no branch integration; to create it: git branch integration'],
  });
});
