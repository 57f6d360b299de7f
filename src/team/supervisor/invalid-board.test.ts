import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { approving, plainTask, repository, teamOf, work, writing } from '../../../test/team/played-team.ts';

test('while the board itself is gone, everyone waits; once it is back, they go on', async () => {
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
  expect(alerts).toContainEqual(expect.stringMatching(/^the board is not valid, so all agents wait: .*is gone.*artoo team restore$/));
}, 40_000);
