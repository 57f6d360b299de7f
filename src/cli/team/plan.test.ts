import { expect, test } from 'vitest';
import { repositoryWithTeam, runTeam } from '../../../test/team/team-repository.ts';
import { exits } from '../command.ts';
import { exitOfError } from '../exit-code.ts';

test('a plan without a model that answers says so, and ends like a task without one', async () => {
  const root = await repositoryWithTeam();
  const said = runTeam(root, ['plan', '--model', 'none@http://127.0.0.1:9/v1']); // nothing listens there
  await expect(said).rejects.toMatchObject({ code: 'model_unreachable', message: expect.stringMatching(/^no model could be reached: /) });
  expect(exitOfError('model_unreachable')).toBe(exits.unavailable);
});
