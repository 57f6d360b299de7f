import { expect, test } from 'vitest';
import { againstFrozen, freeze } from './frozen.ts';
import { reasonsOf } from './objection.ts';

test('both are told the same where there is nothing to advise', () => {
  expect(reasonsOf([{ why: 'a' }, { why: 'b' }])).toEqual({ reasons: ['a', 'b'] });
});

test('advice is for the planner, and other words are for the person, in the same order', () => {
  expect(reasonsOf([{ why: 'a', advice: 'do b' }, { why: 'c' }, { why: 'd', told: 'you d' }])).toEqual({
    reasons: ['a; do b', 'c', 'd'],
    told: ['a', 'c', 'you d'],
  });
});

test('what a planner is told to write does not reach a person', () => {
  const held = freeze([{ criterion: 'the sun answers', mode: 'verifiable', weight: 1 }]);
  const { reasons, told } = reasonsOf(againstFrozen({ task_criteria: [], amended: [] }, held));
  expect(reasons.join()).toContain('"amended"');
  expect(told).toEqual(['the new plan no longer leads to "the sun answers", which the first plan promised']);
});
