import { describe, expect, test } from 'vitest';
import { criterion, verdict } from '../../../test/support/work.ts';
import type { Criterion } from '../../contracts/criteria.ts';
import { areAmong, distinct, verdictsOn } from './distinct-criteria.ts';

const a = criterion({ criterion: 'a is so' });
const heavyA = criterion({ criterion: 'a is so', mode: 'verifiable', weight: 5 });
const checkedA = criterion({ criterion: 'a is so', check: { kind: 'file_exists', path: 'a' } });
const b = criterion({ criterion: 'b is so' });
const onA = verdict({ criterion: 'a is so', evidence: 'seen' });
const onB = verdict({ criterion: 'b is so', verdict: 'fail', evidence: 'missed' });

test.each<[string, readonly Criterion[], readonly Criterion[]]>([
  ['nothing is nothing', [], []],
  ['different ones stay, in order', [b, a], [b, a]],
  ['the same words twice are one question, where it was first asked', [a, b, { ...a, weight: 3 }], [a, b]],
  ['the same words in both modes are judged as verifiable', [a, b, heavyA], [heavyA, b]],
  ['the same words in both modes are judged as verifiable, whichever comes first', [heavyA, b, a], [heavyA, b]],
  ['the same words with another check are another question', [a, checkedA], [a, checkedA]],
])('of criteria that are judged together, %s', (_, criteria, asked) => {
  expect(distinct(criteria)).toEqual(asked);
});

describe('verdicts find back to the criteria that were asked for', () => {
  test.each<[string, readonly Criterion[], readonly (readonly [Criterion, typeof onA])[], readonly object[]]>([
    [
      'in their order',
      [b, a],
      [
        [a, onA],
        [b, onB],
      ],
      [onB, onA],
    ],
    ['with the mode and weight that each has here', [heavyA], [[a, onA]], [{ ...onA, mode: 'verifiable', weight: 5 }]],
    ['and not to one with another check', [checkedA], [[a, onA]], []],
    ['but not where none was given', [a, b], [[b, onB]], [onB]],
    [
      'and the last one counts',
      [a],
      [
        [a, onA],
        [a, { ...onA, verdict: 'fail' }],
      ],
      [{ ...onA, verdict: 'fail' }],
    ],
  ])('%s', (_, criteria, judged, verdicts) => {
    expect(verdictsOn(criteria, judged)).toEqual(verdicts);
  });
});

test.each<[readonly Criterion[], readonly Criterion[], boolean]>([
  [[], [], true],
  [[a], [b, heavyA], true],
  [[a], [checkedA], false],
  [[a, b], [a], false],
])('criteria are among others by their words and checks', (criteria, others, expected) => {
  expect(areAmong(criteria, new Set(others))).toBe(expected);
});
