import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { outcome, verdict } from '../../test/support/rounds.ts';
import type { CriterionVerdict } from '../contracts/criteria.ts';
import type { SubTaskOutcome } from '../contracts/execution.ts';
import { distance } from './distance.ts';
import { defaults } from './hyperparameters.ts';
import { implausibility } from './implausibility.ts';
import { loss, resourceCost } from './loss.ts';

const pass = (weight = 1) => verdict({ weight });
const fail = (weight = 1, more: Partial<CriterionVerdict> = {}) => verdict({ weight, verdict: 'fail', ...more });
const unverifiable = (weight = 1) => verdict({ weight, verdict: 'unverifiable' });
const logical = fail(1, { failure_class: 'logical' });
const environmental = fail(1, { failure_class: 'environmental' });

/** A failed plausible criterion; `failed[n]` is whether attempt n + 1 failed it, too. */
const plausible = (failed: readonly boolean[], beside: readonly CriterionVerdict[] = []): SubTaskOutcome =>
  outcome([fail(1, { criterion: 'reads well', mode: 'plausible' }), ...beside], {
    gap_trajectory: failed.map((missed, at) => ({
      attempt: at + 1,
      failed_criteria: missed ? [{ criterion: 'reads well', failure_class: null }] : [{ criterion: 'another', failure_class: null }],
    })),
  });

const asked = [3, 2].map((weight) => ({ criterion: 'c', mode: 'verifiable' as const, weight }));

const verdicts: fc.Arbitrary<CriterionVerdict> = fc
  .record({
    criterion: fc.constantFrom('a', 'b', 'c'),
    mode: fc.constantFrom('verifiable' as const, 'plausible' as const),
    weight: fc.integer({ min: 1, max: 5 }),
    verdict: fc.constantFrom('pass' as const, 'fail' as const, 'unverifiable' as const),
    failure_class: fc.constantFrom('logical' as const, 'environmental' as const, null),
  })
  .map((more) => verdict({ ...more, failure_class: more.verdict === 'fail' ? more.failure_class : null }));

const outcomes: fc.Arbitrary<SubTaskOutcome> = fc
  .record({
    verdicts: fc.array(verdicts, { maxLength: 5 }),
    criteria: fc.array(fc.record({ criterion: fc.constantFrom('a', 'b'), weight: fc.integer({ min: 1, max: 5 }) }), { maxLength: 5 }),
    status: fc.constantFrom('matched' as const, 'failed' as const),
    attempts: fc.array(fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 3 }), { maxLength: 3 }),
  })
  .map(({ verdicts: given, criteria, status, attempts }) =>
    outcome(given, {
      status,
      success_criteria: criteria.map((criterion) => ({ ...criterion, mode: 'plausible' })),
      gap_trajectory: attempts.map((failed, at) => ({
        attempt: at + 1,
        failed_criteria: failed.map((criterion) => ({ criterion, failure_class: null })),
      })),
    }),
  );

describe('D, the distance,', () => {
  type Row = readonly [what: string, outcomes: readonly SubTaskOutcome[], taskVerdicts: readonly CriterionVerdict[] | undefined, D: number];
  const rows: readonly Row[] = [
    ['is 1 without outcomes', [], undefined, 1],
    ['is 0 when everything passed', [outcome([pass(), pass(5)])], undefined, 0],
    ['is 1 when everything failed', [outcome([fail(2), fail(3)])], undefined, 1],
    ['is the weighted share of what failed', [outcome([fail(1), pass(3)])], undefined, 0.25],
    ['pools the criteria of all sub-tasks', [outcome([fail(2), pass(1)]), outcome([pass(5)])], undefined, 0.25],
    ['counts unverifiable as failed', [outcome([unverifiable(3), pass(1)])], undefined, 0.75],
    ['counts a plausible criterion by the share k/N of attempts that failed it', [plausible([true, true, false])], undefined, 2 / 3],
    ['takes k/N into the numerator only', [plausible([true, false], [pass(3)])], undefined, 0.125],
    ['counts a plausible criterion fully when no attempt lists it', [plausible([false, false])], undefined, 1],
    ['counts a plausible criterion fully when there is no trajectory', [plausible([])], undefined, 1],
    ['counts a plausible criterion that passed in the end as passed', [outcome([verdict({ mode: 'plausible' })])], undefined, 0],
    [
      'counts a verifiable criterion fully, however often it failed',
      [
        outcome([fail()], {
          gap_trajectory: [
            { attempt: 1, failed_criteria: [{ criterion: 'c', failure_class: null }] },
            { attempt: 2, failed_criteria: [] },
          ],
        }),
      ],
      undefined,
      1,
    ],
    [
      'counts every criterion of a sub-task without verdicts',
      [outcome([], { success_criteria: asked }), outcome([pass(5)])],
      undefined,
      0.5,
    ],
    [
      'counts every criterion of a matched sub-task without verdicts too',
      [outcome([], { status: 'matched', success_criteria: asked })],
      undefined,
      1,
    ],
    [
      'counts every criterion of a sub-task that failed without a failing verdict',
      [outcome([pass(3), pass(2)], { status: 'failed' }), outcome([pass(5)])],
      undefined,
      0.5,
    ],
    ['keeps to the verdicts of a sub-task that failed by one of them', [outcome([fail(1), pass(4)])], undefined, 0.2],
    ['is 1 when nothing weighs anything', [outcome([pass(0), fail(0)])], undefined, 1],
    ['is 1 when there is nothing to judge', [outcome([])], undefined, 1],
    ['comes from the task verdicts alone when there are any', [outcome([pass(5), pass(5)])], [fail(1), pass(1)], 0.5],
    ['is 0 when the task verdicts pass, whatever the sub-tasks say', [outcome([fail(5)])], [pass()], 0],
    ['counts a plausible task criterion fully', [plausible([true, false])], [fail(1, { criterion: 'reads well', mode: 'plausible' })], 1],
    ['is 1 when the task verdicts are there but empty', [outcome([pass()])], [], 1],
  ];

  test.each(rows)('%s', (_, given, taskVerdicts, D) => {
    expect(distance(given, taskVerdicts)).toBeCloseTo(D, 12);
  });

  test('lies between 0 and 1, whatever it is given', () => {
    fc.assert(
      fc.property(fc.array(outcomes), fc.option(fc.array(verdicts), { nil: undefined }), (given, taskVerdicts) => {
        const D = distance(given, taskVerdicts);
        return D >= 0 && D <= 1;
      }),
    );
  });

  test('does not depend on the order of sub-tasks', () => {
    fc.assert(
      fc.property(fc.array(outcomes), (given) => {
        expect(distance(given.toReversed())).toBeCloseTo(distance(given), 9);
      }),
    );
  });

  test('is 0 if and only if there is something to judge and all of it passed', () => {
    fc.assert(
      fc.property(fc.array(verdicts), (given) => {
        expect(distance([], given) === 0).toBe(given.length > 0 && given.every((each) => each.verdict === 'pass'));
      }),
    );
  });

  test('never falls when one more criterion fails', () => {
    fc.assert(
      fc.property(fc.array(verdicts, { minLength: 1 }), fc.nat(), (given, at) => {
        const worse = given.with(at % given.length, { ...given[at % given.length], verdict: 'fail' } as CriterionVerdict);
        expect(distance([], worse)).toBeGreaterThanOrEqual(distance([], given));
      }),
    );
  });
});

describe('P, the implausibility,', () => {
  type Row = readonly [what: string, outcomes: readonly SubTaskOutcome[], taskVerdicts: readonly CriterionVerdict[] | undefined, P: number];
  const rows: readonly Row[] = [
    ['is 0.5 without outcomes', [], undefined, 0.5],
    ['is 0.5 when nothing failed', [outcome([pass()])], undefined, 0.5],
    ['is 0.5 when no failure is classified', [outcome([fail(), unverifiable()])], undefined, 0.5],
    ['is 1 when all was logical', [outcome([logical, logical, pass()])], undefined, 1],
    ['is 0 when all was environmental', [outcome([environmental])], undefined, 0],
    ['is the share of what was logical', [outcome([logical]), outcome([environmental, environmental, environmental])], undefined, 0.25],
    ['leaves out what is not classified', [outcome([logical, environmental, fail()])], undefined, 0.5],
    ['counts criteria, not weights', [outcome([{ ...logical, weight: 5 }, environmental])], undefined, 0.5],
    ['leaves out the class of what passed', [outcome([{ ...logical, verdict: 'pass' }, environmental])], undefined, 0],
    ['is 0.5 for a sub-task without verdicts', [outcome([], { success_criteria: asked })], undefined, 0.5],
    [
      'is 0.5 for a sub-task that failed without a failing verdict',
      [outcome([{ ...logical, verdict: 'pass' }], { status: 'failed' })],
      undefined,
      0.5,
    ],
    ['comes from the task verdicts alone when there are any', [outcome([environmental, environmental])], [logical, pass()], 1],
  ];

  test.each(rows)('%s', (_, given, taskVerdicts, P) => {
    expect(implausibility(given, taskVerdicts)).toBe(P);
  });

  test('lies between 0 and 1, whatever it is given', () => {
    fc.assert(
      fc.property(fc.array(outcomes), fc.option(fc.array(verdicts), { nil: undefined }), (given, taskVerdicts) => {
        const P = implausibility(given, taskVerdicts);
        return P >= 0 && P <= 1;
      }),
    );
  });

  test('turns into 1 − P when the two classes change places', () => {
    const swapped = { logical: 'environmental', environmental: 'logical' } as const;
    fc.assert(
      fc.property(fc.array(verdicts), (given) => {
        const other = given.map((each) => ({ ...each, failure_class: each.failure_class && swapped[each.failure_class] }));
        expect(implausibility([], other)).toBeCloseTo(1 - implausibility([], given), 12);
      }),
    );
  });
});

describe('Ω, the resource cost,', () => {
  test.each([
    ['is 0 when nothing is spent', 0, 0, 0],
    ['is 0.6 when all replans are', 3, 0, 0.6],
    ['is 0.4 when all the time is', 0, 300_000, 0.4],
    ['adds both', 1, 150_000, 0.4],
    ['is 1 when all is spent', 3, 300_000, 1],
    ['is capped at 1 by replans', 9, 0, 1],
    ['is capped at 1 by time', 0, 3_000_000, 1],
    ['lets time overrun its own share', 0, 600_000, 0.8],
  ])('%s', (_, replans, elapsedMs, Omega) => {
    expect(resourceCost({ replans, elapsedMs })).toBeCloseTo(Omega, 12);
  });

  test.each([
    ['no replans are allowed and none was made', { maxReplans: 0 }, { replans: 0, elapsedMs: 150_000 }, 0.2],
    ['no replans are allowed and one was made', { maxReplans: 0 }, { replans: 1, elapsedMs: 0 }, 1],
    ['there is no time and none was used', { timeBudgetMs: 0 }, { replans: 1, elapsedMs: 0 }, 0.2],
    ['there is no time and some was used', { timeBudgetMs: 0 }, { replans: 0, elapsedMs: 1 }, 1],
  ])('is a number where %s', (_, more, spent, Omega) => {
    expect(resourceCost(spent, { ...defaults, ...more })).toBeCloseTo(Omega, 12);
  });

  const spent = fc.record({ replans: fc.nat({ max: 20 }), elapsedMs: fc.double({ min: 0, max: 1e9, noNaN: true }) });

  test('lies between 0 and 1 and never falls when more is spent', () => {
    fc.assert(
      fc.property(spent, spent, (before, more) => {
        const after = { replans: before.replans + more.replans, elapsedMs: before.elapsedMs + more.elapsedMs };
        expect(resourceCost(before)).toBeGreaterThanOrEqual(0);
        expect(resourceCost(after)).toBeGreaterThanOrEqual(resourceCost(before));
        expect(resourceCost(after)).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('L, the loss,', () => {
  test.each([
    ['is 0 at the goal, by a plausible way, at no cost', { D: 0, P: 0, Omega: 0 }, 0],
    ['weighs distance by 0.6', { D: 1, P: 0, Omega: 0 }, 0.6],
    ['weighs implausibility by 0.3', { D: 0, P: 1, Omega: 0 }, 0.3],
    ['weighs cost by 0.4', { D: 0, P: 0, Omega: 1 }, 0.4],
    ['forgets implausibility as cost grows', { D: 0, P: 1, Omega: 0.5 }, 0.35],
    ['is 1 when all is missed and all is spent', { D: 1, P: 1, Omega: 1 }, 1],
    ['sums all three', { D: 0.5, P: 0.5, Omega: 0.2 }, 0.5],
  ])('%s', (_, components, L) => {
    expect(loss(components)).toBeCloseTo(L, 12);
  });

  test('takes its weights from the given hyperparameters', () => {
    expect(loss({ D: 0.5, P: 0.5, Omega: 0.5 }, { ...defaults, alpha: 2, beta: 4, lambda: 8 })).toBeCloseTo(1 + 1 + 4, 12);
  });

  const unit = fc.double({ min: 0, max: 1, noNaN: true });

  test('lies between 0 and 1 and never falls when D grows', () => {
    fc.assert(
      fc.property(unit, unit, unit, unit, (D, worse, P, Omega) => {
        const [near, far] = [D, worse].toSorted((a, b) => a - b) as [number, number];
        expect(loss({ D: near, P, Omega })).toBeGreaterThanOrEqual(0);
        expect(loss({ D: far, P, Omega })).toBeGreaterThanOrEqual(loss({ D: near, P, Omega }));
        expect(loss({ D: far, P, Omega })).toBeLessThanOrEqual(1 + 1e-9);
      }),
    );
  });
});
