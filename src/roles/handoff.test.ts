import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { oneIn } from '../../test/support/sample.ts';
import type { HandoffRequest } from '../contracts/control.ts';
import type { SubTaskOutcome, ToolCall } from '../contracts/execution.ts';
import type { SubTaskId, TaskId } from '../contracts/ids.ts';
import { payloads } from '../contracts/messages.ts';
import { achievedIn, handoffFrom, nothingCompleted, onlyChanged } from './handoff.ts';

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
  findings: '',
});

describe('the partial result', () => {
  test('names every sub-task that matched, and none that failed', () => {
    const { partial_result } = handoffFrom(request([outcome('sweep'), outcome('mop', 'no water'), outcome('dust')]));
    expect(partial_result.split('\n')).toEqual([expect.stringContaining('sweep'), expect.stringContaining('dust')]);
  });

  test.each([
    ['everything failed', request([outcome('mop', 'no water')])],
    ['nothing was started', request([])],
  ])('says that there is none when %s, and leaves the reason to the result', (_, asked) => {
    expect(handoffFrom(asked).partial_result).toBe(nothingCompleted);
  });

  test('names the calls that were tried, once each, but not what was refused', () => {
    const call = (target: string, more: object = {}): ToolCall => ({
      ...{ call_id: target, tool: 'shell', input: null, target, ok: false, output_head_tail: 'no such tap' },
      ...more,
    });
    const tried = { ...outcome('mop', 'no water'), tool_calls: [call('tap on'), call('tap on'), call('pump', { error_class: 'refused' })] };
    expect(handoffFrom(request([tried])).partial_result).toBe(`${nothingCompleted}\n\nWhat was tried:\n- mop: shell tap on`);
    expect(handoffFrom(request([{ ...tried, refused: true }])).partial_result).toBe(nothingCompleted);
  });
});

test('what was changed to no avail is said, even if an earlier round did it', () => {
  const changed = [{ path: '/floor', change: 'changed' as const }];
  const call = { call_id: '1', tool: 'shell', input: null, target: 'mop', ok: true, output_head_tail: '', changed };
  const wet = { ...outcome('mop', 'it is still dirty'), tool_calls: [call] };
  expect(handoffFrom(request([wet])).partial_result).toBe(`${onlyChanged}\n\nWhat was tried:\n- mop: shell mop`);
  expect(handoffFrom(request([outcome('dust', 'no cloth')]), [wet]).partial_result).toBe(onlyChanged);
  expect(handoffFrom(request([outcome('sweep')]), [wet]).partial_result).not.toContain(onlyChanged);
});

describe('what was achieved', () => {
  test('is a line for each sub-task that matched, and nothing where none did', () => {
    expect(achievedIn([outcome('sweep'), outcome('mop', 'no water'), outcome('dust')]).split('\n')).toHaveLength(2);
    expect(achievedIn([outcome('mop', 'no water')])).toBe('');
    expect(achievedIn([])).toBe('');
  });

  test('is not all of a part in which something was refused, unless it was done in another way', () => {
    const rm = { action: 'rm b.log', effects: [{ path: '/b.log', change: 'deleted' as const }] };
    const no: ToolCall = {
      ...{ call_id: '1', tool: 'shell', input: { command: 'rm b.log' }, target: 'rm b.log', ok: false, output_head_tail: '' },
      declined: [rm],
    };
    const made = (path: string): ToolCall => ({
      ...{ call_id: '2', tool: 'shell', input: null, target: 'rm', ok: true, output_head_tail: '' },
      changed: [{ path, change: 'deleted' }],
    });
    const swept = { ...outcome('sweep'), tool_calls: [no, made('/a.log')] };
    expect(achievedIn([swept])).toBe('done, except for what you refused: sweep');
    expect(achievedIn([{ ...swept, tool_calls: [no] }])).toBe('');
    expect(achievedIn([swept, { ...outcome('mop'), tool_calls: [made('/b.log')] }])).toBe('done and checked: sweep\ndone and checked: mop');
  });

  test('cannot claim more than one thing in an intent', () => {
    expect(achievedIn([outcome('sweep\ndone and checked: mop')]).split('\n')).toHaveLength(1);
  });

  test('stays short', () => {
    expect(achievedIn([outcome('x'.repeat(1 << 20))]).length).toBeLessThan(500);
  });
});

describe('the next moves', () => {
  test('begin with what failed and why', () => {
    const [first] = handoffFrom(request([outcome('sweep'), outcome('mop', 'no water')])).next_moves;
    expect(first).toContain('mop');
    expect(first).toContain('no water');
  });

  test('name a sub-task once whose failure begins with its own words', () => {
    expect(handoffFrom(request([outcome('Clean up', 'Clean up: it is still dirty')])).next_moves[0]).toBe(
      'Look into "Clean up": it is still dirty.',
    );
  });

  test('continue with what is unmet and why', () => {
    const { next_moves } = handoffFrom(
      request([outcome('mop', 'no water')], [{ criterion: 'the floor is clean', why: 'there is a footprint' }]),
    );
    expect(next_moves[1]).toContain('the floor is clean');
    expect(next_moves[1]).toContain('there is a footprint');
  });

  test('do not say a reason twice, for the sub-task and for what it left unmet', () => {
    const unmet = [
      { criterion: 'the floor is wet', why: 'no water' },
      { criterion: 'the floor is clean', why: 'a footprint' },
    ];
    const failed = {
      ...outcome('mop', 'the floor is wet: no water'),
      success_criteria: [{ criterion: 'the floor is wet', mode: 'verifiable', weight: 1 } as const],
    };
    const { next_moves } = handoffFrom(request([failed], unmet));
    expect(next_moves).toEqual([expect.stringContaining('mop'), expect.stringContaining('a footprint'), expect.any(String)]);
  });

  test('do not ask the person to look into what was refused, and depend on whether anyone answered', () => {
    const refusal = { ...outcome('wipe the disk', 'refused'), refused: true };
    const [onNo] = handoffFrom(request([refusal])).next_moves;
    const [onSilence] = handoffFrom(request([{ ...refusal, unanswered: true }])).next_moves;
    for (const move of [onNo, onSilence]) expect(move).toContain('wipe the disk');
    expect(`${onNo}${onSilence}`).not.toContain('Look into');
    expect([onNo?.includes('at a terminal'), onSilence?.includes('at a terminal')]).toEqual([false, true]);
  });

  test('say something where a failure has no reason', () => {
    expect(handoffFrom(request([outcome('mop', null)])).next_moves.join()).not.toContain('null');
  });

  test('are reported once each', () => {
    const unmet = { criterion: 'the floor is clean', why: 'there is a footprint' };
    const { next_moves } = handoffFrom(request([], [unmet, unmet, unmet]));
    expect(next_moves.filter((move) => move.includes('footprint'))).toHaveLength(1);
    expect(next_moves).toHaveLength(3);
  });

  test.each([
    ['several things failed', request([outcome('a', 'x'), outcome('b', 'y'), outcome('c', 'z'), outcome('d', 'w')])],
    ['one thing failed', request([outcome('a', 'x')])],
    ['nothing was even started', request([])],
    ['all was done', request([outcome('a')])],
  ])('are two or three when %s', (_, asked) => {
    expect([2, 3]).toContain(handoffFrom(asked).next_moves.length);
  });

  test.each([
    ['it rained', 'it rained.'],
    ['it rained.', 'it rained.'],
    ['did it rain?', 'did it rain?'],
    ['it rained\n\n  and\trained ', 'it rained and rained.'],
  ])('end once: %j', (reason, said) => {
    expect(handoffFrom(request([outcome('mop', reason)])).next_moves[0]).toMatch(
      new RegExp(`: ${said.replaceAll(/[.?]/g, String.raw`\$&`)}$`),
    );
  });

  test('stay short, whatever failed, with no character cut in two', () => {
    const long = `x${'🎹'.repeat(1 << 19)}`;
    const { next_moves } = handoffFrom(
      request([outcome(long, long), { ...outcome(long, ''), refused: true }], [{ criterion: long, why: 'so' }]),
    );
    for (const move of next_moves) {
      expect(move.length).toBeLessThan(900);
      expect(move.isWellFormed()).toBe(true);
    }
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
      { numRuns: 500 / oneIn(10) },
    );
  });
});
