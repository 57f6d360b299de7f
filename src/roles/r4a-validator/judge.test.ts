import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { declared, declaredExecution } from '../../../test/support/declared.ts';
import { oneIn } from '../../../test/support/sample.ts';
import { call, execution, failing } from '../../../test/support/work.ts';
import { type Check, type Criterion, CriterionVerdict } from '../../contracts/criteria.ts';
import { type ExecutionResult, type ToolCall, toolErrorClasses } from '../../contracts/execution.ts';
import type { Observation } from '../../tools/observing/observation.ts';
import { verdictOf } from '../judging/check-criteria.ts';
import { failureClass } from '../judging/failure-class.ts';
import { notDone, whyNotDone } from './judge.ts';

type Checkable = Parameters<typeof verdictOf>[0];

/** Decides a check with what R4a passes to it from an execution. */
const judgeCheck = (criterion: Checkable, { output, tool_calls }: ExecutionResult, observation: Observation | undefined) => {
  const calls = declared(...tool_calls);
  return verdictOf(criterion, { output, calls, failureClass: failureClass(calls) }, observation);
};

const onFile: Checkable = { criterion: 'a.txt exists', mode: 'verifiable', weight: 3, check: { kind: 'file_exists', path: 'a.txt' } };
const onOutput: Checkable = { criterion: 'says so', mode: 'plausible', weight: 1, check: { kind: 'output_contains', text: 'done' } };
const onExit: Checkable = { criterion: 'ends well', mode: 'verifiable', weight: 1, check: { kind: 'exit_code', equals: 0 } };
const unchecked: Criterion = { criterion: 'reads well', mode: 'plausible', weight: 2 };
const there: Observation = { of: 'file', path: '/a.txt', type: 'file', bytes: 3 };
const absent: Observation = { of: 'file', path: '/a.txt', type: null, bytes: null };
const dark: Observation = { of: 'nothing', why: 'no permission' };

describe('an execution is not done', () => {
  test.each<[string, Partial<ExecutionResult>, readonly ToolCall[], readonly string[], unknown]>([
    ['when it failed, for its own reason', { status: 'failed', reason: 'no such printer' }, [], ['glob'], 'no such printer'],
    ['when it failed although its calls worked', { status: 'failed', reason: 'tired' }, [call()], [], 'tired'],
    ['when it failed without a reason', { status: 'failed', reason: null }, [call()], ['glob'], expect.stringMatching(/\S/)],
    ['when it was refused', { status: 'failed', refused: true, reason: '[LAW1] no' }, [call()], ['glob'], '[LAW1] no'],
    ['when it claims so without a call', {}, [], ['glob'], expect.stringMatching(/\S/)],
    ['when no call came to an end', {}, [failing('timeout'), failing('failed')], ['glob'], expect.stringMatching(/\S/)],
    ['when every call was refused', {}, [failing('refused')], ['glob'], expect.stringMatching(/\S/)],
  ])('%s', (_, more, calls, tools, why) => {
    expect(whyNotDone(execution(more), tools, calls)).toEqual(why);
  });

  test.each<[string, readonly ToolCall[], readonly string[]]>([
    ['one call of several worked', [failing('timeout'), call(), failing('timeout')], ['glob']],
    ['a call of an earlier attempt worked', [call({ call_id: '1.1.1/R3/1.1' }), failing('failed', { call_id: '1.1.2/R3/1.1' })], ['glob']],
    ['a call ended with a code, which is an answer', [failing('failed', { tool: 'shell', exit_code: 1 })], ['shell']],
    ['a call found that something is not there, which is an answer', [failing('not_found')], ['read_file']],
    ['it was to use no tool and used none', [], []],
    ['it was to use no tool and what it tried failed', [failing('refused')], []],
  ])('unless %s', (_, calls, tools) => {
    expect(whyNotDone(execution(), tools, calls)).toBeNull();
  });
});

describe('the criteria of an execution that is not done', () => {
  const judged = (more: Partial<ExecutionResult> = {}) =>
    notDone([onFile, unchecked], 'gave up', declaredExecution(execution({ status: 'failed', ...more })));

  test('all fail, in their order, by code and for its reason', () => {
    expect(judged({ tool_calls: [] })).toEqual([
      { criterion: 'a.txt exists', mode: 'verifiable', weight: 3, verdict: 'fail', failure_class: null, evidence: 'gave up', by: 'code' },
      { criterion: 'reads well', mode: 'plausible', weight: 2, verdict: 'fail', failure_class: null, evidence: 'gave up', by: 'code' },
    ]);
    expect(notDone([], 'gave up', declaredExecution(execution()))).toEqual([]);
  });

  test.each<[string, Partial<ExecutionResult>, CriterionVerdict['failure_class']]>([
    ['environmental where the surroundings stood in the way', { tool_calls: [call(), failing('missing_program')] }, 'environmental'],
    ['left open where they were overcome', { tool_calls: [failing('not_found'), call()] }, null],
    ['left open where everything worked', { tool_calls: [call()] }, null],
    ['left open where something else went wrong', { tool_calls: [failing('failed')] }, null],
    ['left open where nothing was tried', { tool_calls: [] }, null],
    ['left open if it was refused, whatever went wrong before', { refused: true, tool_calls: [failing('network')] }, null],
  ])('are of a class that is %s', (_, more, failure_class) => {
    expect(judged(more).map((each) => each.failure_class)).toEqual([failure_class, failure_class]);
  });
});

describe('a criterion with a check', () => {
  test.each<[string, Checkable, Observation | undefined, CriterionVerdict['verdict']]>([
    ['passes when its file is there', onFile, there, 'pass'],
    ['fails when its file is not there', onFile, absent, 'fail'],
    ['passes when the output says so', onOutput, undefined, 'pass'],
    ['is unverifiable without a look', onFile, undefined, 'unverifiable'],
    ['is unverifiable when nothing could be seen', onFile, dark, 'unverifiable'],
  ])('%s', (_, criterion, observation, verdict) => {
    expect(judgeCheck(criterion, execution(), observation)).toMatchObject({ verdict, by: 'check', evidence: expect.stringMatching(/\S/) });
  });

  test('keeps its words, mode and weight in its verdict', () => {
    expect(judgeCheck(onFile, execution(), there)).toMatchObject({ criterion: 'a.txt exists', mode: 'verifiable', weight: 3 });
  });

  test('does not take the word of the executor for what it can see', () => {
    expect(judgeCheck(onFile, execution({ output: 'a.txt exists' }), absent).verdict).toBe('fail');
  });

  const shell = (exit_code: number): ToolCall => call({ tool: 'shell', input: { command: 'make' }, exit_code, ok: exit_code === 0 });
  test.each<[string, readonly ToolCall[], CriterionVerdict['verdict']]>([
    ['of its last command', [shell(1), call(), shell(0)], 'pass'],
    ['of no earlier command', [shell(0), shell(1)], 'fail'],
    ['of no command that did not end', [shell(0), failing('timeout', { tool: 'shell' })], 'fail'],
    ['of none, where none was run', [call()], 'fail'],
  ])('goes by the exit code %s', (_, tool_calls, verdict) => {
    expect(judgeCheck(onExit, execution({ tool_calls }), undefined).verdict).toBe(verdict);
  });

  test.each<[string, readonly ToolCall[], Observation, CriterionVerdict['failure_class']]>([
    ['logical when every call worked', [call()], absent, 'logical'],
    ['environmental when the surroundings stood in the way', [call({ target: 'b' }), failing('permission')], absent, 'environmental'],
    ['open after an error of another kind', [call(), failing('exists', { target: 'b' })], absent, null],
    ['none when it passes all the same', [failing('permission')], there, null],
    ['none when it is unverifiable', [failing('permission')], dark, null],
  ])('has a class that is %s', (_, tool_calls, observation, failure_class) => {
    expect(judgeCheck(onFile, execution({ tool_calls }), observation).failure_class).toBe(failure_class);
  });
});

describe('for any execution', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 5 });
  const anyCall = fc
    .record({ tool: fc.constantFrom('glob', 'shell'), target: fc.constantFrom('', 'a', 'b'), ok: fc.boolean() })
    .chain((made) =>
      fc.option(fc.constantFrom(...toolErrorClasses), { nil: undefined }).map((kind) => (made.ok ? call(made) : failing(kind, made))),
    );
  const anyExecution = fc
    .record({
      status: fc.constantFrom('completed' as const, 'failed' as const),
      output: fc.oneof(text, fc.constantFrom(null, 7, 'done', ['done'])),
      tool_calls: fc.array(anyCall, { maxLength: 5 }),
      reason: fc.option(text),
      refused: fc.boolean(),
    })
    .map(execution);
  const anyCheck = fc.constantFrom(onFile, onOutput, onExit);
  const anyObservation = fc.constantFrom(there, absent, dark, undefined);
  const anyTools = fc.subarray(['glob', 'shell']);

  test('it is not done exactly when it failed or was only claimed, and then nothing passes', () => {
    fc.assert(
      fc.property(anyExecution, fc.array(fc.oneof(anyCheck, fc.constant(unchecked))), anyTools, (done, criteria, tools) => {
        const why = whyNotDone(done, tools, done.tool_calls);
        const said = new Set<ToolCall['error_class']>(['not_found', 'permission', 'exists', 'network']);
        const onlyClaimed = tools.length > 0 && done.tool_calls.every(({ ok, error_class }) => !ok && !said.has(error_class));
        expect(why !== null).toBe(done.status === 'failed' || onlyClaimed);
        const verdicts = notDone(criteria, why ?? '', declaredExecution(done));
        expect(verdicts.map(({ verdict }) => verdict)).toEqual(criteria.map(() => 'fail'));
        expect(verdicts.map((each) => CriterionVerdict.parse(each))).toEqual(verdicts);
      }),
      { numRuns: 1000 / oneIn(10) },
    );
  });

  test('only a failure has a class, and every verdict fits its shape', () => {
    fc.assert(
      fc.property(anyExecution, anyCheck, anyObservation, (done, criterion, observation) => {
        const verdict = judgeCheck(criterion, done, observation);
        expect(CriterionVerdict.parse(verdict)).toEqual(verdict);
        if (verdict.verdict !== 'fail') expect(verdict.failure_class).toBeNull();
      }),
      { numRuns: 1000 / oneIn(10) },
    );
  });
});

test('what cannot be decided does not pass', () => {
  const checks: readonly Check[] = [
    { kind: 'output_matches', pattern: '(' },
    { kind: 'json_equals', pointer: 'no pointer', equals: null },
    { kind: 'command', run: 'true', equals: 0 },
  ];
  for (const check of checks) expect(judgeCheck({ ...onFile, check }, execution(), dark).verdict).toBe('unverifiable');
});
