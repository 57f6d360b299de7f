import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { plainTask, repository, statuses, teamOf } from '../../../test/team/played-team.ts';
import type { Task } from '../board/board.ts';
import { newText } from '../board/text/read-text.ts';
import { commitOf, gitOutput } from '../git/git.ts';
import { mergeTask } from './merge.ts';
import type { Team } from './team.ts';

const { signal } = new AbortController();

/** A task whose work is approved, in its worktree. */
async function approved(root: string, id: string): Promise<Task> {
  const folder = join(root, '.worktrees', id);
  await gitOutput(root, ['worktree', 'add', '--quiet', '-b', `task/${id}`, folder, 'integration']);
  writeFileSync(join(folder, `${id}.txt`), `${id}\n`);
  await gitOutput(folder, ['add', '--all']);
  await gitOutput(folder, ['commit', '--quiet', '--message', id]);
  const work = { assigned_to: 'coder-1', worktree: `.worktrees/${id}`, base_commit: await gitOutput(root, ['rev-parse', 'integration']) };
  const review = { review_commit: await gitOutput(folder, ['rev-parse', 'HEAD']), approved_by: 'code-reviewer-1' };
  return { ...plainTask(id), status: 'APPROVED', iteration: 1, fencing: 1, ...work, ...review };
}

/** A repository with two such tasks, and a test command. */
async function withApproved(): Promise<string> {
  const root = await repository([]);
  const tasks = [await approved(root, 't1'), await approved(root, 't2')];
  const board = await teamOf(root, {}).file.read();
  const config = { ...board.config, artoo: { test_command: 'npm test' } };
  writeFileSync(join(root, '.liza/state.yaml'), newText({ ...board, config, tasks }));
  return root;
}

test('two merges at once, by two supervisors: both are in', async () => {
  const root = await withApproved();
  const [one, other] = [teamOf(root, {}), teamOf(root, {})];
  await Promise.all([mergeTask(one, 't1', signal), mergeTask(other, 't2', signal), mergeTask(other, 't1', signal)]);
  expect(await statuses(one)).toEqual({ t1: 'MERGED', t2: 'MERGED' });
  expect((await gitOutput(root, ['ls-tree', '--name-only', 'integration'])).split('\n')).toEqual(
    expect.arrayContaining(['t1.txt', 't2.txt']),
  );
  expect(await gitOutput(root, ['rev-list', '--count', '--no-merges', 'main..integration'])).toBe('2');
  expect(await gitOutput(root, ['branch', '--list', 'task/*'])).toBe('');
});

test('a merge result that differs from the reviewed commit is tested; if the tests fail, the branch stays where it is', async () => {
  const root = await withApproved();
  const ran: string[] = [];
  const played = teamOf(root, {});
  const keeping: Team['keeping'] = async (command) => {
    ran.push(command);
    return { exit: 1, output: 'both of them are too much\n' };
  };
  const team: Team = { ...played, keeping };
  await mergeTask(team, 't1', signal);
  expect(ran).toEqual([]);
  const before = await commitOf(root, 'integration');
  await mergeTask(team, 't2', signal);
  expect(ran).toEqual(['npm test']);
  expect(await statuses(team)).toEqual({ t1: 'MERGED', t2: 'INTEGRATION_FAILED' });
  expect(await commitOf(root, 'integration')).toBe(before);
  const [, failed] = (await team.file.read()).tasks;
  const [, log = ''] =
    /^npm test ended with 1, see (\.liza\/integration-test-t2-\d+\.log)$/.exec(String(failed?.history?.at(-1)?.reason)) ?? [];
  expect(readFileSync(join(root, log), 'utf8')).toBe('both of them are too much\n');
});

test('a merge that is stopped while it is tested has not failed', async () => {
  const root = await withApproved();
  const stop = new AbortController();
  const keeping: Team['keeping'] = async () => {
    stop.abort();
    return { exit: 130, output: '' };
  };
  const team: Team = { ...teamOf(root, {}), keeping };
  await mergeTask(team, 't1', signal);
  await expect(mergeTask(team, 't2', stop.signal)).rejects.toMatchObject({ name: 'AbortError' });
  expect(await statuses(team)).toEqual({ t1: 'MERGED', t2: 'APPROVED' });
});
