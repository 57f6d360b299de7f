import { expect, test } from 'vitest';
import { plainReason, plainReasons } from './plain-reasons.ts';
import { againstFrozen, freeze } from './r2-planner/frozen.ts';

test.each([
  ['this very plan has failed before in this task', 'this very plan has failed before in this task'],
  ['sub-task 1 names the tool "x", which does not exist; there are a, b', 'sub-task 1 names the tool "x", which does not exist'],
  ['the task has no criteria: say under task_criteria what must be true', 'the task has no criteria'],
  [
    'the criterion "a; b: c" of the task only says its intent again; say what can be seen when it is met, or give it a check',
    'the criterion "a; b: c" of the task only says its intent again',
  ],
  [
    'the criterion "says \\"hi\\"; list it " of sub-task 1 says nothing that can be seen; name what would show it',
    'the criterion "says \\"hi\\"; list it " of sub-task 1 says nothing that can be seen',
  ],
  ['the sequences are 1, 3; they must run 1, 2, 3 … without a gap (equal ones run side by side)', 'the sequences are 1, 3'],
  [
    'sub-task 1 must not use write_file notes.txt: it failed in 3 tasks',
    'sub-task 1 must not use write_file notes.txt: it failed in 3 tasks',
  ],
  ['it depends on http://x; no one answers there', 'it depends on http://x; no one answers there'],
  ['the plan has 25 sub-tasks; 20 is the most', 'the plan has 25 sub-tasks; 20 is the most'],
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
