import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { HandoffRequest } from '../../contracts/control.ts';
import type { SubTaskOutcome } from '../../contracts/execution.ts';
import type { SubTaskId, TaskId } from '../../contracts/ids.ts';
import { payloads } from '../../contracts/messages.ts';
import { handoffFrom } from './handoff.ts';

const outcome = (intent: string, failure_reason?: string | null): SubTaskOutcome => ({
  subtask_id: 't-1-1' as SubTaskId,
  parent_task_id: 't' as TaskId,
  intent,
  status: failure_reason === undefined ? 'matched' : 'failed',
  output: `output of ${intent}`,
  failure_reason: failure_reason ?? null,
  refused: false,
  success_criteria: [],
  criteria_verdicts: [],
  gap_trajectory: [],
  tool_calls: [],
});

const request = (outcomes: readonly SubTaskOutcome[], unmet: HandoffRequest['unmet'] = []): HandoffRequest => ({
  round: 1,
  why: 'the gap',
  outcomes,
  unmet,
});

describe('the partial result', () => {
  test('names every sub-task that matched, and none that failed', () => {
    const { partial_result } = handoffFrom(request([outcome('sweep'), outcome('mop', 'no water'), outcome('dust')]));
    expect(partial_result.split('\n')).toEqual([expect.stringContaining('sweep'), expect.stringContaining('dust')]);
  });

  test.each([
    ['everything failed', request([outcome('mop', 'no water')])],
    ['nothing was started', request([])],
  ])('says why there is none when %s', (_, asked) => {
    const { partial_result } = handoffFrom(asked);
    expect(partial_result).toContain('the gap');
    expect(partial_result).not.toContain('mop');
  });
});

describe('the next moves', () => {
  test('begin with what failed and why', () => {
    const [first] = handoffFrom(request([outcome('sweep'), outcome('mop', 'no water')])).next_moves;
    expect(first).toContain('mop');
    expect(first).toContain('no water');
  });

  test('go on with what is unmet and why', () => {
    const { next_moves } = handoffFrom(
      request([outcome('mop', 'no water')], [{ criterion: 'the floor is clean', why: 'there is a footprint' }]),
    );
    expect(next_moves[1]).toContain('the floor is clean');
    expect(next_moves[1]).toContain('there is a footprint');
  });

  test('say something where a failure has no reason', () => {
    expect(handoffFrom(request([outcome('mop', null)])).next_moves.join()).not.toContain('null');
  });

  test('are said once each', () => {
    const unmet = { criterion: 'the floor is clean', why: 'there is a footprint' };
    expect(handoffFrom(request([], [unmet, unmet])).next_moves).toHaveLength(2);
  });

  test('are two or three wherever something fell short, and fit their message', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1 });
    const outcomes = fc.array(
      fc.tuple(text, fc.option(fc.option(text, { nil: null }), { nil: undefined })).map(([intent, reason]) => outcome(intent, reason)),
    );
    const unmet = fc.array(fc.record({ criterion: text, why: text }));
    fc.assert(
      fc.property(outcomes, unmet, (reported, missed) => {
        fc.pre(missed.length > 0 || reported.some(({ status }) => status === 'failed'));
        const handoff = handoffFrom(request(reported, missed));
        expect(payloads.Handoff.parse(handoff)).toEqual(handoff);
        expect([2, 3]).toContain(handoff.next_moves.length);
        expect(new Set(handoff.next_moves).size).toBe(handoff.next_moves.length);
        expect(handoff.partial_result).not.toBe('');
      }),
      { numRuns: 500 },
    );
  });
});
