import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { plainTask, repository, statuses, teamOf } from '../../../test/team/played-team.ts';
import { newText } from '../board/text/read-text.ts';
import { gitOutput } from '../git/git.ts';
import { mergeTask } from './merge.ts';

test('two merges at once, by two supervisors: both are in', async () => {
  const root = await repository([]);
  const approved = async (id: string) => {
    const folder = join(root, '.worktrees', id);
    await gitOutput(root, ['worktree', 'add', '--quiet', '-b', `task/${id}`, folder, 'integration']);
    writeFileSync(join(folder, `${id}.txt`), `${id}\n`);
    await gitOutput(folder, ['add', '--all']);
    await gitOutput(folder, ['commit', '--quiet', '--message', id]);
    const work = { assigned_to: 'coder-1', worktree: `.worktrees/${id}`, base_commit: await gitOutput(root, ['rev-parse', 'integration']) };
    const review = { review_commit: await gitOutput(folder, ['rev-parse', 'HEAD']), approved_by: 'code-reviewer-1' };
    return { ...plainTask(id), status: 'APPROVED' as const, iteration: 1, fencing: 1, ...work, ...review };
  };
  const tasks = [await approved('t1'), await approved('t2')];
  const [one, other] = [teamOf(root, {}), teamOf(root, {})];
  writeFileSync(join(root, '.liza/state.yaml'), newText({ ...(await one.file.read()), tasks }));
  const { signal } = new AbortController();
  await Promise.all([mergeTask(one, 't1', signal), mergeTask(other, 't2', signal), mergeTask(other, 't1', signal)]);
  expect(await statuses(one)).toEqual({ t1: 'MERGED', t2: 'MERGED' });
  expect((await gitOutput(root, ['ls-tree', '--name-only', 'integration'])).split('\n')).toEqual(
    expect.arrayContaining(['t1.txt', 't2.txt']),
  );
  expect(await gitOutput(root, ['rev-list', '--count', '--no-merges', 'main..integration'])).toBe('2');
  expect(await gitOutput(root, ['branch', '--list', 'task/*'])).toBe('');
});
