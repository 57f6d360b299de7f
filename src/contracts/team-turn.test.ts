import { expect, test } from 'vitest';
import { agentOfTurn, turnGoal, turnSlug } from './team-turn.ts';

test.each([
  ['planner-1', 'planner', null],
  ['coder-12', 'coder', 'parse'],
  ['code-reviewer-1', 'code_reviewer', 'parse'],
])('a turn of %s is recognized by its name', (agent, role, task) => {
  expect(agentOfTurn({ goal: turnGoal(agent, task), slug: turnSlug(role) })).toBe(agent);
});

test.each([
  ['a task of the person', 'sort the notes', 'sort-notes'],
  ['a goal of the person that begins like a turn', 'coder-1: what did it do?', 'coder-report'],
  ['a turn with the name of another role', 'coder-1: parse', 'team-planner'],
  ['no name at all', '', ''],
])('%s is no turn', (_, goal, slug) => {
  expect(agentOfTurn({ goal, slug })).toBeUndefined();
});
