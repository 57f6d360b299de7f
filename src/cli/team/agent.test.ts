import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startProvider } from '../../../test/support/provider-server.ts';
import { isProof } from '../../../test/support/sample.ts';
import { repositoryWithTask, repositoryWithTeam, runTeam } from '../../../test/team/team-repository.ts';

const envIn = (root: string) => ({ ARTOO_DATA_DIR: join(root, '.artoo-data'), LIZA_AGENT_ID: 'coder-1', PATH: process.env.PATH });

// A turn that fails is tried again after a while, so this takes some 20 s of waiting.
test.runIf(isProof)('an agent whose model cannot be used ends with that error', async () => {
  await using server = await startProvider({ answer: () => ({ fault: 'status', status: 401 }) });
  const root = repositoryWithTask();
  await expect(runTeam(root, ['agent', 'coder', '--model', `none@${server.url}`], { env: envIn(root) })).rejects.toMatchObject({
    code: 'model_key_missing',
    message: expect.stringMatching(/^no model could be used/),
  });
});

test('an agent without a model ends with that error', async () => {
  const root = repositoryWithTask();
  await expect(runTeam(root, ['agent', 'coder'], { env: envIn(root) })).rejects.toMatchObject({ code: 'model_unset' });
});

test('an agent without an id, or with an id of another role, is told which id is free', async () => {
  const root = await repositoryWithTeam();
  const unset = await runTeam(root, ['agent', 'coder']);
  expect(unset).toMatchObject({ code: 1, err: expect.stringContaining('coder-1 is free: LIZA_AGENT_ID=coder-1') });
  const env = { ARTOO_DATA_DIR: join(root, '.artoo-data'), LIZA_AGENT_ID: 'coder-1' };
  expect(await runTeam(root, ['agent', 'Code Reviewer'], { env })).toMatchObject({
    code: 1,
    err: expect.stringContaining('code-reviewer-1'),
  });
  expect(await runTeam(root, ['agent', 'coder', 'gone'], { env })).toMatchObject({
    code: 1,
    err: expect.stringContaining('no task "gone"'),
  });
  await expect(runTeam(root, ['agent', 'tester'], { env })).rejects.toMatchObject({ code: 'usage' });
});
