import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Criterion, CriterionVerdict } from '../../contracts/criteria.ts';
import { type ExecutionResult, type ToolCall, toolErrorClasses } from '../../contracts/execution.ts';
import type { SubTaskId } from '../../contracts/ids.ts';
import type { Observation } from '../../tools/observe.ts';
import { judge, whyNotDone } from './judge.ts';

const call = (more: Partial<ToolCall> = {}): ToolCall => ({
  call_id: '1.1.1/R3/1.1',
  tool: 'read_file',
  input: {},
  target: 'a.txt',
  ok: true,
  output_head_tail: '',
  ...more,
});
const failing = (error_class: ToolCall['error_class'], more: Partial<ToolCall> = {}) =>
  call({ ok: false, ...(error_class ? { error_class } : {}), ...more });

const execution = (more: Partial<ExecutionResult> = {}): ExecutionResult => ({
  subtask_id: 't-1-1' as SubTaskId,
  attempt: 1,
  status: 'completed',
  output: 'all done',
  tool_calls: [call()],
  reason: null,
  refused: false,
  ...more,
});

const onFile: Criterion = { criterion: 'a.txt exists', mode: 'verifiable', weight: 3, check: { kind: 'file_exists', path: 'a.txt' } };
const onOutput: Criterion = { criterion: 'says so', mode: 'plausible', weight: 1, check: { kind: 'output_contains', text: 'done' } };
const unchecked: Criterion = { criterion: 'reads well', mode: 'plausible', weight: 1 };
const there: Observation = { of: 'file', path: '/a.txt', bytes: 3 };
const absent: Observation = { of: 'file', path: '/a.txt', bytes: null };

describe('an execution is not done', () => {
  test.each([
    ['when it failed, for its own reason', { status: 'failed', reason: 'no such printer' }, ['glob'], 'no such printer'],
    ['when it failed although its calls worked', { status: 'failed', reason: 'tired' }, [], 'tired'],
    ['when it claims so without a call', { tool_calls: [] }, ['glob'], expect.any(String)],
    ['when it claims so and every call failed', { tool_calls: [failing('not_found'), failing('exists')] }, ['glob'], expect.any(String)],
    ['when it failed without a reason', { status: 'failed', reason: null }, ['glob'], expect.any(String)],
  ] as const)('%s', (_, more, tools, why) => {
    expect(whyNotDone(execution(more), tools)).toEqual(why);
  });

  test.each([
    ['one call of several worked', { tool_calls: [failing('timeout'), call()] }, ['glob']],
    ['it was to use no tool and used none', { tool_calls: [] }, []],
  ] as const)('unless %s', (_, more, tools) => {
    expect(whyNotDone(execution(more), tools)).toBeNull();
  });
});

describe('a criterion', () => {
  test.each([
    ['passes when its file is there', onFile, there, 'pass', 'check'],
    ['fails when its file is not there', onFile, absent, 'fail', 'check'],
    ['passes when the output says so', onOutput, undefined, 'pass', 'check'],
    ['is unverifiable when nobody looked', onFile, undefined, 'unverifiable', 'check'],
    ['is unverifiable when nothing could be seen', onFile, { of: 'nothing', why: 'no permission' }, 'unverifiable', 'check'],
    ['is unverifiable without a check', unchecked, undefined, 'unverifiable', 'code'],
  ] as const)('%s', (_, criterion, observation, verdict, by) => {
    expect(judge(criterion, execution(), observation, null)).toMatchObject({ verdict, by });
  });

  test('keeps its words, mode and weight in its verdict', () => {
    expect(judge(onFile, execution(), there, null)).toMatchObject({ criterion: 'a.txt exists', mode: 'verifiable', weight: 3 });
  });

  test('fails whatever its check would say when the execution is not done, by code and for that reason', () => {
    for (const criterion of [onFile, onOutput, unchecked]) {
      expect(judge(criterion, execution(), there, 'gave up')).toMatchObject({ verdict: 'fail', by: 'code', evidence: 'gave up' });
    }
  });
});

describe('a failure is', () => {
  const write = (more: Partial<ToolCall> = {}) => call({ tool: 'write_file', target: 'b.txt', ...more });
  const rows: readonly [string, readonly ToolCall[], CriterionVerdict['failure_class']][] = [
    ['logical when every call worked', [call(), write()], 'logical'],
    ['environmental after an error of the surroundings', [call(), failing('not_found', { target: 'c.txt' })], 'environmental'],
    ['logical when that error was recovered from', [failing('not_found'), call()], 'logical'],
    ['environmental when it came back after a success', [call(), failing('permission')], 'environmental'],
    ['environmental when another target worked', [failing('not_found'), call({ target: 'b.txt' })], 'environmental'],
    ['environmental when another tool worked on the target', [failing('not_found'), write({ target: 'a.txt' })], 'environmental'],
    [
      'environmental when one of two errors is of the surroundings',
      [failing('exists'), failing('network', { target: 'u' })],
      'environmental',
    ],
    ['left open after an error of another kind', [call(), write({ ok: false, error_class: 'exists' })], null],
    ['left open after an error of no kind', [call(), write({ ok: false })], null],
  ];
  test.each(rows)('%s', (_, tool_calls, failure_class) => {
    expect(judge(onFile, execution({ tool_calls }), absent, null)).toMatchObject({ verdict: 'fail', failure_class });
  });

  const environmental: readonly string[] = ['not_found', 'permission', 'network', 'timeout', 'rate_limit', 'missing_program'];
  test.each(toolErrorClasses)('told by an error that lasted: %s', (error_class) => {
    const { failure_class } = judge(onFile, execution({ tool_calls: [call(), failing(error_class, { target: 'z' })] }), absent, null);
    expect(failure_class).toBe(environmental.includes(error_class) ? 'environmental' : null);
  });

  test('left open when nothing was called', () => {
    expect(judge(onFile, execution({ tool_calls: [] }), absent, null).failure_class).toBeNull();
  });

  test('environmental too where the execution gave up because of it', () => {
    const tool_calls = [failing('missing_program')];
    expect(judge(onFile, execution({ status: 'failed', tool_calls }), undefined, 'no ffmpeg').failure_class).toBe('environmental');
  });
});

describe('for any execution', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 5 });
  const anyCall = fc
    .record({ tool: fc.constantFrom('glob', 'read_file'), target: fc.constantFrom('', 'a', 'b'), ok: fc.boolean() })
    .chain((made) =>
      fc.option(fc.constantFrom(...toolErrorClasses), { nil: undefined }).map((kind) => (made.ok ? call(made) : failing(kind, made))),
    );
  const anyExecution = fc
    .record({
      status: fc.constantFrom('completed' as const, 'failed' as const),
      output: fc.oneof(text, fc.constantFrom(null, 7, 'done', ['done'])),
      tool_calls: fc.array(anyCall, { maxLength: 5 }),
      reason: fc.option(text),
    })
    .map(execution);
  const anyCriterion = fc.constantFrom(onFile, onOutput, unchecked);
  const anyObservation = fc.constantFrom(there, absent, { of: 'nothing', why: 'dark' } as const, undefined);
  const anyTools = fc.subarray(['glob', 'read_file']);

  test('nothing passes that failed or was only claimed', () => {
    fc.assert(
      fc.property(anyExecution, anyCriterion, anyObservation, anyTools, (done, criterion, observation, tools) => {
        const onlyClaimed = tools.length > 0 && done.tool_calls.every(({ ok }) => !ok);
        fc.pre(done.status === 'failed' || onlyClaimed);
        expect(judge(criterion, done, observation, whyNotDone(done, tools)).verdict).toBe('fail');
      }),
      { numRuns: 1000 },
    );
  });

  test('only a failure has a class, and every verdict fits its shape', () => {
    fc.assert(
      fc.property(anyExecution, anyCriterion, anyObservation, anyTools, (done, criterion, observation, tools) => {
        const verdict = judge(criterion, done, observation, whyNotDone(done, tools));
        expect(CriterionVerdict.parse(verdict)).toEqual(verdict);
        if (verdict.verdict !== 'fail') expect(verdict.failure_class).toBeNull();
      }),
      { numRuns: 1000 },
    );
  });
});
