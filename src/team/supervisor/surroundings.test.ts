import { expect, test } from 'vitest';
import { aBoard, idleCoder, inState } from '../../../test/team/boards.ts';
import { repositoryWithTeam } from '../../../test/team/team-repository.ts';
import { holdLock } from '../hold-lock.ts';
import { deadAgents } from './surroundings.ts';

test('an agent that left the board but not its work counts as dead, unless its process is alive; an agent of another machine does not', async () => {
  const root = await repositoryWithTeam();
  const held = inState('CLAIMED', { assigned_to: 'coder-1' });
  expect([...deadAgents(root, aBoard([held], {}), 'here')]).toEqual(['coder-1']);
  expect([...deadAgents(root, aBoard([held], { 'coder-1': { ...idleCoder(), host: 'elsewhere' } }), 'here')]).toEqual([]);
  expect([...deadAgents(root, aBoard([inState('MERGED', { assigned_to: 'coder-1' })], {}), 'here')]).toEqual([]);
  using _ = holdLock(root, 'agent-coder-1');
  expect([...deadAgents(root, aBoard([held], {}), 'here')]).toEqual([]);
});
