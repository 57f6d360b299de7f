import { describe, expect, test } from 'vitest';
import type { Criterion, CriterionVerdict } from '../contracts/criteria.ts';
import { countedVerdicts } from './counted-verdicts.ts';
import { distance } from './distance.ts';

const asked = (criterion: string, added?: true): Criterion => ({ criterion, mode: 'verifiable', weight: 1, ...(added && { added }) });
const verdict = (criterion: string, passed = true): CriterionVerdict => ({
  criterion,
  mode: 'verifiable',
  weight: 1,
  verdict: passed ? 'pass' : 'fail',
  failure_class: null,
  evidence: '',
  by: 'check',
});
const amendment = {
  criterion: 'an invoice is found',
  instead: 'none is found',
  why: 'there is none',
  mode: 'verifiable',
  weight: 3,
} as const;

describe('a verdict counts', () => {
  test.each([
    ['of the first plan, passed', [asked('a')], [verdict('a')], ['a']],
    ['of the first plan, failed', [asked('a')], [verdict('a', false)], ['a']],
    ['added later, failed', [asked('a'), asked('b', true)], [verdict('a'), verdict('b', false)], ['a', 'b']],
    ['not where it was added later and passed', [asked('b', true), asked('a')], [verdict('b'), verdict('a')], ['a']],
    [
      'of the built-in criterion, which stands behind those of the plan',
      [asked('a')],
      [verdict('a'), verdict('built in')],
      ['a', 'built in'],
    ],
  ])('%s', (_, task_criteria, verdicts, counted) => {
    expect(countedVerdicts({ task_criteria, amended: [] }, verdicts).map(({ criterion }) => criterion)).toEqual(counted);
  });
});

test('a criterion that was given up counts as failed by code, without a class, with its share of the weights', () => {
  const counted = countedVerdicts({ task_criteria: [asked('a')], amended: [amendment] }, [verdict('a')]);
  expect(counted.at(-1)).toEqual({
    criterion: 'an invoice is found',
    mode: 'verifiable',
    weight: 3,
    verdict: 'fail',
    failure_class: null,
    evidence: 'given up: there is none (instead: none is found)',
    by: 'code',
    amended: true,
  });
  expect(distance([], counted)).toBe(0.75);
});
