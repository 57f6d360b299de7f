import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repositoryWithTeam, runTeam } from '../../../test/team/team-repository.ts';

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
