import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratch } from '../../../test/support/scratch.ts';
import { aBoard, aTask, inState } from '../../../test/team/boards.ts';
import { repositoryWithTeam, runTeam } from '../../../test/team/team-repository.ts';
import { newText } from '../../team/board/text/read-text.ts';

test('a board edited into something invalid is invalid, with the line, and every other part says so and stops', async () => {
  const root = await repositoryWithTeam();
  const path = join(root, '.liza/state.yaml');
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, text.replace('tasks: []', 'tasks: [\n'));
  const { out, code } = await runTeam(root, ['validate']);
  expect(code).toBe(1);
  expect(out).toMatch(/^INVALID: .*state\.yaml\n {2}line \d+, column \d+ \(agents: .*?\): /);
  expect(out).toContain('artoo team restore');
  await expect(runTeam(root, [])).rejects.toMatchObject({ code: 'board_invalid', message: expect.stringMatching(/^line \d+/) });
});

test('a lease that is over is distinguished from what is broken: the next run takes it back, and there is nothing to restore', async () => {
  const root = await repositoryWithTeam();
  const path = join(root, '.liza/state.yaml');
  const working = {
    role: 'coder',
    status: 'WORKING',
    current_task: 't1',
    lease_expires: '2026-01-01T00:00:00Z',
    heartbeat: '2026-01-01T00:00:00Z',
  };
  const claimed = inState('CLAIMED', { id: 't1', assigned_to: 'coder-1', lease_expires: '2026-01-01T00:00:00Z' });
  const judged = async (content: string) => {
    writeFileSync(path, content);
    return runTeam(root, ['validate']);
  };
  const text = newText(aBoard([claimed], { 'coder-1': working }));
  mkdirSync(join(root, String(claimed.worktree)), { recursive: true });
  const over = await judged(text);
  expect(over).toMatchObject({ code: 1, out: expect.stringMatching(/^INVALID, until the team runs again: .*its lease ended/s) });
  expect(over.out).toContain('artoo team run');
  expect(over.out).not.toContain('restore');
  expect(JSON.parse((await runTeam(root, ['validate', '--json'])).out)).toMatchObject({ valid: false, mends: true });
  const broken = await judged(text.replace('CLAIMED', 'NEARLY'));
  expect(broken.out).toMatch(/^INVALID: /);
  expect(broken.out).toContain('artoo team restore');
});

test('what is invalid is found in its line', async () => {
  const root = await repositoryWithTeam();
  const tasks = [aTask(), aTask({ id: 't2', worktree: '/etc' }), inState('MERGED', { id: 't3', spec_ref: 'specs/gone.md' })];
  const text = newText({ ...aBoard(tasks, {}), goal: { id: 'goal-1', status: 'BUSY' } });
  const lineOf = (part: string, after = 0): number => text.slice(0, text.indexOf(part, after)).split('\n').length;
  const judged = async (content: string) => {
    writeFileSync(join(root, '.liza/state.yaml'), content);
    return JSON.parse((await runTeam(root, ['validate', '--json'])).out).findings;
  };
  expect(await judged(text)).toEqual([expect.objectContaining({ rule: 'goal', line: lineOf('BUSY') })]);
  expect(await judged(text.replace('BUSY', 'COMPLETED'))).toEqual([
    expect.objectContaining({ rule: 'worktree_place', line: lineOf('id: t2') }),
    expect.objectContaining({ rule: 'spec_file', line: lineOf('id: t3') }),
  ]);
});

test('a file by its name is checked against this folder, and one that is not there is an error', async () => {
  const folder = scratch();
  writeFileSync(join(folder, 'board.yaml'), newText(aBoard([aTask()], {})));
  const { out, code } = await runTeam(folder, ['validate', 'board.yaml']);
  expect([code, out]).toEqual([1, expect.stringContaining('the spec specs/vision.md is not a file')]);
  for (const other of ['none.yaml', '.', '/dev/zero'])
    await expect(runTeam(folder, ['validate', other])).rejects.toMatchObject({ code: 'usage' });
  await expect(runTeam(folder, ['validate'])).rejects.toMatchObject({ code: 'board_missing' });
});

test('a command that needs the board says in which line it is wrong, and what must be there', async () => {
  const root = await repositoryWithTeam();
  const path = join(root, '.liza/state.yaml');
  const lines = readFileSync(path, 'utf8').split('\n');
  const at = lines.findIndex((line) => /^ {2}status: IN_PROGRESS/.test(line));
  writeFileSync(path, lines.with(at, '  status: NEARLY').join('\n'));
  const message = `line ${at + 1}: goal.status is "NEARLY": it must be one of IN_PROGRESS, COMPLETED, ABORTED`;
  await expect(runTeam(root, [])).rejects.toMatchObject({ code: 'board_invalid', message: expect.stringContaining(message) });
});
