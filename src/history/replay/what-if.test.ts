import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { goldenEntries, goldenNames, readBack } from '../../../test/support/golden-entries.ts';
import { isMeasured } from '../../contracts/decisions.ts';
import type { Hyperparameters } from '../../control/hyperparameters.ts';
import type { Entry } from '../../journal/entry.ts';
import { createWhatIf, type WhatIf } from './what-if.ts';

function whatIf(entries: readonly Entry[], changed: Partial<Hyperparameters>): WhatIf {
  const fold = createWhatIf(changed);
  for (const entry of entries) fold.add(entry);
  return fold;
}

const rounds = (name: string, changed: Partial<Hyperparameters>) => whatIf(goldenEntries(name), changed).rounds;

describe('with the constants that were recorded', () => {
  test.each(goldenNames)('every value of every round is what it was: %s', (name) => {
    const { constants, rounds: told } = whatIf(goldenEntries(name), {});
    const measured = goldenEntries(name).filter((entry) => entry.kind === 'message' && entry.type === 'ReplanRequest');
    expect(told).toHaveLength(measured.length);
    for (const { recorded, otherwise, differs, hypothetical } of [...told, ...whatIf(goldenEntries(name), constants ?? {}).rounds]) {
      expect(otherwise).toEqual(recorded);
      expect([differs, hypothetical]).toEqual([false, false]);
    }
  });
});

/** D 5/11, 7/11, 1 · P 1 · Ω 0, 0.2, 0.4 · L 0.57, 0.70, 0.94. */
describe('a task whose rounds made it worse', () => {
  test.each<[string, Partial<Hyperparameters>, readonly (readonly [string, string | undefined])[]]>([
    [
      'as it was',
      {},
      [
        ['break_symmetry', undefined],
        ['change_approach', undefined],
        ['abandon', 'gap'],
      ],
    ],
    [
      'one round that is worse ends it',
      { kill: 1 },
      [
        ['break_symmetry', undefined],
        ['abandon', 'gap'],
        ['abandon', 'gap'],
      ],
    ],
    // Without the cost, L is 0.57, 0.62, 0.78: the second round made no difference, so the third is the first round that made things worse.
    [
      'the cost weighs nothing',
      { lambda: 0 },
      [
        ['break_symmetry', undefined],
        ['break_symmetry', undefined],
        ['change_approach', undefined],
      ],
    ],
    // ∇L of +0.13 and +0.24 both count as no change.
    [
      'a change is 0.3',
      { epsilon: 0.3 },
      [
        ['break_symmetry', undefined],
        ['break_symmetry', undefined],
        ['break_symmetry', undefined],
      ],
    ],
    [
      'Ω of 0.2 is too much',
      { theta: 0.2 },
      [
        ['break_symmetry', undefined],
        ['abandon', 'budget'],
        ['abandon', 'budget'],
      ],
    ],
    [
      'no approach is wrong',
      { rho: 1 },
      [
        ['change_path', undefined],
        ['refine', undefined],
        ['abandon', 'gap'],
      ],
    ],
    [
      'one replan is all there is',
      { maxReplans: 1 },
      [
        ['break_symmetry', undefined],
        ['abandon', 'gap'],
        ['abandon', 'gap'],
      ],
    ],
  ])('is decided by its constants: %s', (_, changed, expected) => {
    expect(rounds('giving-up', changed).map(({ otherwise: { macro_state, reason } }) => [macro_state, reason])).toEqual(expected);
  });

  test('is measured in the new weights, also what its gradient is compared with', () => {
    const [first, second, third] = rounds('giving-up', { lambda: 0 });
    expect(first?.otherwise.loss.L).toBeCloseTo((0.6 * 5) / 11 + 0.3 * 1);
    expect(second?.otherwise.loss.L).toBeCloseTo((0.6 * 7) / 11 + 0.3 * 0.8);
    expect(second?.otherwise.grad_l).toBeCloseTo(0.0491);
    expect(third?.otherwise.grad_l).toBeCloseTo(0.1582);
    expect(third?.recorded.grad_l).toBeCloseTo(0.2382);
  });

  test('follows the plans that were made: what was used and tried is what it was', () => {
    const [, second, third] = rounds('giving-up', { kill: 1 });
    expect(second).toMatchObject({ differs: true, hypothetical: false });
    expect(third).toMatchObject({ differs: false, hypothetical: true, otherwise: { prev_directive: 'change_approach' } });
    expect(third?.otherwise.loss.Omega).toBeCloseTo(0.4); // two replans, as recorded
  });

  test('is also decided differently if only the blocked set differs', () => {
    const [, second] = rounds('giving-up', { alpha: 0, beta: 1, lambda: 0 }); // L is (1−Ω)·P: 1, then 0.8, so the task seems to improve
    expect(second?.otherwise).toMatchObject({ macro_state: 'change_approach', urgency: 'low', blocked_tools: ['shell:sort'] });
    expect(second?.recorded).toMatchObject({ macro_state: 'change_approach', urgency: 'high', blocked_tools: ['shell:sort', 'read_file'] });
    expect(second?.differs).toBe(true);
  });
});

test('a round that would be another kind says what that kind changes', () => {
  const entries = goldenEntries('giving-up').map((entry) =>
    entry.kind === 'message' && entry.type === 'ReplanRequest'
      ? { ...entry, payload: { ...entry.payload, outcomes: entry.payload.outcomes.map((outcome) => ({ ...outcome, tool_calls: [] })) } }
      : entry,
  );
  const [first, second] = whatIf(entries, { rho: 1 }).rounds;
  expect(first?.otherwise).toMatchObject({ macro_state: 'change_path', rationale: expect.stringContaining('takes another path') });
  expect(second?.otherwise).toMatchObject({ macro_state: 'refine', rationale: expect.stringContaining('makes it more precise') });
});

test('what is close enough is not when nothing may be missing', () => {
  const [only] = rounds('close-enough', { delta: 0 });
  expect(only?.recorded).toMatchObject({ macro_state: 'success', reason: 'close_enough' });
  expect(only?.differs).toBe(true);
  expect(only?.otherwise.reason).toBeUndefined();
});

test.each([
  ['is not, in a round that the person spoke in', 0, undefined],
  ['is, in any other', 0.3, 'close_enough'],
])('what would be close enough with another delta %s', (_, delta, reason) => {
  const entries = goldenEntries('close-enough').map((entry) =>
    entry.kind === 'decision' && isMeasured(entry)
      ? { ...entry, inputs: { ...entry.inputs, parameters: { ...entry.inputs.parameters, delta } } }
      : entry,
  );
  const [only] = whatIf(entries, { delta: 0.9 }).rounds;
  expect(only?.otherwise.reason).toBe(reason);
});

test('a task that met its goal, or was only a conversation, has no round to decide otherwise', () => {
  expect(rounds('first-task', { alpha: 0 })).toEqual([]);
  expect(rounds('talk', { alpha: 0 })).toEqual([]);
});

test('whatever a decision on the record holds, it is reported or left out', () => {
  const entries = goldenEntries('giving-up');
  const at = entries.findIndex((entry) => entry.kind === 'decision' && entry.role === 'R7');
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (inputs, result) => {
      const tampered = entries.map((entry, place) => (place === at ? readBack({ ...entry, inputs, result }) : entry));
      expect(whatIf(tampered, { kill: 1 }).rounds.length).toBeLessThanOrEqual(3);
    }),
  );
});
