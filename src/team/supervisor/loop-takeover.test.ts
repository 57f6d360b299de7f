import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { aTask } from '../../../test/team/boards.ts';
import { plainTask, repository, teamOf, writing } from '../../../test/team/played-team.ts';
import { newText } from '../board/text/read-text.ts';
import { commitOf, gitOutput } from '../git/git.ts';
import { holdLock } from '../hold-lock.ts';
import { supervise } from './loop.ts';

test('work of a killed process on this machine is taken over at once by a waiting one, although no event announces it', async () => {
  const root = await repository([plainTask('t1')]);
  await gitOutput(root, ['worktree', 'add', '--quiet', '-b', 'task/t1', '.worktrees/t1', 'integration']);
  const team = teamOf(root, { coder: writing(() => 'hi\n') });
  const lease_expires = '2099-01-01T00:00:00Z';
  const base_commit = (await commitOf(root, 'integration')) ?? null;
  const claim = { assigned_to: 'coder-9', worktree: '.worktrees/t1', lease_expires, base_commit, iteration: 1, fencing: 1 };
  const held = aTask({ ...plainTask('t1'), status: 'CLAIMED', ...claim });
  const coder = { role: 'coder', status: 'WORKING', current_task: 't1', lease_expires, host: team.host };
  writeFileSync(join(root, '.liza/state.yaml'), newText({ ...(await team.file.read()), tasks: [held], agents: { 'coder-9': coder } }));
  const living = holdLock(root, 'agent-coder-9');
  const stop = new AbortController();
  const waiting = supervise(team, { agents: ['coder'], signal: stop.signal });
  const holder = async () => (await team.file.read()).tasks[0]?.assigned_to;
  await expect.poll(async () => (await team.file.read()).agents['coder-1']?.status, { timeout: 20_000 }).toBe('IDLE');
  await setTimeout(1_000); // until it sleeps: the test is about how long it sleeps
  expect(await holder()).toBe('coder-9');
  living?.[Symbol.dispose]();
  await expect.poll(holder, { timeout: 6_000, interval: 20 }).toBe('coder-1'); // takes a second on an idle machine; the next regular look would come after nine
  stop.abort();
  await waiting;
}, 60_000);
