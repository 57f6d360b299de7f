/** Whole tasks of several rounds: R2 and R3 follow what R7 directs, and every task ends. */
import { describe, expect, test } from 'vitest';
import type { Directive, FinalResult } from '../../src/contracts/control.ts';
import type { Json } from '../../src/contracts/shapes/json.ts';
import {
  always,
  answers,
  attempt,
  callsIn,
  does,
  everyAttempt,
  fileThere,
  folderThere,
  inRuns,
  oneRound,
  outputSays,
  perceived,
  plan,
  promptsOf,
  read,
  type Says,
  saying,
  subtask,
  writers,
  writing,
} from '../support/scripted.ts';
import { type Ended, expectHonestEnd, failuresIn, messagesOf, runWholeTask } from '../support/whole-task.ts';

const reasonsIn = ({ entries }: Ended) =>
  entries.flatMap((entry) => (entry.kind === 'decision' && entry.name === 'plan_rejected' ? [entry.result] : []));

describe('after a round that missed', () => {
  const files = { 'notes.txt': 'The word is hello.' };
  const criteria = [outputSays('hello')];
  const looking = (intent: string, tools: readonly string[]) =>
    plan([subtask({ intent, tools, context: '', success_criteria: criteria })], criteria);
  const globbing = { tool: 'glob', input: { pattern: '*' } };

  type Row = readonly [
    directive: Directive,
    control: { epsilon?: number },
    first: Says,
    blocked: { tools?: readonly string[]; calls?: readonly string[] },
  ];
  const rows: readonly Row[] = [
    ['break_symmetry', {}, { calls: [globbing] }, { tools: ['glob'] }],
    ['change_approach', { epsilon: 0 }, { calls: [globbing] }, { tools: ['glob'] }],
    ['change_path', {}, { calls: [read('word.txt')] }, { calls: ['read_file word.txt'] }],
    ['refine', { epsilon: 0 }, { calls: [read('word.txt')] }, { calls: ['read_file word.txt'] }],
  ];

  test.each(rows)(
    'lesson: %s is enforced by code, in the plan and in every call',
    async (directive, control, first, { tools = [], calls = [] }) => {
      const R2 = answers(
        looking('Look for the word', ['glob', 'read_file']),
        looking('Search word.txt from its end', ['glob', 'read_file']),
        looking('Take it from the notes', ['read_file']),
      );
      const second = [...(first.calls ?? []), read('word.txt'), read('./word.txt')];
      const lines = [
        ...everyAttempt('1.1', [first, { answer: 'Nothing.' }]),
        ...attempt('2.1.1', [{ calls: second }, ...does(read('notes.txt'), 'It is hello.')]),
      ];
      const ended = await runWholeTask({ model: saying({ R2 }, lines), files, control });
      expectHonestEnd(ended);
      expect(ended.result).toMatchObject({
        directive: 'accept',
        reason: 'met',
        output: 'It is hello.',
        replans: 1,
        prev_directive: directive,
      });

      const [directed, ...others] = messagesOf(ended.entries, 'PlanDirective').map(({ payload }) => payload);
      expect(others).toEqual([]);
      expect(directed).toMatchObject({
        directive,
        prev_directive: 'init',
        round: 1,
        urgency: 'normal',
        failed_criterion: 'the answer says hello',
      });
      expect(directed?.blocked_tools).toEqual(tools);
      expect(directed?.blocked_targets.map(({ tool, target }) => `${tool} ${target}`)).toEqual(calls);

      // A plan that names something blocked is sent back with the reason.
      expect(reasonsIn(ended)).toEqual([
        tools.length > 0
          ? { reasons: [expect.stringMatching(/glob.*blocked.*there are/)], told: [expect.stringMatching(/glob.*blocked in this round$/)] }
          : { reasons: [expect.stringMatching(/read_file.*word\.txt.*blocked/)] },
      ]);
      const [, again, third] = promptsOf(ended.entries, 'R2');
      expect(again?.text).toMatch(/<missed>\n.*the answer says hello: .*\n<\/missed>/s);
      expect(again?.text).toContain(`<blocked>\n${tools[0] ?? calls[0]}\n</blocked>`);
      expect(third?.turns).toHaveLength(3);
      expect(third?.turns.at(-1)?.text).toContain('blocked');

      // An executor that makes such a call gets the reason instead.
      const performed = callsIn(
        ended.entries.slice(ended.entries.findIndex((entry) => entry.kind === 'message' && entry.type === 'PlanDirective')),
      );
      const made = performed.map(({ tool, input }) => `${tool} ${Object.values(input as object)}`);
      expect(made).toEqual(
        tools.length > 0 ? ['read_file word.txt', 'read_file ./word.txt', 'read_file notes.txt'] : ['read_file notes.txt'],
      );
      const execution = messagesOf(ended.entries, 'ExecutionResult').at(-1)?.payload;
      expect(execution?.tool_calls.filter(({ error_class }) => error_class === 'refused').length).toBe(second.length + 1 - made.length);
    },
  );

  test('a blocked tool is not even offered', async () => {
    const R2 = answers(looking('Look for the word', ['glob', 'read_file']), looking('Take it from the notes', ['read_file']));
    const lines = [
      ...everyAttempt('1.1', [{ calls: [globbing] }, { answer: 'Nothing.' }]),
      ...attempt('2.1.1', does(read('notes.txt'), 'It is hello.')),
    ];
    const ended = await runWholeTask({ model: saying({ R2 }, lines), files });
    expectHonestEnd(ended);
    const [first, second] = promptsOf(ended.entries, 'R2');
    expect(first?.system).toContain('  glob: ');
    expect(second?.system).not.toContain('  glob: ');
    const offered = promptsOf(ended.entries, 'R3').map(({ tools }) => tools.map(({ name }) => name));
    expect(offered[0]).toEqual(['glob', 'read_file', 'report_infeasible']);
    expect(offered.at(-1)).toEqual(['read_file', 'report_infeasible']);
  });

  test('a blocked call may be planned where the person named its target', async () => {
    const R2 = answers(looking('Look for the word', ['read_file']), looking('Search word.txt again', ['read_file']));
    const lines = [
      ...everyAttempt('1.1', does(read('word.txt'), 'Nothing.')),
      ...attempt('2.1.1', does(read('notes.txt'), 'It is hello.')),
    ];
    const ended = await runWholeTask({ model: saying({ R2 }, lines), files, goal: 'Say what is in word.txt.' });
    expectHonestEnd(ended);
    expect(ended.result).toMatchObject({ reason: 'met', replans: 1 });
    expect(reasonsIn(ended)).toEqual([]);
  });

  test('what was blocked by one directive is free again when the next does not block it', async () => {
    const intents = ['Look for the word', 'Take it from a file of that name', 'List everything once more and say it'];
    const R2 = answers(...intents.map((intent, at) => looking(intent, at === 1 ? ['read_file'] : ['glob', 'read_file'])));
    const lines = [
      ...everyAttempt('1.1', [{ calls: [globbing] }, { answer: 'Nothing.' }]),
      ...everyAttempt('2.1', does(read('word.txt'), 'Nothing.')),
      ...attempt('3.1.1', does(globbing, 'It is hello.')),
    ];
    const ended = await runWholeTask({ model: saying({ R2 }, lines), files });
    expectHonestEnd(ended);
    const directives = messagesOf(ended.entries, 'PlanDirective').map(({ payload }) => payload);
    expect(directives).toMatchObject([
      { directive: 'break_symmetry', blocked_tools: ['glob'], prev_directive: 'init' },
      { directive: 'refine', urgency: 'low', blocked_tools: [], prev_directive: 'break_symmetry' },
    ]);
    expect(ended.result).toMatchObject({ reason: 'met', replans: 2 });
  });

  test('and left one part undone, the next plan may be for that part alone', async () => {
    const both = plan([writing('a'), writing('b')], [fileThere('a.txt'), fileThere('b.txt')]);
    const rest = plan([writing('b', { intent: 'Write the missing part' })], [fileThere('a.txt'), fileThere('b.txt')]);
    const lost = everyAttempt('1.2', does(read('draft.txt')));
    const model = saying({ R2: answers(both, rest) }, writers(1, ['a']), lost, writers(2, ['b']));
    const ended = await runWholeTask({ model });
    expectHonestEnd(ended);
    expect(ended.result).toMatchObject({ directive: 'accept', reason: 'met', replans: 1 });
    expect(ended.files).toEqual({ 'a.txt': 'hello\n', 'b.txt': 'hello\n' });
    expect(callsIn(ended.entries).filter(({ tool }) => tool === 'write_file')).toHaveLength(2);
  });
});

describe('a plan that failed', () => {
  const both = (a: string, b: string, tools = ['write_file']) =>
    plan([writing('a', { intent: a, tools }), writing('b', { intent: b, tools })], [outputSays('written')]);
  /** The second sub-task says nothing. Everything else is right: the first did its part. */
  const first = [...writers(1, ['a']), ...[1, 2, 3].map((number) => ({ key: `1.2.${number}/R3/1.0`, answer: 'Hm.' }))];

  test.each<[string, Json]>([
    ['the same', both('Write the first', 'Write the second')],
    [
      'in other words for the rest',
      { ...both('Write the first', 'Write the second'), task_criteria: [outputSays('written'), fileThere('b.txt')] },
    ],
    ['in other case and punctuation', both('write THE first!', '  Write the "second".')],
    ['in another order', both('Write the second', 'Write the first')],
  ])('is never carried out twice: %s', async (_, again) => {
    const ended = await runWholeTask({
      model: saying({ R2: [...answers(both('Write the first', 'Write the second')), ...always(again)] }, first),
    });
    expectHonestEnd(ended);
    expect(ended.result).toMatchObject({ directive: 'abandon', reason: 'no_plan', replans: 1, loss: { D: 0.5 } });
    expect(ended.result.output).toContain('done and checked: Write the first');
    expect(ended.result.unmet.map(({ criterion }) => criterion)).toContain('b.txt exists');
    expect(reasonsIn(ended)).toEqual(Array(4).fill({ reasons: [expect.stringContaining('already failed')] }));
    expect(messagesOf(ended.entries, 'PlanFailed')).toHaveLength(1);
    expect(messagesOf(ended.entries, 'SubTask').filter(({ to }) => to === 'R3')).toHaveLength(2);
    expect(promptsOf(ended.entries, 'R2')).toHaveLength(5);
    expect(promptsOf(ended.entries, 'R2')[1]?.text).toMatch(/<failed_plan>\n1\. Write the first.*<\/failed_plan>/s);
  });

  test.each<[Directive, readonly string[], FinalResult['reason']]>([
    ['change_path', ['read_file'], 'met'],
    ['break_symmetry', [], 'no_plan'],
  ])('may be made again in nearly the same words unless the approach is in doubt: %s', async (directive, tools, reason) => {
    const planned = (intent: string) => plan([subtask({ intent, tools, success_criteria: [outputSays('done')] })], [outputSays('done')]);
    const [told, retold] = ['Say that all the work on the first file is done', 'Say that all the work on the first file is now done'];
    const lines = [...everyAttempt('1.1', answers('Not yet.')), ...attempt('2.1.1', does(read('a.txt'), 'All is done.'))];
    const R2 = [...answers(planned(told)), ...always(planned(retold))];
    const ended = await runWholeTask({ model: saying({ R2 }, lines), files: { 'a.txt': '' } });
    expectHonestEnd(ended);
    expect(messagesOf(ended.entries, 'PlanDirective').map(({ payload }) => payload.directive)).toEqual([directive]);
    expect(ended.result.reason).toBe(reason);
  });
});

describe('a task that does not reach its goal', () => {
  const says = (intent: string, ...words: readonly string[]) =>
    plan([subtask({ intent, tools: [], context: '', success_criteria: words.map(outputSays) })], words.map(outputSays));
  const intents = ['Count upwards', 'List all numbers', 'Recite everything aloud', 'Spell it letter by letter', 'Sing'];

  test('lesson: is given up after three replans, with the reason, what is unmet and what to do next', async () => {
    const R2 = answers(...intents.map((intent) => plan([subtask({ intent })])));
    const ended = await runWholeTask({ model: saying({ R2, R3: always('hello.txt is written.') }) });
    expectHonestEnd(ended);
    expect(ended.result).toMatchObject({
      directive: 'abandon',
      reason: 'gap',
      replans: 3,
      prev_directive: 'change_path',
      loss: { D: 1, P: 0.5 },
    });
    expect(ended.result.loss.Omega).toBeCloseTo(0.6, 1);
    expect(inRuns(ended.asked)).toBe('R1 R2 R3×3 R2 R3×3 R2 R3×3 R2 R3×3 R2');
    expect(messagesOf(ended.entries, 'PlanDirective').map(({ payload }) => payload.round)).toEqual([1, 2, 3]);
    expect(messagesOf(ended.entries, 'DispatchManifest').map(({ payload }) => payload.round)).toEqual(
      [1, 2, 3, 4].flatMap((round) => [round, round, round]),
    );
    expect(ended.result.next_moves).toEqual(['Look at it.', 'Do the rest.']);
  });

  test('and gets worse twice in a row is given up before that', async () => {
    const R2 = answers(...intents.map((intent) => says(intent, 'one', 'two', 'three')));
    const lines = ['one two', 'one', 'nothing'].flatMap((said, at) => everyAttempt(`${at + 1}.1`, answers(said)));
    const ended = await runWholeTask({ model: saying({ R2 }, lines) });
    expectHonestEnd(ended);
    expect(ended.result).toMatchObject({ directive: 'abandon', reason: 'gap', replans: 2, loss: { D: 0.75 } }); // the built-in criterion passes
    const losses = messagesOf(ended.entries, 'PlanDirective').map(({ payload: { loss, grad_l } }) => [loss.D, grad_l > 0.1]);
    expect(losses).toEqual([
      [0.25, false],
      [0.5, true],
    ]);
    expect(ended.result.grad_l).toBeGreaterThan(0.1);
  });

  test('but gets better in between continues', async () => {
    const R2 = answers(...intents.map((intent) => says(intent, 'one', 'two', 'three')));
    const lines = ['one two', 'one', 'one two', 'one'].flatMap((said, at) => everyAttempt(`${at + 1}.1`, answers(said)));
    const ended = await runWholeTask({ model: saying({ R2 }, lines) });
    expectHonestEnd(ended);
    expect(ended.result).toMatchObject({ directive: 'abandon', reason: 'gap', replans: 3 });
  });

  test('for lack of time is abandoned at once', async () => {
    const ended = await runWholeTask({ model: saying({ R3: always('hello.txt is written.') }), control: { theta: 0 } });
    expectHonestEnd(ended);
    expect(ended.result).toMatchObject({ directive: 'abandon', reason: 'budget', replans: 0 });
    expect(inRuns(ended.asked)).toBe('R1 R2 R3×3 R2');
  });

  test('plans badly in its second round too: the person reads what stood against it, and what was done before', async () => {
    const nonsense = plan([subtask({ intent: 'Try the other thing', tools: [`teleport ${'x'.repeat(5_000)}`] })], [folderThere]);
    const both = plan([writing('a'), writing('b')], [outputSays('written')]);
    const ended = await runWholeTask({ model: saying({ R2: [...answers(both), ...always(nonsense)] }, writers(1, ['a', 'b'], ['b'])) });
    expectHonestEnd(ended);
    expect(ended.result).toMatchObject({ directive: 'abandon', reason: 'no_plan', replans: 1, loss: { D: 0.5, P: 1 } });
    expect(ended.result.output).toContain('done and checked: Write a.txt');
    expect(ended.result.summary).toContain('"teleport x');
    expect(ended.result.summary.length).toBeLessThan(4_000);
    expect(ended.result.changed).toHaveLength(2);
    const told = promptsOf(ended.entries, 'R2').map(({ text }) => text.includes('"teleport x'));
    expect(told).toEqual([false, false, true, true, true]);
  });
});

describe('every prompt', () => {
  test('lesson: says what day it is', async () => {
    const seen = { criterion: 'the words are kind', mode: 'plausible' };
    const pass = { verdicts: [{ criterion: 0, verdict: 'pass', evidence: 'is written' }], merged_output: 'Both.', summary: 'Both.' };
    const doubt = { ...pass, verdicts: [] };
    const both = plan([writing('a', { success_criteria: [seen] }), writing('b')], [seen]);
    const model = saying({ R2: answers(both), R4a: answers(pass), R4b: answers(doubt) }, writers(1, ['a', 'b']));
    const task = await runWholeTask({ model, control: oneRound });
    expect(new Set(task.asked)).toEqual(new Set(['R1', 'R2', 'R3', 'R4a', 'R4b']));
    expect(task.asked.at(-1)).toBe('R2'); // the handoff
    const talk = await runWholeTask({ model: saying({ R1: answers({ ...perceived, kind: 'conversation' }), R2: answers('Hello!') }) });
    expect(failuresIn(talk)).toEqual([]);
    for (const { entries } of [task, talk]) {
      const days = entries.map(({ ts }) => ts.slice(0, 10));
      for (const role of ['R1', 'R2', 'R3', 'R4a', 'R4b'] as const) {
        for (const { key, text } of promptsOf(entries, role)) {
          const [, day] = text.match(/Today is (\d{4}-\d\d-\d\d)/) ?? [];
          expect(days, key).toContain(day);
        }
      }
    }
  });
});
