import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { oneIn } from '../../../test/support/sample.ts';
import { manifest, outcome, task_id } from '../../../test/support/work.ts';
import { SubTaskOutcome } from '../../contracts/execution.ts';
import { type SubTaskId, subTaskId } from '../../contracts/ids.ts';
import { type RoundState, roundState } from './round-state.ts';

const id = (part: number): SubTaskId => subTaskId(task_id, 1, part);
type Status = SubTaskOutcome['status'];
const report = (part: number, status: Status): SubTaskOutcome =>
  outcome({ subtask_id: id(part), intent: `part ${part}`, status, output: `output ${part}` });

/** The state of a round when these parts have matched and those have failed. */
function after(sequences: readonly number[], matched: readonly number[], failed: readonly number[] = []): RoundState {
  const reports = [...matched.map((part) => report(part, 'matched')), ...failed.map((part) => report(part, 'failed'))];
  return roundState(manifest(sequences), new Map(reports.map((each) => [each.subtask_id, each])));
}

/** In short: the kind, the sequence of a group, and the ids of the outcomes. */
function told(now: RoundState): string {
  if (now.kind === 'waiting') return 'waiting';
  const parts = now.outcomes.map(({ subtask_id }) => subtask_id.split('-').at(-1)).join(' ');
  return now.kind === 'group_matched' ? `group ${now.sequence} matched: ${parts}` : `${now.kind}: ${parts}`;
}

describe('a round', () => {
  test.each<[string, readonly number[], readonly number[], readonly number[], string]>([
    ['waits for its only sub-task', [1], [], [], 'waiting'],
    ['has matched with its only sub-task', [1], [1], [], 'matched: 1'],
    ['has failed with its only sub-task', [1], [], [1], 'failed: 1'],
    ['waits for every sub-task of a group', [1, 1, 1], [1, 3], [], 'waiting'],
    ['has matched when every one has', [1, 1, 1], [3, 1, 2], [], 'matched: 1 2 3'],
    ['waits for the others when one has failed', [1, 1, 1], [1], [2], 'waiting'],
    ['has failed when one has failed and all have reported', [1, 1, 1], [3, 1], [2], 'failed: 1 2 3'],
    ['goes on when a group has matched', [1, 1, 2], [2, 1], [], 'group 1 matched: 1 2'],
    ['goes on after each of its groups', [1, 2, 3], [1, 2], [], 'group 2 matched: 2'],
    ['does not go on when one of a group has failed', [1, 1, 2], [2], [1], 'failed: 1 2 3'],
    ['waits for a group under way', [1, 2, 2], [1, 3], [], 'waiting'],
    ['waits for a group under way in which one has failed', [1, 2, 2, 3], [1], [3], 'waiting'],
    ['has failed when a later group has', [1, 2, 2, 3], [1, 2], [3], 'failed: 1 2 3 4'],
    ['has matched when its last group has', [1, 2, 2], [1, 2, 3], [], 'matched: 1 2 3'],
    ['takes groups by their number, not by their place in the plan', [2, 1, 2], [2], [], 'group 1 matched: 2'],
    ['lists its outcomes in the order of the plan', [2, 1, 2], [2, 3, 1], [], 'matched: 1 2 3'],
    ['takes numbers as numbers', [10, 9], [2], [], 'group 9 matched: 2'],
  ])('%s', (_, sequences, matched, failed, expected) => {
    expect(told(after(sequences, matched, failed))).toBe(expected);
  });

  test('knows nothing of sub-tasks that are not its own', () => {
    const strangers = new Map([2, 3].map((round) => [subTaskId(task_id, round, 1), report(1, 'failed')]));
    expect(roundState(manifest([1]), strangers)).toEqual({ kind: 'waiting' });
    expect(told(roundState(manifest([1]), strangers.set(id(1), report(1, 'matched'))))).toBe('matched: 1');
  });

  test('passes on the reports as they are', () => {
    expect(after([1, 1], [1], [2])).toEqual({ kind: 'failed', outcomes: [report(1, 'matched'), report(2, 'failed')] });
    expect(after([1, 2], [1])).toEqual({ kind: 'group_matched', sequence: 1, outcomes: [report(1, 'matched')] });
  });
});

test('a sub-task that was never started is recorded as failed: it meets no criterion, has no failure class, and says what it waits for', () => {
  const round = manifest([1, 1, 1, 2]);
  const now = after([1, 1, 1, 2], [2], [1, 3]);
  const entered = now.kind === 'failed' ? now.outcomes[3] : expect.fail(now.kind);
  const why = 'not attempted: waits for "part 1", "part 3"';
  expect(entered).toEqual({
    subtask_id: id(4),
    parent_task_id: task_id,
    intent: 'part 4',
    status: 'failed',
    output: null,
    failure_reason: why,
    refused: false,
    success_criteria: round.subtasks[3]?.success_criteria,
    criteria_verdicts: [
      { criterion: 'part 4 is so', mode: 'plausible', weight: 4, verdict: 'fail', failure_class: null, evidence: why, by: 'code' },
    ],
    gap_trajectory: [],
    tool_calls: [],
  });
  expect(SubTaskOutcome.parse(entered)).toEqual(entered);
});

describe('in whatever order the sub-tasks of each group report', () => {
  /** A round in which a group starts once the previous one has been announced, as in R2. Returns every conclusion of R4b, report by report. */
  function wholeRound(sequences: readonly number[], fates: readonly Status[], order: readonly number[]): readonly RoundState[] {
    const round = manifest(sequences);
    const parts = sequences.map((sequence, at) => ({ part: at + 1, sequence, status: fates[at] ?? 'matched', turn: order[at] ?? 0 }));
    const reported = new Map<SubTaskId, SubTaskOutcome>();
    const came: RoundState[] = [];
    let started = 1;
    for (let sequence = 1; sequence <= started; sequence += 1) {
      const group = parts.filter((each) => each.sequence === sequence).toSorted((a, b) => a.turn - b.turn);
      for (const { part, status } of group) {
        reported.set(id(part), report(part, status));
        const now = roundState(round, reported);
        came.push(now);
        if (now.kind === 'group_matched') started = now.sequence + 1;
      }
    }
    return came;
  }

  /** Groups of 1, 2, 3 … in any place of the plan, none of them empty. */
  const rounds = fc
    .array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 4 })
    .map((sizes) => sizes.flatMap((size, at) => Array<number>(size).fill(at + 1)))
    .chain((sequences) => {
      const length = { minLength: sequences.length, maxLength: sequences.length };
      return fc.record({
        sequences: fc.shuffledSubarray(sequences, length),
        fates: fc.array(
          fc.oneof({ weight: 5, arbitrary: fc.constant<Status>('matched') }, { weight: 1, arbitrary: fc.constant<Status>('failed') }),
          length,
        ),
        order: fc.array(fc.nat(), length),
      });
    });

  test('each group that matches is announced once, in order, and the round is over once, with its last report', () => {
    fc.assert(
      fc.property(rounds, ({ sequences, fates, order }) => {
        const last = Math.max(...sequences);
        const failing = Math.min(...sequences.filter((_, at) => fates[at] === 'failed'));
        const came = wholeRound(sequences, fates, order);
        const announced = came.flatMap((now) => (now.kind === 'group_matched' ? [now.sequence] : []));
        expect(announced).toEqual(Array.from({ length: Math.min(last, failing) - 1 }, (_, at) => at + 1));
        const over = came.filter(({ kind }) => kind === 'failed' || kind === 'matched');
        expect(over.map(({ kind }) => kind)).toEqual([failing === Number.POSITIVE_INFINITY ? 'matched' : 'failed']);
        expect(came.at(-1)).toBe(over[0]);
      }),
      { numRuns: 1000 / oneIn(10) },
    );
  });

  test('the end of a round is the same, and has every sub-task of the plan in it, once and in order', () => {
    fc.assert(
      fc.property(rounds, ({ sequences, fates, order }) => {
        const end = wholeRound(sequences, fates, order).at(-1);
        expect(end).toEqual(
          wholeRound(
            sequences,
            fates,
            order.map((turn) => -turn),
          ).at(-1),
        );
        const outcomes = end && 'outcomes' in end ? end.outcomes : [];
        expect(outcomes.map(({ subtask_id }) => subtask_id)).toEqual(sequences.map((_, at) => id(at + 1)));
        const failing = Math.min(...sequences.filter((_, at) => fates[at] === 'failed'));
        for (const [at, { status, failure_reason }] of outcomes.entries()) {
          const started = (sequences[at] ?? 0) <= failing;
          expect(status).toBe(started ? fates[at] : 'failed');
          expect(failure_reason?.startsWith('not attempted') ?? false).toBe(!started);
        }
      }),
      { numRuns: 1000 / oneIn(10) },
    );
  });
});
