import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { approving, plainTask, repository, teamOf, work, writing } from '../../../test/team/played-team.ts';
import { refuseInvalid } from './invalid-board.ts';
import { doNow } from './team.ts';

test('while the board itself is gone, everyone waits; once it is back, they continue', async () => {
  const root = await repository([plainTask('t1')]);
  const [state, aside] = [join(root, '.liza/state.yaml'), join(root, 'aside.yaml')];
  const alerts: string[] = [];
  const inner = teamOf(root, {
    async coder(turn, say, of) {
      if (alerts.length === 0) renameSync(state, aside);
      await writing(() => 'hi\n')(turn, say, of);
    },
    code_reviewer: approving,
  });
  const alert = (text: string) => {
    alerts.push(text);
    if (text.startsWith('the board is not valid')) renameSync(aside, state);
  };
  expect(await work({ ...inner, alert }, ['coder', 'code_reviewer'], 20_000)).toBe('done');
  expect(alerts).toContainEqual(
    expect.stringMatching(
      /^the board is not valid, so all agents wait: .*state\.yaml.*artoo team restore brings back the last good board$/,
    ),
  );
}, 40_000);

test('a letter that is sent while a spec is gone waits until the spec is back, and its turn has not failed', async () => {
  const root = await repository([plainTask('t1')]);
  const spec = join(root, 'specs/vision.md');
  const alerts: string[] = [];
  const inner = teamOf(root, {
    async coder(turn, say, of) {
      if (alerts.length === 0) rmSync(spec);
      await writing(() => 'hi\n')(turn, say, of);
    },
    code_reviewer: approving,
  });
  const alert = (text: string) => {
    alerts.push(text);
    if (text.startsWith('the board is not valid')) writeFileSync(spec, '# Greet people\n');
  };
  expect(await work({ ...inner, alert }, ['coder', 'code_reviewer'], 20_000)).toBe('done');
  expect(alerts).toEqual([
    expect.stringMatching(/^the board is not valid, so all agents wait: .*specs\/vision\.md is not a file/),
    'the board is valid again: all agents continue',
  ]);
}, 40_000);

test('an edit that is invalid is reported with its line, however often it is looked at', async () => {
  const root = await repository([plainTask('t1')]);
  const state = join(root, '.liza/state.yaml');
  const team = teamOf(root, {});
  await team.file.read();
  writeFileSync(state, readFileSync(state, 'utf8').replace('  status: IN_PROGRESS', '  status: BUSY'));
  for (const _ of ['first', 'again'])
    await expect(refuseInvalid(team)).rejects.toMatchObject({ message: expect.stringMatching(/^line \d+: goal\.status is "BUSY"/) });
});

test('a spec that is gone is reported in the same words, whether the board is read or written', async () => {
  const root = await repository([plainTask('t1')]);
  const team = teamOf(root, {});
  await team.file.read();
  rmSync(join(root, 'specs/vision.md'));
  const expected = /^line \d+: task t1: the spec specs\/vision\.md is not a file/;
  await expect(refuseInvalid(team)).rejects.toMatchObject({ message: expect.stringMatching(expected) });
  await expect(doNow(team, 'human', { act: 'note', message: 'hello' })).rejects.toMatchObject({ message: expect.stringMatching(expected) });
});
