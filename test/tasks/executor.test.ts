/** R3 in whole tasks of one round: whatever its model does, only what was really done and checked counts. */
import { describe, expect, test } from 'vitest';
import type { Json } from '../../src/contracts/shapes/json.ts';
import {
  always,
  answers,
  does,
  type Ends,
  everyAttempt,
  fileThere,
  folderThere,
  giveUp,
  inRuns,
  megabyte,
  oneRound,
  outputSays,
  plan,
  promptsOf,
  read,
  type Said,
  saying,
  subtask,
  testRows,
  write,
  writers,
  writing,
} from '../support/scripted.ts';
import { expectHonestEnd, messagesOf, runWholeTask } from '../support/whole-task.ts';

const done: Ends = { reason: 'met', asked: 'R1 R2 R3×2' };

describe('R3 lives with a model that', () => {
  const gap = (steps: number): Ends => ({ reason: 'gap', asked: `R1 R2 R3×${steps} R2` });
  const printed = { name: write().tool, arguments: write().input };
  const claims = { answer: 'hello.txt is written.' };
  /** The same answers in all three attempts. */
  const thrice = (...steps: Said['R3'] & object): Said => ({ R3: [...steps, ...steps, ...steps] });
  const calling = (tool: string, input: Json = {}): Said => thrice({ calls: [{ tool, input }] }, claims);
  testRows([
    ['claims success without a call', thrice(claims), gap(3)],
    [
      'is cut off in its answer once',
      { R3: [{ calls: [write()] }, { answer: 'hello.txt is wr', cut: true }, claims] },
      { ...done, asked: 'R1 R2 R3×3' },
    ],
    ['is always cut off', { R3: [{ answer: 'hel', cut: true, repeat: true }] }, gap(60)],
    ['says nothing at all', { R3: always('') }, gap(3)],
    ['calls a tool that does not exist', calling('teleport', { to: 'hello.txt' }), gap(6)],
    ['calls a tool that its plan does not name', calling('glob', { pattern: '*' }), gap(6)],
    ['calls a tool without a name', calling(''), gap(6)],
    ['calls a tool from the prototype', calling('__proto__'), gap(6)],
    ['calls a tool whose name is very long', calling(megabyte.slice(0, 1 << 16)), gap(6)],
    ['gives up with a reason', { R3: [{ calls: [giveUp({ reason: 'there is no disk' })], repeat: true }] }, gap(2)],
    ['gives up without a reason', { R3: [{ calls: [giveUp({})], repeat: true }] }, gap(2)],
    [
      'lesson: says it failed although the tool succeeded',
      thrice({ calls: [write()] }, { calls: [giveUp({ reason: 'not sure' })] }),
      gap(4),
    ],
    ['lesson: says it is done although the tool failed', thrice({ calls: [write('hello.txt/')] }, claims), gap(6)],
    ['works on for twenty steps without an end', { R3: [{ calls: [read('nothing.txt')], repeat: true }] }, gap(60)],
    ['does something else and says it is done', thrice({ calls: [write('other.txt')] }, claims), gap(6)],
    ['ends with a megabyte', { R3: [{ calls: [write('hello.txt', megabyte)] }, { answer: megabyte }] }, done],
    ['ends with an object', { R3: [{ calls: [write()] }, { answer: { status: 'failed' } }] }, done],
    ['thinks before it ends', { R3: [{ calls: [write()] }, { answer: '<think>Did it work?</think>hello.txt is written.' }] }, done],
    [
      'prints its call as text',
      { R3: answers(`I write it.\n<tool_call>${JSON.stringify(printed)}</tool_call>`, 'hello.txt is written.') },
      done,
    ],
    ['prints its call as all that it says', { R3: answers(printed, 'hello.txt is written.') }, done],
    ['prints a call of a tool that its plan does not name', { R3: always({ name: 'glob', arguments: { pattern: '*' } }) }, gap(3)],
    [
      'tries again after a failure',
      { R3: [{ calls: [read()] }, { calls: [write()] }, { calls: [read()] }, claims] },
      { ...done, asked: 'R1 R2 R3×4' },
    ],
  ]);

  const disguised: Json = JSON.parse('{"__proto__":{"path":"hello.txt","content":"x"}}');
  const garbage: readonly Json[] = [null, 7, 'hello.txt', [], {}, { path: 7 }, { path: '' }, disguised];
  test.each(garbage.map((input) => [input]))('calls a tool with the input %j, which does nothing', async (input) => {
    const model = saying(calling('write_file', input));
    const ended = await runWholeTask({ model, control: oneRound });
    expectHonestEnd(ended);
    expect(ended.result).toMatchObject({ reason: 'gap', changed: [], cost: { tool_calls: 1 } });
    expect(ended.files).toEqual({});
    const executions = messagesOf(ended.entries, 'ExecutionResult').flatMap(({ payload }) => payload.tool_calls);
    expect(executions).toMatchObject([
      { ok: false, error_class: 'invalid_input', input },
      { ok: false, error_class: 'refused' }, // its effects are known
      { ok: false, error_class: 'refused' },
    ]);
  });

  test('calls tools that are not on offer: none of them is performed, and each is evidence', async () => {
    const calls = ['teleport', 'glob', '', '__proto__'].map((tool) => ({ tool, input: { path: 'hello.txt', content: 'x', pattern: '*' } }));
    const ended = await runWholeTask({ model: saying(thrice({ calls }, { answer: 'Done.' })), control: oneRound });
    expectHonestEnd(ended);
    expect(ended.result.cost.tool_calls).toBe(0);
    const [execution] = messagesOf(ended.entries, 'ExecutionResult');
    expect(execution?.payload.tool_calls.map(({ ok, error_class }) => [ok, error_class])).toEqual(Array(4).fill([false, 'refused']));
  });

  test('calls a tool whose name is very long: later prompts do not have all of it', async () => {
    const calls = [{ tool: 'x'.repeat(20_000), input: {} }];
    const ended = await runWholeTask({ model: saying({ R3: [{ calls }, ...always('Hm.')] }), control: oneRound });
    expectHonestEnd(ended);
    const [, second] = promptsOf(ended.entries, 'R3');
    expect(JSON.stringify(second?.turns).length).toBeLessThan(20_000);
  });

  test.each<[Json, string]>([
    [{ reason: 'there is no disk' }, 'there is no disk'],
    [{ reason: '' }, 'no reason was given'],
    [{ reason: ' \n' }, 'no reason was given'],
    [{ reason: ['x'] }, 'no reason was given'],
    [{}, 'no reason was given'],
    [null, 'no reason was given'],
    ['there is no disk', 'no reason was given'],
  ])('gives up with %j: the person reads why, nothing counts as met, and what follows in that step is not done', async (input, why) => {
    const calls = [write(), giveUp(input), write('late.txt')];
    const ended = await runWholeTask({ model: saying({ R3: [{ calls, repeat: true }] }), control: oneRound });
    expectHonestEnd(ended);
    expect(ended.result).toMatchObject({ reason: 'gap', loss: { D: 1 }, unmet: [{ why: expect.stringContaining(why) }] });
    expect(ended.result.cost.tool_calls).toBe(2); // the second report is accepted
    expect(ended.files).toEqual({ 'hello.txt': 'hello\n' });
    expect(ended.result.changed).toHaveLength(1);
  });

  test('claims success without a call: a file that was there before is not proof', async () => {
    const ended = await runWholeTask({ model: saying(thrice(claims)), files: { 'hello.txt': 'mine' }, control: oneRound });
    expectHonestEnd(ended);
    expect(ended.result).toMatchObject({ directive: 'abandon', reason: 'gap' });
  });

  test('lesson: repeats an identical search without an end: it is made once an attempt, and stopped after twenty steps', async () => {
    const model = saying({ R3: [{ calls: [read('b.txt')], repeat: true }] });
    const ended = await runWholeTask({ model, control: oneRound });
    expectHonestEnd(ended);
    expect(ended.result.cost.tool_calls).toBe(3); // the world may have changed before another attempt
    for (const { payload } of messagesOf(ended.entries, 'ExecutionResult')) {
      expect(payload).toMatchObject({ status: 'failed', output: null });
      expect(payload.tool_calls).toHaveLength(20);
    }
  });
});

describe('a check that fails', () => {
  const failing = (subtasks: readonly Json[], criteria: readonly Json[]) =>
    runWholeTask({
      model: saying({ R2: answers(plan(subtasks, criteria)) }, everyAttempt('1.1', does(write()))),
      control: oneRound,
    });

  test('keeps a sub-task from matching, with what was seen as the reason', async () => {
    const ended = await failing(
      [subtask({ success_criteria: [fileThere(), fileThere('missing.txt'), outputSays('goodbye')] })],
      [folderThere],
    );
    expectHonestEnd(ended);
    const [outcome] = messagesOf(ended.entries, 'SubTaskOutcome');
    expect(outcome?.payload.criteria_verdicts).toMatchObject([
      { verdict: 'pass', failure_class: null, by: 'check' },
      { verdict: 'fail', failure_class: 'logical', by: 'check' },
      { verdict: 'fail', failure_class: 'logical', by: 'check' },
    ]);
    expect(ended.result).toMatchObject({
      reason: 'gap',
      unmet: [{ criterion: 'missing.txt exists' }, { criterion: 'the answer says goodbye' }],
    });
    expect(ended.result.loss.D).toBeCloseTo(2 / 3);
  });

  test('of the task counts although its sub-task matched, and what matched is handed over', async () => {
    const ended = await failing([subtask()], [fileThere('missing.txt')]);
    expectHonestEnd(ended);
    expect(messagesOf(ended.entries, 'SubTaskOutcome')[0]?.payload.status).toBe('matched');
    expect(ended.result).toMatchObject({ reason: 'gap', unmet: [{ criterion: 'missing.txt exists' }], loss: { D: 1 } });
    expect(ended.result.output).toContain('Write hello.txt');
  });

  test('because it never ends does not pass and is not tried again', async () => {
    const impossible = { criterion: 'it rhymes', mode: 'verifiable', check: { kind: 'command', run: 'yes' } };
    const ended = await failing([subtask({ success_criteria: [impossible] })], [folderThere]);
    expectHonestEnd(ended);
    expect(ended.result).toMatchObject({ reason: 'gap', unmet: [{ criterion: 'it rhymes' }], loss: { D: 1 } });
    expect(inRuns(ended.asked)).toBe('R1 R2 R3×2 R2');
  });
});

describe('with several sub-tasks', () => {
  const together = (
    names: readonly string[],
    wrong: readonly string[],
    merge: Said['R4b'] & object,
    criterion: Json = outputSays('written'),
  ) =>
    saying(
      {
        R2: answers(
          plan(
            names.map((name) => writing(name)),
            [criterion],
          ),
        ),
        R4b: merge,
      },
      writers(1, names, wrong),
    );

  test('that all match, a model puts their outputs together, once', async () => {
    const names = Array.from({ length: 20 }, (_, at) => `file-${at}`);
    const verdicts = [0, 1].map((criterion) => ({ criterion, verdict: 'pass', evidence: 'file-7 is written.' }));
    const merged = { merged_output: 'All twenty are written.', summary: 'All of them.', verdicts };
    const ended = await runWholeTask({ model: together(names, [], answers(merged), outputSays('twenty')) });
    expectHonestEnd(ended);
    expect(ended.result).toMatchObject({ reason: 'met', output: merged.merged_output, summary: merged.summary });
    expect(ended.asked.filter((role) => role === 'R4b')).toHaveLength(1);
    expect(Object.keys(ended.files).toSorted()).toEqual(names.map((name) => `${name}.txt`).toSorted());
  });

  test('lesson: if one of them fails, nothing is merged, and the person reads which are done and which are not', async () => {
    const ended = await runWholeTask({ model: together(['a', 'b'], ['b'], []), control: oneRound });
    expectHonestEnd(ended);
    expect(ended.result).toMatchObject({ directive: 'abandon', reason: 'gap', loss: { D: 0.5 } });
    expect(ended.result.unmet.map(({ criterion }) => criterion)).toEqual(['b.txt exists']);
    expect(ended.result.output).toContain('Write a.txt');
    expect(ended.result.output).not.toContain('Write b.txt');
    expect(ended.asked).not.toContain('R4b');
  });

  test('a merged output that loses what the goal asks for does not pass', async () => {
    const verdicts = [0, 1].map((criterion) => ({ criterion, verdict: 'pass', evidence: 'a is written.' }));
    const merged = { merged_output: 'One is done.', summary: 'All is well.', verdicts };
    const ended = await runWholeTask({ model: together(['a', 'b'], [], answers(merged)), control: oneRound });
    expectHonestEnd(ended);
    expect(ended.result).toMatchObject({ reason: 'gap', unmet: [{ criterion: 'the answer says written' }] });
  });

  test('where checks of the world decide everything no model merges: the outputs are joined', async () => {
    const ended = await runWholeTask({ model: together(['a', 'b'], [], [], fileThere('a.txt')) });
    expectHonestEnd(ended);
    expect(ended.result).toMatchObject({ reason: 'met', output: 'a is written.\n\nb is written.' });
    expect(ended.asked).not.toContain('R4b');
  });
});
