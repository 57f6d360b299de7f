/** Whole tasks whose criteria a model judges: it may doubt anything, but nothing passes on its word alone. */
import { describe, expect, test } from 'vitest';
import type { Json } from '../../src/contracts/shapes/json.ts';
import type { CassetteLine } from '../../src/effects/cassette.ts';
import { builtIn } from '../../src/roles/judging/built-in.ts';
import {
  always,
  answers,
  does,
  everyAttempt,
  fileThere,
  folderThere,
  inRuns,
  judged,
  oneRound,
  outputSays,
  plan,
  promptsOf,
  read,
  type Said,
  saying,
  subtask,
  write,
  writers,
  writing,
} from '../support/scripted.ts';
import { expectHonestEnd, failuresIn, messagesOf, runWholeTask } from '../support/whole-task.ts';

const greets = judged('the text greets its reader');
const isShort = judged('the text has one line');

const passes = (criterion: Json, evidence: string) => ({ criterion, verdict: 'pass', failure_class: null, evidence });
const fails = (criterion: Json, failure_class: Json = 'logical') => ({ criterion, verdict: 'fail', failure_class, evidence: 'it is rude' });
const verdicts = (...given: readonly Json[]) => ({ verdicts: given, what_was_wrong: 'It is rude.', what_to_do: 'Be kind.' });

describe('R4a, where no check decides,', () => {
  /** Three attempts that do their work, judged like this each time. */
  const judging = (R4a: Said['R4a'] & object, criteria: readonly Json[] = [greets]) => {
    const R2 = answers(plan([subtask({ success_criteria: criteria })], [folderThere]));
    const attempts = everyAttempt('1.1', does(write('hello.txt', 'hello,\n\nreader')));
    return runWholeTask({ model: saying({ R2, R4a }, attempts), control: oneRound });
  };
  const verdictsIn = (ended: Awaited<ReturnType<typeof judging>>) =>
    messagesOf(ended.entries, 'SubTaskOutcome')[0]?.payload.criteria_verdicts;

  test.each<[string, string]>([
    ['a quote from the output', 'hello.txt is written.'],
    ['a quote in other spacing, with marks around it', '“hello.txt  is\nwritten.”'],
    ['a quote from a file that was touched', 'hello, reader'],
    ['the id of a call that was made', '1.1.1/R3/1.1'],
  ])('believes a pass with evidence that code finds: %s', async (_, evidence) => {
    const ended = await judging(answers(verdicts(passes(0, evidence))));
    expectHonestEnd(ended);
    expect(ended.result.reason).toBe('met');
    expect(inRuns(ended.asked)).toBe('R1 R2 R3×2 R4a');
    expect(verdictsIn(ended)).toMatchObject([{ verdict: 'pass', by: 'model', evidence }]);
  });

  test.each<[string, string]>([
    ['evidence that is invented', 'Dear reader'],
    ['no evidence', ' '],
    ['the id of a call that was never made', '1.1.1/R3/9.9'],
    ['the input of a call', '"content":"hello'],
  ])('asks once more about a pass with %s, and then it is unverifiable', async (_, evidence) => {
    const ended = await judging(always(verdicts(passes(0, evidence))));
    expectHonestEnd(ended);
    expect(ended.result).toMatchObject({ directive: 'abandon', reason: 'gap', loss: { D: 1 } });
    expect(verdictsIn(ended)).toMatchObject([{ verdict: 'unverifiable', failure_class: null, by: 'code' }]);
    expect(inRuns(ended.asked)).toBe('R1 R2 R3×2 R4a×2 R3×2 R4a×2 R3×2 R4a×2 R2');
    const [, again] = promptsOf(ended.entries, 'R4a');
    expect(again?.turns.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
    expect(again?.turns.at(-1)?.text).toMatch(/<reasons>\n0\. \S/);
  });

  test('believes the evidence of the second answer', async () => {
    const ended = await judging(answers(verdicts(passes(0, 'Dear reader')), verdicts(passes(0, 'hello, reader'))));
    expectHonestEnd(ended);
    expect(ended.result.reason).toBe('met');
    expect(inRuns(ended.asked)).toBe('R1 R2 R3×2 R4a×2');
  });

  test.each<[string, readonly Json[], object]>([
    ['no verdict at all', [], { verdict: 'fail', by: 'model' }],
    [
      'verdicts only on what was not asked about',
      [passes(1, 'hello.txt'), passes(-1, 'hello.txt'), passes('x', 'hello.txt')],
      { verdict: 'fail', by: 'model' },
    ],
    ['something that is not a verdict', ['pass', null, { verdict: 'pass' }], { verdict: 'fail', by: 'model' }],
    ['a verdict of its own making', [{ ...passes(0, 'hello.txt'), verdict: 'probably' }], { verdict: 'fail', by: 'model' }],
    ['a pass and a fail', [passes(0, 'hello.txt'), fails(0)], { verdict: 'fail', failure_class: 'logical', by: 'model' }],
    ['a pass and a doubt', [passes(0, 'hello.txt'), { ...fails(0), verdict: 'unverifiable' }], { verdict: 'unverifiable' }],
    ['a doubt', [{ ...fails(0), verdict: 'unverifiable' }], { verdict: 'unverifiable', failure_class: null, by: 'model' }],
    ['a fail by the surroundings', [fails(0, 'environmental')], { verdict: 'fail', failure_class: 'environmental', by: 'model' }],
    ['a fail of a class of its own', [fails(0, 'moral')], { verdict: 'fail', failure_class: null, by: 'model' }],
  ])('never passes what is judged with %s', async (_, given, verdict) => {
    const ended = await judging(always(verdicts(...given)));
    expectHonestEnd(ended);
    expect(ended.result).toMatchObject({ directive: 'abandon', reason: 'gap', loss: { D: 1 } });
    expect(verdictsIn(ended)).toMatchObject([verdict]);
    expect(inRuns(ended.asked)).toBe('R1 R2 R3×2 R4a R3×2 R4a R3×2 R4a R2');
  });

  test('ignores verdicts on what was not asked about', async () => {
    const ended = await judging(answers(verdicts(fails(1), passes(0, 'hello.txt is written.'), fails(-1))));
    expectHonestEnd(ended);
    expect(ended.result.reason).toBe('met');
  });

  test('lesson: judges each criterion alone: one that convinces does not carry another through', async () => {
    const ended = await judging(always(verdicts(passes(0, 'hello.txt is written.'))), [greets, isShort]);
    expectHonestEnd(ended);
    expect(verdictsIn(ended)).toMatchObject([{ verdict: 'pass' }, { verdict: 'fail' }]);
    expect(ended.result.unmet.map(({ criterion }) => criterion)).toEqual([isShort.criterion]);
  });

  test('asks the model only about what code cannot decide, and keeps the order of the criteria', async () => {
    const criteria = [greets, fileThere('missing.txt'), isShort, fileThere()];
    const given = verdicts(passes(0, 'hello.txt is written.'), fails(1));
    const ended = await judging(always(given), criteria);
    expectHonestEnd(ended);
    expect(verdictsIn(ended)?.map(({ criterion, verdict, by }) => [criterion, verdict, by])).toEqual([
      [greets.criterion, 'pass', 'model'],
      ['missing.txt exists', 'fail', 'check'],
      [isShort.criterion, 'fail', 'model'],
      ['hello.txt exists', 'pass', 'check'],
    ]);
    const [prompt] = promptsOf(ended.entries, 'R4a');
    expect(prompt?.text).toContain(isShort.criterion);
    expect(prompt?.text).not.toContain('missing.txt exists');
  });

  test('tells the executor what the judge found wrong', async () => {
    const ended = await judging([...answers(verdicts(fails(0))), ...answers(verdicts(passes(0, 'hello.txt is written.')))]);
    expectHonestEnd(ended);
    expect(ended.result.reason).toBe('met');
    const [correction] = messagesOf(ended.entries, 'CorrectionSignal');
    expect(correction?.payload).toMatchObject({ failed_criterion: greets.criterion, failure_class: 'logical' });
    expect(correction?.payload.what_was_wrong).toContain('It is rude.');
    expect(correction?.payload.what_to_do).toContain('Be kind.');
  });

  test('that cannot be read once is asked again; twice, it is a failure of the infrastructure and never a pass', async () => {
    const once = await judging(answers('Looks fine!', verdicts(passes(0, 'hello.txt is written.'))));
    expectHonestEnd(once);
    expect(once.result.reason).toBe('met');
    const twice = await judging(always('Looks fine!'));
    expectHonestEnd(twice);
    expect(twice.result).toMatchObject({ directive: 'abandon', reason: 'infrastructure' });
    expect(failuresIn(twice)).toEqual(['answer_unreadable in R4a']);
    expect(inRuns(twice.asked)).toBe('R1 R2 R3×2 R4a×2');
  });

  test('does not ask the model about work that was not done', async () => {
    const R2 = answers(plan([subtask({ success_criteria: [greets] })], [folderThere]));
    const ended = await runWholeTask({ model: saying({ R2, R3: always('Hello, reader!') }), control: oneRound });
    expectHonestEnd(ended);
    expect(ended.asked).not.toContain('R4a');
    expect(ended.result.reason).toBe('gap');
  });

  test('lesson: finds evidence in the middle of a long file, which no prompt shows', async () => {
    const lines = Array.from({ length: 20_000 }, (_, at) => (at === 10_000 ? 'the treasure is under the oak' : `line ${at} of many`));
    const named = judged('the place of the treasure is named');
    const said = {
      R2: answers(plan([subtask({ success_criteria: [named] })], [named])),
      R3: does(read('map.txt'), 'Found it.'),
      R4a: answers(verdicts(passes(0, 'the treasure is under the oak'), passes(1, 'the treasure is under the oak'))),
    };
    const ended = await runWholeTask({ model: saying(said), files: { 'map.txt': lines.join('\n') } });
    expectHonestEnd(ended);
    expect(ended.result.reason).toBe('met');
    const [judge] = promptsOf(ended.entries, 'R4a');
    expect(judge?.text).not.toContain('treasure is under');
    expect(judge?.text).toContain('line 19999 of many');
  });
});

describe('R4b', () => {
  const whole = judged('both files are named');
  const merged = (given: readonly Json[], merged_output = 'a and b are written.') => ({ merged_output, summary: 'Both.', verdicts: given });
  const both = (round: number, criteria: readonly Json[] = [whole]) =>
    plan(
      ['a', 'b'].map((name) => writing(name, { intent: `Write ${name}.txt, try ${round}` })),
      criteria,
    );
  const working = (R4b: Said['R4b'] & object, criteria?: readonly Json[], ...more: readonly CassetteLine[][]) =>
    saying({ R2: answers(both(1, criteria), both(2, criteria)), R4b }, writers(1, ['a', 'b']), writers(2, ['a', 'b']), ...more);

  test('merges and judges in one call, with evidence from any sub-task', async () => {
    const ended = await runWholeTask({ model: working(answers(merged([passes(0, 'b is written.'), passes(1, 'a is written.')]))) });
    expectHonestEnd(ended);
    expect(ended.result).toMatchObject({ reason: 'met', output: 'a and b are written.', summary: 'Both.' });
    expect(ended.asked.filter((role) => role === 'R4b')).toHaveLength(1);
  });

  const good = merged([0, 1].map((criterion) => passes(criterion, 'a is written.')));
  test.each<[string, readonly Json[], times: number]>([
    ['no verdict', [], 1],
    ['invented evidence, twice', [passes(0, 'c is written.')], 2],
    ['a fail', [fails(0, null)], 1],
    ['a doubt', [{ ...fails(0), verdict: 'unverifiable' }], 1],
    ['a verdict on something else', [passes(2, 'a is written.')], 1],
  ])('does not let the whole pass on %s: another round is made', async (_, given, times) => {
    const ended = await runWholeTask({ model: working(answers(...Array(times).fill(merged(given)), good)) });
    expectHonestEnd(ended);
    expect(ended.result).toMatchObject({ reason: 'met', replans: 1 });
    const [request] = messagesOf(ended.entries, 'ReplanRequest');
    expect(request?.payload).toMatchObject({ failed_subtasks: [], merged_output: 'a and b are written.', recommendation: 'replan' });
    expect(request?.payload.task_verdicts?.map(({ verdict }) => verdict)).not.toContain('pass');
  });

  test('does not take its own words as evidence for what can be verified', async () => {
    const verifiable = { ...whole, mode: 'verifiable' };
    const ended = await runWholeTask({
      model: working(always(merged([passes(0, 'a and b are written.')])), [verifiable]),
      control: oneRound,
    });
    expectHonestEnd(ended);
    expect(ended.result).toMatchObject({
      reason: 'gap',
      unmet: [
        { criterion: whole.criterion, why: expect.stringContaining("is only in the executor's answer") },
        { criterion: builtIn.criterion, why: expect.stringContaining('no verdict') },
      ],
    });
  });

  test('judges alone what no check decides, beside what checks do', async () => {
    const ended = await runWholeTask({
      model: working(always(merged([0, 1, 2].map((at) => passes(at, 'a is written.')))), [
        { ...fileThere('missing.txt'), weight: 2 },
        whole,
        outputSays('written'),
      ]),
      control: oneRound,
    });
    expectHonestEnd(ended);
    expect(ended.result).toMatchObject({ reason: 'gap', unmet: [{ criterion: 'missing.txt exists' }] });
    expect(ended.result.loss.D).toBeCloseTo(2 / 5); // the built-in criterion passes
    expect(ended.result.output).toContain('Write a.txt');
  });

  test('lesson: that cannot be read twice leaves the whole unjudged and asks for another round, and nothing hangs', async () => {
    const garbage = answers('Well…', 'Well…');
    const ended = await runWholeTask({
      model: working([...garbage, ...answers(good)], [whole, fileThere('a.txt')]),
    });
    expectHonestEnd(ended);
    expect(ended.result).toMatchObject({ reason: 'met', replans: 1 });
    const [request] = messagesOf(ended.entries, 'ReplanRequest');
    expect(request?.payload.task_verdicts).toMatchObject(Array(2).fill({ verdict: 'unverifiable', failure_class: null, by: 'code' }));
    expect(messagesOf(ended.entries, 'PlanDirective')).toHaveLength(1);
    expect(failuresIn(ended)).toEqual([]);
  });

  test('lesson: that can never be read ends with nothing met, and with what its parts achieved', async () => {
    const ended = await runWholeTask({ model: working(always('Well…'), [whole, fileThere('a.txt')]), control: oneRound });
    expectHonestEnd(ended);
    expect(ended.result).toMatchObject({ directive: 'abandon', reason: 'gap', loss: { D: 1 } });
    expect(ended.result.unmet.map(({ criterion }) => criterion).toSorted()).toEqual(['a.txt exists', whole.criterion]);
    expect(ended.result.output).toContain('Write a.txt');
    expect(ended.asked.filter((role) => role === 'R4b')).toHaveLength(2);
  });

  test('is not asked about a single output, which is delivered as it is', async () => {
    const ended = await runWholeTask({ model: saying({ R2: answers(plan([subtask()], [greets])), R4b: [] }) });
    expectHonestEnd(ended);
    expect(ended.result).toMatchObject({ reason: 'met', output: 'hello.txt is written.' });
    expect(inRuns(ended.asked)).toBe('R1 R2 R3×2 R4a');
    expect(promptsOf(ended.entries, 'R4a')[0]?.answered_by).toBe('R4b');
  });
});
