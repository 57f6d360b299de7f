import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repositoryWithTask, repositoryWithTeam, runTeam } from '../../../test/team/team-repository.ts';
import { exits } from '../command.ts';
import { exitOfError } from '../exit-code.ts';

test('a plan without a model that answers says so, and ends like a task without one', async () => {
  const root = await repositoryWithTeam();
  mkdirSync(join(root, '.artoo-data'), { recursive: true });
  writeFileSync(join(root, '.artoo-data/config.yaml'), 'model_timeout: 1s\n'); // so that it is not waited for
  const said = runTeam(root, ['plan', '--model', 'none@http://127.0.0.1:9/v1']); // nothing listens there
  await expect(said).rejects.toMatchObject({ code: 'model_unreachable', message: expect.stringMatching(/^no model could be reached: /) });
  expect(exitOfError('model_unreachable')).toBe(exits.unavailable);
});

const boardOf = (root: string): string => readFileSync(join(root, '.liza/state.yaml'), 'utf8');

test('waiting drafts are approved without a model', async () => {
  const root = repositoryWithTask('t1', { status: 'DRAFT', history: [] });
  expect(boardOf(root)).toContain('status: DRAFT');
  expect(await runTeam(root, ['plan', '--yes'])).toMatchObject({ code: exits.ok, err: 'Approved. To start: artoo team run' });
  expect(boardOf(root)).toContain('status: UNCLAIMED');
});

test('planning more needs a model, even if drafts are waiting', async () => {
  const root = repositoryWithTask('t1', { status: 'DRAFT', history: [] });
  await expect(runTeam(root, ['plan', 'and say goodbye'])).rejects.toMatchObject({ code: 'model_unset' });
  expect(boardOf(root)).toContain('status: DRAFT');
});
