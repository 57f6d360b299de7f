import { expect, test } from 'vitest';
import { agentOfTurn, turnGoal } from './team-turn.ts';

test.each([
  ['planner-1', 'planner_1_plan_the_work', null],
  ['coder-12', 'coder_12_parse', 'parse'],
  ['code-reviewer-1', 'code_reviewer_1_parse', 'parse'],
])('a turn of %s is recognized by its name', (agent, slug, task) => {
  expect(agentOfTurn({ goal: turnGoal(agent, task), slug })).toBe(agent);
});

test.each([
  ['a task of the person', 'sort the notes', 'sort-notes'],
  ['a goal of the person that begins like a turn', 'coder-1: what did it do?', 'coder-report'],
  ['a turn with the name of another role', 'coder-1: parse', 'planner_1'],
  ['no name at all', '', ''],
])('%s is not a turn', (_, goal, slug) => {
  expect(agentOfTurn({ goal, slug })).toBeUndefined();
});
