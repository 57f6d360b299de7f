import { describe, expect, test } from 'vitest';
import { evidence } from '../../../test/support/declared.ts';
import { type Scripted, scripted } from '../../../test/support/handled.ts';
import { settings } from '../../../test/support/parts.ts';
import { call, criterion, execution, failing, manifest, subTask } from '../../../test/support/work.ts';
import type { Criterion } from '../../contracts/criteria.ts';
import type { ExecutionResult } from '../../contracts/execution.ts';
import type { SubTaskId } from '../../contracts/ids.ts';
import type { DispatchManifest, SubTask } from '../../contracts/plan.ts';
import type { Observation } from '../../tools/observing/observation.ts';
import { builtIn } from '../judging/built-in.ts';
import { createValidator } from './role.ts';

const onFile: Criterion = { criterion: 'a.txt exists', mode: 'verifiable', weight: 2, check: { kind: 'file_exists', path: 'a.txt' } };
const onOutput: Criterion = { criterion: 'says done', mode: 'verifiable', weight: 1, check: { kind: 'output_contains', text: 'done' } };
const short = criterion({ criterion: 'it is short' });
const kind = criterion({ criterion: 'it is kind' });
const counted = criterion({ criterion: 'how many plums there are', mode: 'verifiable', check: { kind: 'output_contains', text: 'plums' } });
const there: Observation = { of: 'file', path: '/home/a.txt', type: 'file', bytes: 1 };
const absent: Observation = { of: 'file', path: '/home/a.txt', type: null, bytes: null };

/** A validator that has its rubric and, where the sub-task is the only one, the round. */
async function validator(more: Partial<SubTask>, script: Scripted = {}, whole?: Partial<DispatchManifest>) {
  const { tell, ...seen } = scripted(createValidator(evidence)({ ...settings, cwd: '/home', workspace: '/w' }), script);
  if (whole) expect(await tell('DispatchManifest', manifest([1], whole))).toEqual([]);
  expect(await tell('SubTask', subTask(more))).toEqual([]);
  return {
    ...seen,
    judge: (done: Partial<ExecutionResult> = {}) => tell('ExecutionResult', execution(done)),
    /** A later round, again with a single sub-task. */
    async plan({ round, subtask_id }: Pick<SubTask, 'round' | 'subtask_id'>) {
      const subtasks = manifest([1]).subtasks.map((each) => ({ ...each, subtask_id }));
      await tell('DispatchManifest', manifest([1], { ...whole, round, subtasks }));
      await tell('SubTask', subTask({ ...more, round, subtask_id }));
    },
  };
}
const pass = (index: number, evidence: string, more: object = {}) => ({ criterion: index, verdict: 'pass', evidence, ...more });
/** An attempt that wrote a.txt, and looked at another file. */
const worked = {
  tool_calls: [
    call({ tool: 'write_file', input: { path: 'a.txt', content: 'hello' }, changed: [{ path: '/home/a.txt', change: 'created' }] }),
    call({ call_id: '1.1.1/R3/1.2', input: { path: 'b.txt' }, target: 'b.txt', output_head_tail: 'it is all done\n7 plums' }),
  ],
};
/** The observation if a.txt exists. */
const seesFile: Scripted['see'] = ({ look }) =>
  look.kind === 'contents' ? { of: 'contents', files: [{ path: '/home/a.txt', text: 'hello' }] } : there;

test('a correction has what the judge said at first, and when it was asked again', async () => {
  const first = { verdicts: [pass(0, 'nobody said this')], what_was_wrong: 'It is long.', what_to_do: 'Cut it.' };
  const again = {
    verdicts: [{ criterion: 0, verdict: 'fail', evidence: [] }],
    what_was_wrong: 'It is long.',
    what_to_do: 'Cut it to a line.',
  };
  const { judge } = await validator({ success_criteria: [{ ...short, mode: 'verifiable' }] }, { model: [first, again], see: seesFile });
  const [correction] = await judge(worked);
  const lines = (text: string) => expect.stringMatching(new RegExp(`(?:^|\\n)${text}$`));
  expect(correction).toMatchObject({
    type: 'CorrectionSignal',
    payload: { what_was_wrong: lines('It is long.'), what_to_do: lines('Cut it.\\nCut it to a line.') },
  });
});

test('world checks are decided by looks, the rest by one answer of the model, and the verdicts are in the order of the criteria', async () => {
  const success_criteria = [short, onFile, onOutput, kind];
  const model = [{ verdicts: [pass(1, '1.1.1/R3/1.2'), pass(2, 'all'), pass(0, 'done')] }];
  const { judge, keys, prompts, requests } = await validator({ success_criteria }, { model, see: seesFile });
  const [first, second, ...more] = await judge(worked);
  expect(first).toMatchObject({ to: 'R4b', type: 'SubTaskOutcome', payload: { status: 'matched' } });
  expect(second).toEqual({ ...first, to: 'R7' });
  expect(more).toEqual([]);
  expect(first).toMatchObject({
    payload: {
      criteria_verdicts: [
        { criterion: 'it is short', by: 'model' },
        { criterion: 'a.txt exists', by: 'check' },
        { criterion: 'says done', by: 'model' },
        { criterion: 'it is kind', by: 'model' },
      ],
    },
  });
  expect(first).not.toHaveProperty('payload.task_verdicts');
  expect(prompts[0]).toContain('1. (verifiable) says done [a check of its form passes: ');
  expect(prompts[0]).not.toContain('a.txt exists');
  expect(keys).toEqual(['1.1.1/R4a/1.2', '1.1.1/R4a/6.1', '1.1.1/R4a/2.0']);
  expect(requests[0]?.answered_by).toBeUndefined();
});

describe('no model is asked', () => {
  test('when checks of the world decide every criterion', async () => {
    const { judge, keys } = await validator({ success_criteria: [onFile] }, { see: () => there });
    expect(await judge(worked)).toMatchObject([{ payload: { status: 'matched' } }, { payload: { status: 'matched' } }]);
    expect(keys).toEqual(['1.1.1/R4a/1.1']);
  });

  test('when a check of the form fails, which decides', async () => {
    const { judge, keys } = await validator({ success_criteria: [onFile, onOutput] }, { see: () => there });
    expect(await judge({ ...worked, output: 'nearly' })).toMatchObject([{ payload: { failed_criterion: 'says done' } }]);
    expect(keys).toEqual(['1.1.1/R4a/1.1']);
  });

  test.each<[string, Partial<ExecutionResult>]>([
    ['when the execution says that it failed', { status: 'failed', reason: 'tired' }],
    ['when it did nothing', { tool_calls: [] }],
    ['when nothing it did came to an end', { tool_calls: [failing('timeout')] }],
  ])('and nothing looked at %s, and every criterion fails', async (_, done) => {
    const { judge, keys } = await validator(
      { success_criteria: [onFile, short], tools: ['glob'] },
      { see: () => there },
      { task_criteria: [kind] },
    );
    expect(await judge(done)).toMatchObject([{ to: 'R3', type: 'CorrectionSignal', payload: { failed_criterion: 'a.txt exists' } }]);
    expect(keys).toEqual([]);
  });
});

describe('the only sub-task of a round', () => {
  const goal = { task_criteria: [kind, onFile], surroundings: 'Linux' };
  const passes = { verdicts: [pass(0, 'all done'), pass(1, 'all done'), pass(2, '1.1.1/R3/1.2')] };

  test("is judged with the task's criteria and the built-in one in one call, which R4b's model answers", async () => {
    const { judge, keys, prompts, requests } = await validator({ success_criteria: [short] }, { model: [passes], see: seesFile }, goal);
    const [first, second] = await judge(worked);
    expect(first).toMatchObject({
      to: 'R4b',
      payload: {
        status: 'matched',
        criteria_verdicts: [{ criterion: 'it is short', verdict: 'pass' }],
        task_verdicts: [
          { criterion: 'it is kind', verdict: 'pass', by: 'model' },
          { criterion: 'a.txt exists', verdict: 'pass', by: 'check' },
          { criterion: builtIn.criterion, verdict: 'pass', by: 'model', builtin: true },
        ],
      },
    });
    expect(second).toEqual({ ...first, to: 'R7' });
    expect(requests.map(({ answered_by }) => answered_by)).toEqual(['R4b']);
    expect(keys).toEqual(['1.1.1/R4a/1.3', '1.1.1/R4a/6.1', '1.1.1/R4a/2.0']);
    expect(prompts[0]).toContain('<goal>\nDo it.\n</goal>');
    expect(prompts[0]).toContain('<changed>\ncreated a.txt\n</changed>');
    expect(prompts[0]).toContain('a.txt as it is now:\n<file>\nhello\n</file>');
  });

  test('is judged by the calls of earlier rounds, too, which the judge may cite', async () => {
    const again = { verdicts: [pass(0, 'all done'), pass(1, 'all done'), pass(2, '1.1.1/R3/1.2')] };
    const tell = await validator({ success_criteria: [short] }, { model: [passes, again], see: seesFile }, goal);
    await tell.judge(worked);
    await tell.plan({ round: 2, subtask_id: 't-2-1' as SubTaskId });
    const looked = call({ call_id: '2.1.1/R3/1.1', input: { path: 'c.txt' }, target: 'c.txt', output_head_tail: 'more plums' });
    const [outcome] = await tell.judge({ subtask_id: 't-2-1' as SubTaskId, tool_calls: [looked] });
    expect(tell.prompts[1]).toContain('1.1.1/R3/1.2');
    expect(tell.prompts[1]).toContain('7 plums');
    expect(outcome).toMatchObject({ payload: { task_verdicts: [{}, {}, { verdict: 'pass' }], tool_calls: [{ call_id: '2.1.1/R3/1.1' }] } });
  });

  test('needs no judge where checks of the world decide everything', async () => {
    const { judge, keys } = await validator({ success_criteria: [onFile] }, { see: () => there }, { task_criteria: [onFile] });
    expect(await judge(worked)).toMatchObject([
      { payload: { status: 'matched', criteria_verdicts: [{ by: 'check' }], task_verdicts: [{ by: 'check' }] } },
      {},
    ]);
    expect(keys).toEqual(['1.1.1/R4a/1.1']);
  });

  test('is judged by the built-in criterion where a check of its form is all that was asked, whatever that check says', async () => {
    const { judge, prompts } = await validator({ success_criteria: [onOutput] }, { model: [passes] }, { task_criteria: [onOutput] });
    expect(await judge({ ...worked, output: 'nearly' })).toMatchObject([{ payload: { failed_criterion: 'says done' } }]);
    expect(prompts[0]).toContain(`Criteria:\n0. (verifiable) ${builtIn.criterion}\n\n`);
  });

  test('gets a correction if the task is missed, and is still matched in the end', async () => {
    const miss = { verdicts: [pass(0, 'all done'), { criterion: 1, verdict: 'fail', evidence: 'it is rude' }, pass(2, '1.1.1/R3/1.2')] };
    const { judge } = await validator({ success_criteria: [short] }, { model: [miss, miss, miss], see: seesFile }, goal);
    for (const attempt of [1, 2])
      expect(await judge({ ...worked, attempt })).toMatchObject([{ to: 'R3', payload: { failed_criterion: 'it is kind' } }]);
    expect(await judge({ ...worked, attempt: 3 })).toMatchObject([
      { payload: { status: 'matched', task_verdicts: [{ criterion: 'it is kind', verdict: 'fail' }, {}, {}] } },
      {},
    ]);
  });

  test.each<[string, string, readonly object[], object]>([
    [
      'fails by name what nothing shows',
      'There are 8 plums.',
      [],
      { verdict: 'fail', by: 'code', evidence: expect.stringContaining('"8"') },
    ],
    ['passes what a call shows', 'There are 7 plums.', [], { verdict: 'pass', by: 'model' }],
    ['passes what follows', '14 plums in all.', [{ fact: '14', from: ['7', '7'], how: '7+7' }], { verdict: 'pass', by: 'model' }],
  ])('%s', async (_, output, derived, verdict) => {
    const said = { verdicts: [pass(0, '1.1.1/R3/1.2'), pass(1, '1.1.1/R3/1.2', { derived })] };
    const { judge } = await validator(
      { success_criteria: [onFile] },
      { model: [said, said], see: seesFile },
      { task_criteria: [onFile, counted] },
    );
    const ended = await judge({ ...worked, attempt: 3, output });
    expect(ended).toMatchObject([{ payload: { task_verdicts: [{}, {}, { builtin: true, ...verdict }] } }, {}]);
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

test('an attempt that only says it better may be done by the calls of those before it', async () => {
  const model = [{ verdicts: [pass(0, '1.1.1/R3/1.2')] }];
  const { judge } = await validator({ success_criteria: [onOutput], tools: ['glob'] }, { model });
  expect(await judge({ ...worked, output: 'nearly' })).toMatchObject([{ type: 'CorrectionSignal' }]);
  expect(await judge({ attempt: 2, output: 'done', tool_calls: [] })).toMatchObject([{ payload: { status: 'matched' } }, {}]);
});

test('a second report that it cannot be done is believed', async () => {
  const { judge } = await validator({ success_criteria: [onFile] });
  const infeasible = { status: 'failed', reason: 'no such printer', infeasible: true } as const;
  expect(await judge(infeasible)).toMatchObject([{ type: 'CorrectionSignal' }]);
  expect(await judge({ ...infeasible, attempt: 2 })).toMatchObject([
    { type: 'SubTaskOutcome', payload: { status: 'failed', failure_reason: 'no such printer' } },
    {},
  ]);
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
  const see: Scripted['see'] = ({ look }) => (look.kind === 'quote' && look.text === 'in the file' ? inFile : { of: 'nothing', why: 'no' });

  test.each<[string, string, readonly string[]]>([
    ['is in the output', 'all done', []],
    ['is in what a call gave back', 'a.txt says', []],
    ['is the id of a call', '1.1.1/R3/1.1', []],
    ['is in a file that was touched', 'in the file', ['1.1.1/R4a/3.1']],
  ])('counts when it %s', async (_, evidence, looks) => {
    const model = [{ verdicts: [pass(0, evidence)] }];
    const { judge, keys } = await validator({ success_criteria: [short], tools: ['read_file'] }, { model, see });
    expect(await judge({ tool_calls: [touched] })).toMatchObject(matched);
    expect(keys).toEqual(['1.1.1/R4a/2.0', ...looks]);
  });

  test.each<[string, string, readonly string[], readonly string[]]>([
    ['it is nowhere', 'nowhere', ['1.1.1/R4a/3.1'], ['1.1.1/R4a/5.1']],
    ['there is none', ' ', [], []],
  ])('does not count when %s: the judge is asked once more, and then it is unverifiable', async (_, evidence, looks, looksAgain) => {
    const model = [{ verdicts: [pass(0, evidence)] }, { verdicts: [pass(0, evidence)] }];
    const { judge, keys } = await validator({ success_criteria: [short], tools: ['read_file'] }, { model, see });
    expect(await judge({ tool_calls: [touched] })).toMatchObject(failed);
    expect(keys).toEqual(['1.1.1/R4a/2.0', ...looks, '1.1.1/R4a/4.0', ...looksAgain]);
  });

  test('may come with the second answer', async () => {
    const model = [{ verdicts: [pass(0, 'nowhere')] }, { verdicts: [pass(0, 'in the file')] }];
    const { judge, keys } = await validator({ success_criteria: [short], tools: ['read_file'] }, { model, see });
    expect(await judge({ tool_calls: [touched] })).toMatchObject(matched);
    expect(keys.slice(-2)).toEqual(['1.1.1/R4a/4.0', '1.1.1/R4a/5.1']);
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

test('an execution of an unknown sub-task is a defect', async () => {
  const { tell } = scripted(createValidator(evidence)(settings));
  await expect(tell('ExecutionResult', execution())).rejects.toThrow('rubric');
});

describe('a miss after the person has spoken', () => {
  const success_criteria = [onFile];
  const judged = async (...told: readonly ('Steer' | 'first' | 'knowing' | 'second' | 'later')[]) => {
    const { tell } = scripted(createValidator(evidence)({ ...settings, cwd: '/home', workspace: '/w' }), { see: () => absent });
    const handed = {
      first: subTask({ success_criteria }),
      knowing: subTask({ success_criteria, heard: 1 }),
      second: subTask({ success_criteria, subtask_id: 't-1-2' as SubTaskId, index: 2, sequence: 2 }),
      later: subTask({ success_criteria, subtask_id: 't-2-1' as SubTaskId, round: 2, heard: 1 }),
    };
    for (const each of told) await (each === 'Steer' ? tell('Steer', { text: 'call it b.txt' }) : tell('SubTask', handed[each]));
    const last = told.findLast((each) => each !== 'Steer') ?? 'first';
    const [draft] = await tell('ExecutionResult', execution({ ...worked, subtask_id: handed[last].subtask_id }));
    return draft && 'type' in draft ? draft.type : undefined;
  };

  test.each([
    ['is corrected if it was planned for', ['Steer', 'knowing'], 'CorrectionSignal'],
    ['is reported if they spoke while it was planned', ['Steer', 'first'], 'SubTaskOutcome'],
    ['is reported if they spoke since', ['first', 'Steer'], 'SubTaskOutcome'],
    ['is reported in every later group of that round', ['first', 'Steer', 'second'], 'SubTaskOutcome'],
    ['is corrected again in the next round', ['first', 'Steer', 'later'], 'CorrectionSignal'],
  ] as const)('%s', async (_, told, type) => {
    expect(await judged(...told)).toBe(type);
  });
});
