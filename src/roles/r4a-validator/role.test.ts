import { describe, expect, test } from 'vitest';
import { type Scripted, scripted } from '../../../test/support/handled.ts';
import { settings } from '../../../test/support/parts.ts';
import { call, criterion, execution, failing, subTask } from '../../../test/support/work.ts';
import type { Criterion } from '../../contracts/criteria.ts';
import type { ExecutionResult } from '../../contracts/execution.ts';
import type { SubTask } from '../../contracts/plan.ts';
import type { Observation } from '../../tools/observe.ts';
import { createValidator } from './role.ts';

const onFile: Criterion = { criterion: 'a.txt exists', mode: 'verifiable', weight: 2, check: { kind: 'file_exists', path: 'a.txt' } };
const onOutput: Criterion = { criterion: 'says done', mode: 'verifiable', weight: 1, check: { kind: 'output_contains', text: 'done' } };
const short = criterion({ criterion: 'it is short' });
const kind = criterion({ criterion: 'it is kind' });
const there: Observation = { of: 'file', path: '/home/a.txt', type: 'file', bytes: 1 };
const absent: Observation = { of: 'file', path: '/home/a.txt', type: null, bytes: null };

/** A validator that knows its rubric. */
async function validator(more: Partial<SubTask>, script: Scripted = {}) {
  const { tell, ...seen } = scripted(createValidator({ ...settings, cwd: '/home', workspace: '/w' }), script);
  expect(await tell('SubTask', subTask(more))).toEqual([]);
  return { ...seen, judge: (done: Partial<ExecutionResult> = {}) => tell('ExecutionResult', execution(done)) };
}
const pass = (index: number, evidence: string) => ({ criterion: index, verdict: 'pass', evidence });

test('checks are decided by looks, the rest by one answer of the model, and the verdicts are in the order of the criteria', async () => {
  const success_criteria = [short, onFile, onOutput, kind];
  const model = [{ verdicts: [pass(1, 'all'), pass(0, 'done')] }];
  const { judge, keys } = await validator({ success_criteria }, { model, see: () => there });
  const [first, second, ...more] = await judge();
  expect(first).toMatchObject({ to: 'R4b', type: 'SubTaskOutcome', payload: { status: 'matched' } });
  expect(second).toEqual({ ...first, to: 'R7' });
  expect(more).toEqual([]);
  expect(first).toMatchObject({
    payload: {
      criteria_verdicts: success_criteria.map(({ criterion: each, check }) => ({ criterion: each, by: check ? 'check' : 'model' })),
    },
  });
  expect(keys).toEqual(['1.1.1/R4a/1.2', '1.1.1/R4a/2.0']);
});

describe('no model is asked', () => {
  test('when every criterion has a check', async () => {
    const { judge, keys } = await validator({ success_criteria: [onOutput, onFile] }, { see: () => there });
    expect(await judge()).toMatchObject([{ payload: { status: 'matched' } }, { payload: { status: 'matched' } }]);
    expect(keys).toEqual(['1.1.1/R4a/1.2']);
  });

  test.each<[string, Partial<ExecutionResult>]>([
    ['when the execution says that it failed', { status: 'failed', reason: 'tired' }],
    ['when it did nothing', { tool_calls: [] }],
    ['when all it did failed', { tool_calls: [failing('not_found')] }],
  ])('and nothing looked at %s, and every criterion fails', async (_, done) => {
    const { judge, keys } = await validator({ success_criteria: [onFile, short], tools: ['glob'] }, { see: () => there });
    expect(await judge(done)).toMatchObject([{ to: 'R3', type: 'CorrectionSignal', payload: { failed_criterion: 'a.txt exists' } }]);
    expect(keys).toEqual([]);
  });
});

test('three attempts are made at most, and the outcome has the calls and gaps of all', async () => {
  const { judge } = await validator({ success_criteria: [onFile], tools: ['glob'] }, { see: () => absent });
  const attempts = [1, 2, 3].map((attempt) => ({ attempt, tool_calls: [call({ call_id: `1.1.${attempt}/R3/1.1` })] }));
  const drafts = [];
  for (const done of attempts) drafts.push(...(await judge(done)));
  const gap = (attempt: number) => ({ attempt, failed_criteria: [{ criterion: 'a.txt exists', failure_class: 'logical' }] });
  expect(drafts).toMatchObject([
    { to: 'R3', type: 'CorrectionSignal', payload: { attempt_number: 1 } },
    { to: 'R3', type: 'CorrectionSignal', payload: { attempt_number: 2 } },
    {
      to: 'R4b',
      payload: { status: 'failed', gap_trajectory: [gap(1), gap(2), gap(3)], tool_calls: attempts.flatMap((each) => each.tool_calls) },
    },
    { to: 'R7' },
  ]);
});

test('an attempt that only says it better is not done, whatever was called before it', async () => {
  const { judge } = await validator({ success_criteria: [onOutput], tools: ['glob'] });
  expect(await judge({ output: 'nearly' })).toMatchObject([{ type: 'CorrectionSignal' }]);
  expect(await judge({ attempt: 2, output: 'done', tool_calls: [] })).toMatchObject([{ type: 'CorrectionSignal' }]);
});

test('a refusal ends it at once, without a class', async () => {
  const { judge } = await validator({ success_criteria: [onFile] });
  const tool_calls = [failing('network'), failing('refused')];
  const [first, ...more] = await judge({ status: 'failed', refused: true, reason: '[LAW1] no', tool_calls });
  expect(first).toMatchObject({ to: 'R4b', payload: { status: 'failed', refused: true, criteria_verdicts: [{ failure_class: null }] } });
  expect(more).toHaveLength(1);
});

describe('evidence of the judge', () => {
  const failed = [{ type: 'CorrectionSignal', payload: { failed_criterion: 'it is short' } }];
  const matched = [{ payload: { status: 'matched' } }, { payload: { status: 'matched' } }];
  const touched = call({ target: 'a.txt', input: { path: 'a.txt' }, output_head_tail: 'what a.txt says' });
  const inFile: Observation = { of: 'text', path: '/home/a.txt', excerpt: 'in the file' };

  test.each<[string, string, object[], readonly string[]]>([
    ['counts when it is in the output', 'all done', matched, []],
    ['counts when it is in what a call gave back', 'a.txt says', matched, []],
    ['counts when it is the id of a call', '1.1.1/R3/1.1', matched, []],
    ['counts when it is in a file that was touched', 'in the file', matched, ['1.1.1/R4a/3.1']],
    ['does not count when it is nowhere', 'nowhere', failed, ['1.1.1/R4a/3.1']],
    ['does not count when there is none', ' ', failed, []],
  ])('%s', async (_, evidence, drafts, looks) => {
    const see: Scripted['see'] = ({ look }) =>
      look.kind === 'quote' && look.text === 'in the file' ? inFile : { of: 'nothing', why: 'no' };
    const model = [{ verdicts: [pass(0, evidence)] }];
    const { judge, keys } = await validator({ success_criteria: [short], tools: ['read_file'] }, { model, see });
    expect(await judge({ tool_calls: [touched] })).toMatchObject(drafts);
    expect(keys).toEqual(['1.1.1/R4a/2.0', ...looks]);
  });

  test('is asked for once more when the answer cannot be read, and then it is a failure, never a pass', async () => {
    const { judge, keys } = await validator({ success_criteria: [short] }, { model: ['I pass', 'It passes!'] });
    await expect(judge()).rejects.toMatchObject({ code: 'answer_unreadable' });
    expect(keys).toEqual(['1.1.1/R4a/2.0', '1.1.1/R4a/2.1']);
  });
});

test('the words of the judge are in the correction', async () => {
  const model = [{ verdicts: [{ criterion: 0, verdict: 'fail', evidence: 'a page' }], what_was_wrong: 'Too long.', what_to_do: 'Cut it.' }];
  const { judge } = await validator({ success_criteria: [short] }, { model });
  const [correction] = await judge();
  expect(correction).toMatchObject({
    payload: { what_was_wrong: '- it is short: a page\nToo long.', what_to_do: expect.stringMatching(/\nCut it\.$/) },
  });
});

test('an execution of a sub-task that nobody handed out is a defect', async () => {
  const { tell } = scripted(createValidator(settings));
  await expect(tell('ExecutionResult', execution())).rejects.toThrow('rubric');
});
