import { expect, test } from 'vitest';
import { plainReason, plainReasons } from './plain-reasons.ts';
import { againstFrozen, freeze } from './r2-planner/frozen.ts';

test.each([
  ['this very plan has failed before in this task', 'this very plan has failed before in this task'],
  ['sub-task 1 names the tool "x", which does not exist; there are a, b', 'sub-task 1 names the tool "x", which does not exist'],
  ['the task has no criteria: say under task_criteria what must be true', 'the task has no criteria'],
  [
    'the criterion "a; b: c" of the task only says its intent again; say more',
    'the criterion "a; b: c" of the task only says its intent again',
  ],
  ['"', '"'],
])('%j is told without the advice to the planner', (reason, told) => {
  expect(plainReason(reason)).toBe(told);
});

test('what a planner is told to write does not reach a person', () => {
  const held = freeze([{ criterion: 'the sun answers', mode: 'verifiable', weight: 1 }]);
  const [reason = ''] = againstFrozen({ task_criteria: [], amended: [] }, held);
  expect(reason).toContain('"amended"');
  expect(plainReasons([reason, reason])).toBe('the plan leaves out the task criterion "the sun answers" of the first plan');
});

test('a few reasons are told, and the rest is counted', () => {
  expect(plainReasons(['a', 'b', 'c', 'd', 'e'])).toBe('a; b; c; and 2 more');
  expect(plainReasons([])).toBe('no reason was given');
});
