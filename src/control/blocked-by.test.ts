import { describe, expect, test } from 'vitest';
import { call } from '../../test/support/rounds.ts';
import type { CriterionVerdict } from '../contracts/criteria.ts';
import type { SubTaskOutcome, ToolCall } from '../contracts/execution.ts';
import type { SubTaskId, TaskId } from '../contracts/ids.ts';
import { type Blocking, blockedBy } from './blocked-by.ts';
import { failedCalls, failingSubTasks, lastAttempt, toolsOf } from './calls.ts';

const shell = (programs: readonly string[], more: Partial<ToolCall> = {}) =>
  call('shell', { programs, target: programs.join(' | '), ...more });
const failed = (tool: string, target: string) => call(tool, { target, ok: false, error_class: 'failed' });
const worked = (tool: string, target: string) => call(tool, { target });

const outcome = (
  status: SubTaskOutcome['status'],
  tool_calls: readonly ToolCall[],
  verdict: Partial<CriterionVerdict> = {},
): SubTaskOutcome => ({
  subtask_id: 't-1-1' as SubTaskId,
  parent_task_id: 't' as TaskId,
  intent: 'i',
  status,
  output: null,
  failure_reason: null,
  refused: false,
  success_criteria: [],
  criteria_verdicts: [
    {
      criterion: 'c',
      mode: 'verifiable',
      weight: 1,
      verdict: status === 'matched' ? 'pass' : 'fail',
      failure_class: null,
      evidence: '',
      by: 'check',
      ...verdict,
    },
  ],
  gap_trajectory: [],
  tool_calls,
});

describe('What is blocked by', () => {
  const earlier = { tool: 'fetch', target: 'http://earlier' };
  const recent = { tool: 'read_file', target: 'recent.txt' };
  const known: Blocking = {
    failing: [
      outcome('failed', [shell(['find', 'xargs']), call('read_file', { call_id: '1.1.2/R3/1.1' })], { failure_class: 'logical' }),
      outcome('failed', [call('fetch')], { failure_class: 'environmental' }),
    ],
    earlierTools: ['write_file', 'fetch'],
    failedCalls: [earlier, recent],
    failedThisRound: [recent],
    isLogical: true,
  };
  const used = ['shell:find', 'shell:xargs', 'read_file', 'fetch'];

  test('a wrong approach means all of its programs except those that the criteria run or name', () => {
    const made = [shell(['cat']), shell(['cp', 'python3'])];
    const success_criteria = [
      { criterion: 'The tests pass', mode: 'verifiable', weight: 5, check: { kind: 'command', run: 'python3 -B -m unittest', equals: 0 } },
      { criterion: 'test_stats.py is as it was', mode: 'verifiable', weight: 4 },
    ] as const;
    const failing = [{ ...outcome('failed', made, { failure_class: 'logical' }), success_criteria }];
    expect(blockedBy('break_symmetry', 'normal', { ...known, failing }).blocked_tools).toEqual(['shell:cat', 'shell:cp']);
    const inWords = [{ criterion: 'python3 -m unittest passes', mode: 'verifiable', weight: 5 }] as const;
    const named = [{ ...outcome('failed', made, { failure_class: 'logical' }), success_criteria: inWords }];
    expect(blockedBy('change_approach', 'low', { ...known, failing: named }).blocked_tools).toEqual(['shell:cat', 'shell:cp']);
  });

  test.each([
    ['break_symmetry', 'low', used, []],
    ['break_symmetry', 'normal', used, []],
    ['break_symmetry', 'high', used, []],
    ['change_approach', 'low', ['read_file'], []],
    ['change_approach', 'normal', used, []],
    ['change_approach', 'high', [...used, 'write_file'], []],
    ['change_path', 'low', [], [earlier, recent]],
    ['change_path', 'normal', [], [earlier, recent]],
    ['change_path', 'high', [], [earlier, recent]],
    ['refine', 'low', [], [recent]],
    ['refine', 'normal', [], [earlier, recent]],
    ['refine', 'high', [], [earlier, recent]],
    ['accept', 'low', [], []],
    ['success', 'normal', [], []],
    ['abandon', 'high', [], []],
  ] as const)('%s at %s urgency follows SPEC §5', (state, urgency, blocked_tools, blocked_targets) => {
    expect(blockedBy(state, urgency, known)).toEqual({ blocked_tools, blocked_targets });
  });

  const readsAfterwards = [shell(['find']), call('read_file', { call_id: '1.1.2/R3/1.1' })];
  test.each([
    [
      'those of a sub-task whose failure is logical',
      [outcome('failed', readsAfterwards, { failure_class: 'logical' })],
      true,
      ['read_file'],
    ],
    [
      'none of a sub-task whose failure is environmental',
      [outcome('failed', readsAfterwards, { failure_class: 'environmental' })],
      true,
      [],
    ],
    ['none of a sub-task whose failure is not classified', [outcome('failed', readsAfterwards)], true, []],
    [
      'none behind a class that a passing verdict carries',
      [outcome('failed', readsAfterwards, { verdict: 'pass', failure_class: 'logical' })],
      true,
      [],
    ],
    [
      'those of matched sub-tasks when the task missed its own criteria logically',
      [outcome('matched', readsAfterwards)],
      true,
      ['read_file'],
    ],
    [
      'none of matched sub-tasks when the task missed its own criteria by its surroundings',
      [outcome('matched', readsAfterwards)],
      false,
      [],
    ],
  ] as const)('change_approach when things get better blocks, from the last attempts, %s', (_, failing, isLogical, tools) => {
    expect(blockedBy('change_approach', 'low', { ...known, failing, isLogical }).blocked_tools).toEqual(tools);
  });

  test('change_approach when things get better looks at the last attempt of each sub-task', () => {
    const failing = [
      outcome('failed', [call('fetch', { call_id: '1.1.1/R3/1.1' })], { failure_class: 'logical' }),
      outcome('failed', [call('shell', { call_id: '1.2.1/R3/1.1' }), call('read_file', { call_id: '1.2.3/R3/1.1' })], {
        failure_class: 'logical',
      }),
    ];
    expect(blockedBy('change_approach', 'low', { ...known, failing }).blocked_tools).toEqual(['fetch', 'read_file']);
  });
});

describe('The tools of calls', () => {
  test.each([
    ['are none without calls', [], []],
    ['are named each once', [call('read_file'), call('fetch'), call('read_file')], ['read_file', 'fetch']],
    ['count whether the call worked or not', [failed('fetch', 'a'), worked('read_file', 'b')], ['fetch', 'read_file']],
    ['count without a target too', [call('list', { target: '' })], ['list']],
    ['are the programs of a shell line', [shell(['find', 'sort', 'find'])], ['shell:find', 'shell:sort']],
    ['are the shell itself where its programs are not known', [call('shell'), shell([])], ['shell']],
    [
      'leave out what was refused',
      [call('fetch', { ok: false, error_class: 'refused' }), shell(['rm'], { ok: false, error_class: 'refused' })],
      [],
    ],
    [
      'keep a tool that was refused once and used once',
      [call('fetch', { ok: false, error_class: 'refused' }), call('fetch', { ok: false, error_class: 'network' })],
      ['fetch'],
    ],
  ] as const)('%s', (_, calls, tools) => {
    expect(toolsOf(calls)).toEqual(tools);
  });
});

describe('The calls of the last attempt', () => {
  test.each([
    ['are none without calls', [], []],
    ['are all when there was one attempt', ['1.1.1/R3/1.1', '1.1.1/R3/2.1'], ['1.1.1/R3/1.1', '1.1.1/R3/2.1']],
    ['are those with the highest attempt in their id', ['1.1.1/R3/1.1', '1.1.2/R3/1.1', '1.1.2/R3/2.1'], ['1.1.2/R3/1.1', '1.1.2/R3/2.1']],
    ['are found whatever the order', ['1.1.3/R3/1.1', '1.1.1/R3/9.9'], ['1.1.3/R3/1.1']],
    ['are found by number, not by text', ['1.1.9/R3/1.1', '1.1.10/R3/1.1'], ['1.1.10/R3/1.1']],
    ['are not found by round, sub-task or step', ['9.9.1/R3/9.9', '1.1.2/R3/1.1'], ['1.1.2/R3/1.1']],
    ['are all when no id tells the attempt', ['call_1', 'toolu_2'], ['call_1', 'toolu_2']],
    ['hold a call whose id does not tell the attempt', ['call_1', '1.1.1/R3/1.1', '1.1.2/R3/1.1'], ['call_1', '1.1.2/R3/1.1']],
    [
      'hold a call whose id only looks like one that tells',
      ['x1.1.1/R3/1.1', '1.1.1', '1.1.2/R3/1.1'],
      ['x1.1.1/R3/1.1', '1.1.1', '1.1.2/R3/1.1'],
    ],
  ])('%s', (_, given, last) => {
    expect(lastAttempt(given.map((call_id) => call('fetch', { call_id }))).map(({ call_id }) => call_id)).toEqual(last);
  });
});

describe('The calls that failed', () => {
  const a = { tool: 'read_file', target: 'a' };
  const b = { tool: 'read_file', target: 'b' };
  type Row = readonly [what: string, before: readonly (typeof a)[], calls: readonly ToolCall[], after: readonly (typeof a)[]];
  const rows: readonly Row[] = [
    ['are none where all worked', [], [worked('read_file', 'a')], []],
    ['are named by tool and target, each once', [], [failed('read_file', 'a'), failed('read_file', 'a'), failed('read_file', 'b')], [a, b]],
    ['come after those known before', [b], [failed('read_file', 'a'), failed('read_file', 'b')], [b, a]],
    ['do not count once they worked', [], [failed('read_file', 'a'), worked('read_file', 'a')], []],
    ['do not count once they worked in a later round', [a, b], [worked('read_file', 'a')], [b]],
    ['count again when they failed again', [], [failed('read_file', 'a'), worked('read_file', 'a'), failed('read_file', 'a')], [a]],
    ['count although they worked before', [], [worked('read_file', 'a'), failed('read_file', 'a')], [a]],
    ['count although another target worked', [], [failed('read_file', 'a'), worked('read_file', 'b')], [a]],
    ['count although another tool worked', [], [failed('read_file', 'a'), worked('write_file', 'a')], [a]],
    ['are compared exactly', [], [failed('read_file', 'a'), worked('read_file', 'A'), worked('read_file', 'a ')], [a]],
    ['leave out what has no target', [], [failed('read_file', '')], []],
    ['leave out what was refused', [], [call('read_file', { target: 'a', ok: false, error_class: 'refused' })], []],
    [
      'keep what failed, although it was refused afterwards',
      [a],
      [call('read_file', { target: 'a', ok: false, error_class: 'refused' })],
      [a],
    ],
    ['are whole lines of the shell', [], [shell(['find', 'sort'], { ok: false })], [{ tool: 'shell', target: 'find | sort' }]],
  ];

  test.each(rows)('%s', (_, before, calls, after) => {
    expect(failedCalls(before, calls)).toEqual(after);
  });
});

describe('Failing sub-tasks', () => {
  const matched = outcome('matched', []);
  const missed = outcome('failed', []);

  test.each([
    ['are those that failed', [matched, missed, matched], [missed]],
    ['are all of them when none failed', [matched, matched], [matched, matched]],
    ['are none when there was none', [], []],
  ])('%s', (_, outcomes, failing) => {
    expect(failingSubTasks(outcomes)).toEqual(failing);
  });
});
