import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { declaredExecution } from '../../../test/support/declared.ts';
import { oneIn } from '../../../test/support/sample.ts';
import { call, criterion, execution, failing, subTask, verdict } from '../../../test/support/work.ts';
import type { CriterionVerdict } from '../../contracts/criteria.ts';
import { CorrectionSignal, type ExecutionResult, SubTaskOutcome, type ToolCall } from '../../contracts/execution.ts';
import { missedIn } from '../missed.ts';
import { notDone, whyNotDone } from './judge.ts';
import { correctionOf, mayCorrect, outcomeOf } from './outcome.ts';

const pass = verdict({ criterion: 'it is there' });
const fail = verdict({ criterion: 'it counts', verdict: 'fail', evidence: '41, not 42', by: 'check' });
const unclear = verdict({ criterion: 'it lasts', verdict: 'unverifiable', evidence: 'who knows' });
const unproved = verdict({ criterion: 'it runs', verdict: 'unverifiable', by: 'code' });
const undecidable = verdict({ criterion: 'it is seen', verdict: 'unverifiable', evidence: 'EACCES', by: 'check' });

const gaveUp = execution({ status: 'failed', reason: 'no such printer', output: null });
const outcome = (verdicts: readonly CriterionVerdict[], done: ExecutionResult = execution(), calls: readonly ToolCall[] = []) =>
  outcomeOf(subTask(), done, { verdicts }, [], calls);

describe('what is missed is whatever does not pass,', () => {
  test('in order', () => {
    expect(missedIn([fail, pass, unclear, undecidable])).toEqual([fail, unclear, undecidable]);
  });

  test('each criterion once, as it was judged last', () => {
    const counted = { ...fail, weight: 5 };
    expect(missedIn([fail, pass, counted, unclear, pass])).toEqual([counted, unclear]);
  });
});

describe('a sub-task has matched', () => {
  test('when every criterion passes, with all that is known about it', () => {
    const subtask = subTask({ success_criteria: [criterion({ criterion: 'it is there' })] });
    const gaps = [{ attempt: 1, failed_criteria: [] }];
    const calls = [failing('timeout'), call()];
    const matched = outcomeOf(subtask, execution({ output: ['a'] }), { verdicts: [pass] }, gaps, calls);
    expect(SubTaskOutcome.parse(matched)).toEqual(matched);
    expect(matched).toEqual({
      subtask_id: 't-1-1',
      parent_task_id: 't',
      intent: 'do it',
      status: 'matched',
      output: ['a'],
      failure_reason: null,
      refused: false,
      success_criteria: subtask.success_criteria,
      criteria_verdicts: [pass],
      gap_trajectory: gaps,
      tool_calls: calls,
    });
  });

  test('whatever was found about its task, which is handed on', () => {
    const matched = outcomeOf(subTask(), execution(), { verdicts: [pass], task_verdicts: [fail] }, [], []);
    expect(matched).toMatchObject({ status: 'matched', criteria_verdicts: [pass], task_verdicts: [fail] });
  });
});

describe('a sub-task has failed', () => {
  test.each<[string, readonly CriterionVerdict[], ExecutionResult, string]>([
    ['when one criterion fails', [pass, fail], execution(), 'it counts: 41, not 42'],
    ['when one criterion is unverifiable', [unclear, pass], execution(), 'it lasts: who knows'],
    ['when there was no look', [undecidable], execution(), 'it is seen: EACCES'],
    ['for every criterion that is unmet', [fail, pass, unclear], execution(), 'it counts: 41, not 42; it lasts: who knows'],
    ['for its own reason when it gave up', [fail], gaveUp, 'no such printer'],
    ['when it gave up, whatever the verdicts say', [pass], gaveUp, 'no such printer'],
  ])('%s', (_, verdicts, done, failure_reason) => {
    expect(outcome(verdicts, done)).toMatchObject({ status: 'failed', failure_reason, criteria_verdicts: verdicts });
  });

  test.each<[string, readonly CriterionVerdict[], ExecutionResult]>([
    ['when nothing was judged', [], execution()],
    ['when it gave up without a reason', [pass], execution({ status: 'failed' })],
  ])('%s, and says why', (_, verdicts, done) => {
    expect(outcome(verdicts, done)).toMatchObject({ status: 'failed', failure_reason: expect.stringMatching(/\S/) });
  });

  test.each([true, false])('and says whether it was refused: %s', (refused) => {
    expect(outcome([fail], { ...gaveUp, refused }).refused).toBe(refused);
  });

  test('and still keeps its output', () => {
    expect(outcome([fail], execution({ output: 'half of it' })).output).toBe('half of it');
  });
});

test('no execution matches that says it failed, or did nothing where its plan named tools', () => {
  const anyCall = fc.boolean().map((ok) => (ok ? call() : failing('failed')));
  const anyExecution = fc.record({
    status: fc.constantFrom('completed' as const, 'failed' as const),
    tool_calls: fc.array(anyCall, { maxLength: 3 }),
    reason: fc.option(fc.constantFrom('tired', '')),
  });
  const tools = fc.subarray(['glob']);
  fc.assert(
    fc.property(anyExecution, fc.array(fc.constantFrom(pass, fail, unclear), { maxLength: 3 }), tools, (more, judged, named) => {
      const done = execution(more);
      const why = whyNotDone(done, named, done.tool_calls);
      const criteria = judged.map((each) => criterion({ criterion: each.criterion }));
      const { status, failure_reason } = outcome(
        why === null ? judged : notDone(criteria, why, declaredExecution(done)),
        done,
        done.tool_calls,
      );
      const didNothing = named.length > 0 && !done.tool_calls.some(({ ok }) => ok);
      const allPass = judged.length > 0 && judged.every((each) => each === pass);
      expect(status).toBe(allPass && done.status === 'completed' && !didNothing ? 'matched' : 'failed');
      expect(failure_reason === null).toBe(status === 'matched');
    }),
    { numRuns: 500 / oneIn(10) },
  );
});

describe('another attempt', () => {
  test.each<[string, Partial<ExecutionResult>, readonly CriterionVerdict[], boolean]>([
    ['is made after the first', { attempt: 1 }, [fail], true],
    ['is made after the second', { attempt: 2 }, [fail], true],
    ['is not made after the third', { attempt: 3 }, [fail], false],
    ['is not made after any later one', { attempt: 30 }, [fail], false],
    ['is made when the executor gave up', { status: 'failed', reason: 'tired' }, [fail], true],
    ['is made after one report that it cannot be done', { status: 'failed', infeasible: true }, [fail], true],
    ['is not made after a refusal', { status: 'failed', refused: true }, [fail], false],
    ['is not made after a refusal, be it all undecidable', { status: 'failed', refused: true }, [undecidable], false],
    ['is not made when all that is left is a command that may not be run', {}, [undecidable], false],
    ['is made when something else failed too', {}, [undecidable, fail], true],
    ['is made when the judge could not tell', {}, [unclear], true],
    ['is made when neither could tell', {}, [unclear, undecidable], true],
    ['is not made when nothing is left', {}, [], false],
  ])('%s', (_, more, unmet, expected) => {
    const criteria = [criterion({ criterion: 'it is seen', check: { kind: 'command', run: 'make', equals: 0 } }), criterion()];
    expect(mayCorrect([execution(more)], criteria, unmet)).toBe(expected);
  });

  test.each<[string, readonly CriterionVerdict[], boolean]>([
    ['is for the planner to plan', [fail], false],
    ['is for the planner to plan, whatever else is only unproved', [fail, unproved], false],
    ['is made where only proof is missing', [unproved], true],
  ])('after the person has spoken %s', (_, unmet, expected) => {
    expect(mayCorrect([execution({})], [criterion()], unmet, true)).toBe(expected);
  });

  const infeasible = execution({ status: 'failed', reason: 'no such printer', infeasible: true });
  test.each<[string, readonly ExecutionResult[], boolean]>([
    ['is not made after a second report that it cannot be done', [infeasible, { ...infeasible, attempt: 2 }], false],
    ['is made after a second failure that is no such report', [infeasible, { ...gaveUp, attempt: 2 }], true],
    ['is made after a first report, whatever failed before', [gaveUp, { ...infeasible, attempt: 2 }], true],
    ['is not made where nothing was tried', [], false],
  ])('%s', (_, executions, expected) => {
    expect(mayCorrect(executions, [criterion()], [fail])).toBe(expected);
  });
});

describe('a correction', () => {
  const silent = { what_was_wrong: '', what_to_do: '' };
  const words = { what_was_wrong: 'You counted wrong.', what_to_do: 'Count again.' };
  const correction = (verdicts: readonly CriterionVerdict[], said = silent, done = execution({ attempt: 2 })) =>
    correctionOf(subTask(), done, missedIn(verdicts), said);

  test('fits its shape, and says after which attempt it comes', () => {
    const made = correction([fail], words);
    expect(CorrectionSignal.parse(made)).toEqual(made);
    expect(made).toMatchObject({ subtask_id: 't-1-1', attempt_number: 2, failed_criterion: 'it counts' });
  });

  test('is worded by code: every criterion that is unmet and what was found, none that passes', () => {
    const { what_was_wrong, what_to_do } = correction([fail, pass, unclear]);
    expect(what_was_wrong).toBe('- it counts: 41, not 42\n- it lasts: who knows');
    expect(what_to_do).toMatch(/\S/);
    expect(what_to_do).not.toMatch(/\n/);
  });

  test('has the words of the judge after those of code', () => {
    const alone = correction([fail]);
    expect(correction([fail], words)).toEqual({
      ...alone,
      what_was_wrong: `${alone.what_was_wrong}\nYou counted wrong.`,
      what_to_do: `${alone.what_to_do}\nCount again.`,
    });
  });

  test('says nothing twice', () => {
    expect(correction([fail], { what_was_wrong: '- it counts: 41, not 42', what_to_do: '' }).what_was_wrong).toBe(
      '- it counts: 41, not 42',
    );
  });

  test('leaves out what the judge only says again', () => {
    const said = { what_was_wrong: '41, not 42\nYou counted wrong.', what_to_do: '' };
    expect(correction([fail], said).what_was_wrong).toBe('- it counts: 41, not 42\nYou counted wrong.');
  });

  test('tells a finding of several criteria once, first for the one that it names', () => {
    const heavy = { ...fail, criterion: 'it adds up', weight: 3 };
    const made = correction([fail, unclear, heavy]);
    expect(made.what_was_wrong).toBe('- it adds up: 41, not 42\n- it counts: the same\n- it lasts: who knows');
    expect(made.failed_criterion).toBe('it adds up');
  });

  test.each<[string | null, RegExp]>([
    ['no such printer', /no such printer/],
    [null, /No reason/],
  ])('asks for another way where the executor gave up, and repeats its reason once: %s', (reason, told) => {
    const { what_was_wrong, what_to_do } = correction([fail, unclear], silent, execution({ status: 'failed', reason }));
    expect(what_was_wrong.match(new RegExp(told, 'g'))).toHaveLength(1);
    expect(what_to_do).toMatch(/another way/);
  });

  test('calls a first report that it cannot be done not final, and a lack of steps by its name', () => {
    const report = execution({ status: 'failed', reason: 'no such printer', infeasible: true });
    expect(correction([fail], silent, report).what_was_wrong).toBe(
      'A first report that it cannot be done is not final. The reason given: no such printer',
    );
    const late = execution({ status: 'failed', reason: 'no result after 40 steps' });
    expect(correction([fail], silent, late).what_was_wrong).toBe('no result after 40 steps');
  });

  test('asks for proof alone where nothing is known to be wrong', () => {
    expect(correction([unproved]).what_to_do).toMatch(/proof/);
    expect(correction([unproved, fail]).what_to_do).not.toMatch(/proof/);
    expect(correction([{ ...unproved, by: 'model' }]).what_to_do).not.toMatch(/proof/);
  });

  const weighing = (weight: number, failure_class: CriterionVerdict['failure_class'], more: Partial<CriterionVerdict> = {}) =>
    verdict({ criterion: `of ${weight}`, weight, verdict: 'fail', failure_class, ...more });
  test.each<[string, readonly CriterionVerdict[], string, CriterionVerdict['failure_class']]>([
    ['the heaviest', [weighing(1, 'logical'), weighing(5, 'environmental'), weighing(3, 'logical')], 'of 5', 'environmental'],
    ['the heaviest that is unmet', [weighing(5, null, { verdict: 'pass' }), weighing(2, 'logical')], 'of 2', 'logical'],
    ['the first of the heaviest', [fail, weighing(1, 'environmental')], 'it counts', 'environmental'],
    ['one without a class', [weighing(2, null)], 'of 2', null],
    [
      'an unverifiable one, beside one with a class',
      [{ ...unclear, weight: 5 }, weighing(2, 'environmental')],
      'it lasts',
      'environmental',
    ],
  ])('names %s', (_, verdicts, failed_criterion, failure_class) => {
    expect(correction(verdicts)).toMatchObject({ failed_criterion, failure_class });
  });
});
