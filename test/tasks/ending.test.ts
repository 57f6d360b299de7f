/** How whole tasks end: close enough, handed over, cancelled, or without a model. What was achieved is never lost, and nothing else is claimed. */
import { describe, expect, test } from 'vitest';
import { ArtooError } from '../../src/contracts/errors.ts';
import type { Json } from '../../src/contracts/shapes/json.ts';
import type { CassetteLine } from '../../src/effects/cassette.ts';
import type { Model } from '../../src/models/model.ts';
import {
  always,
  answers,
  attempt,
  does,
  everyAttempt,
  except,
  fileThere,
  handoff,
  inRuns,
  isHandoff,
  judged,
  oneRound,
  outputSays,
  plan,
  promptsOf,
  read,
  saying,
  subtask,
  write,
  writers,
  writing,
} from '../support/scripted.ts';
import { expectHonestEnd, failuresIn, messagesOf, runWholeTask, type WholeTask } from '../support/whole-task.ts';

const unreachable = () => Promise.reject(new ArtooError('model_unreachable', 'connection refused'));
const whole = judged('both files are named');
/** Two sub-tasks, the second of which never does what it should. */
const halfDone = (more: readonly CassetteLine[] = [], ...plans: readonly Json[]) =>
  saying({ R2: answers(plan([writing('a'), writing('b')], [whole]), ...plans) }, more, writers(1, ['a', 'b'], ['b']));

describe('a result that is close enough', () => {
  const many = [fileThere('a.txt'), outputSays('a is'), outputSays('written')];
  const closely = (task_criteria: readonly Json[]) =>
    saying({ R2: answers(plan([writing('a', { success_criteria: many }), writing('b')], task_criteria)) }, writers(1, ['a', 'b'], ['b']));

  test('is delivered with its gaps: what was missed, and what was not judged', async () => {
    const ended = await runWholeTask({ model: closely([whole, fileThere('a.txt')]) });
    expectHonestEnd(ended);
    expect(ended.result).toMatchObject({
      directive: 'success',
      reason: 'close_enough',
      output: 'a is written.',
      replans: 0,
      loss: { D: 0.25 },
    });
    expect(ended.result.unmet.toSorted((a, b) => a.criterion.localeCompare(b.criterion))).toEqual([
      { criterion: 'b.txt exists', why: expect.stringContaining('is not there') },
      { criterion: whole.criterion, why: expect.stringContaining('not checked'), unchecked: true },
    ]);
    expect(ended.asked).not.toContain('R4b');
    expect(promptsOf(ended.entries, 'R2')).toHaveLength(1);
  });

  test('is not delivered when a check of the whole fails', async () => {
    const ended = await runWholeTask({ model: closely([whole, fileThere('b.txt')]), control: oneRound });
    expectHonestEnd(ended);
    expect(ended.result).toMatchObject({ directive: 'abandon', reason: 'gap', loss: { D: 0.25 } });
  });

  test('is the merged output, where the parts matched and the whole nearly did', async () => {
    const criteria = [fileThere('a.txt'), fileThere('b.txt'), outputSays('written'), outputSays('gladly')];
    const R2 = answers(plan([writing('a'), writing('b')], criteria));
    const verdicts = [0, 1, 2].map((criterion) => ({ criterion, verdict: 'pass', evidence: 'a is written.' }));
    const R4b = answers({ merged_output: 'Both are written.', summary: 'Both.', verdicts });
    const ended = await runWholeTask({ model: saying({ R2, R4b }, writers(1, ['a', 'b'])) });
    expectHonestEnd(ended);
    expect(ended.result).toMatchObject({ directive: 'success', output: 'Both are written.', loss: { D: 0.2 } }); // including the built-in criterion, which passes
    expect(ended.result.unmet.map(({ criterion }) => criterion)).toEqual(['the answer says gladly']);
  });
});

describe('a task that is given up', () => {
  const achieved = 'done and checked: Write a.txt';
  const at = (call: number, answer: Json): CassetteLine => ({ key: `1.0.0/R2/5.${call}`, answer });

  test('is handed over in the words of a model, after what code knows to be done', async () => {
    const ended = await runWholeTask({ model: halfDone(), control: oneRound });
    expectHonestEnd(ended);
    expect(ended.result).toMatchObject({
      reason: 'gap',
      summary: 'one plan was tried, and it did not reach the goal', // what is not met is listed beside it, in full
      output: `${achieved}\n\n${handoff.partial_result}`,
      next_moves: handoff.next_moves,
    });
    const [asked] = messagesOf(ended.entries, 'HandoffRequest');
    expect(asked?.payload.unmet.map(({ criterion }) => criterion).toSorted()).toEqual(['b.txt exists', whole.criterion]);
    const prompt = promptsOf(ended.entries, 'R2').at(-1)?.text;
    expect(prompt).toMatch(/<findings>[^<]*\nRound 1, sub-task 1, Write a\.txt: done and checked\n/);
    expect(prompt).toMatch(/\nRound 1, sub-task 2, Write b\.txt: failed\n[^<]*\n {2}missed: b\.txt exists \(/);
    expect(prompt).toContain('b.txt exists: ');
  });

  test.each<[string, readonly CassetteLine[], readonly string[]]>([
    ['more than three moves are cut', [at(0, { ...handoff, next_moves: ['1', '2', '3', '4'] })], ['1', '2', '3']],
    ['what cannot be read is asked for again', [at(0, 'Sorry!'), at(1, handoff)], handoff.next_moves],
    ['one move is not enough', [at(0, { ...handoff, next_moves: ['1', ' '] }), at(1, handoff)], handoff.next_moves],
  ])('with two or three moves: %s', async (_, lines, moves) => {
    const ended = await runWholeTask({ model: halfDone(lines), control: oneRound });
    expectHonestEnd(ended);
    expect(ended.result.next_moves).toEqual(moves);
  });

  test.each<[string, Model]>([
    ['cannot be read twice', halfDone([at(0, 'Sorry!'), at(1, { partial_result: '', next_moves: ['1', '2'] })])],
    ['cannot be reached', except(halfDone(), (_, key) => isHandoff(key), unreachable)],
  ])('is handed over by code when the model %s', async (_, model) => {
    const ended = await runWholeTask({ model, control: oneRound });
    expectHonestEnd(ended);
    expect(ended.result).toMatchObject({
      reason: 'gap',
      output: expect.stringMatching(new RegExp(`^${achieved}\n\nWhat was tried:\n`)),
    });
    expect(ended.result.next_moves.join('\n')).toContain('Write b.txt');
    expect(failuresIn(ended)).toEqual([]);
  });

  test('is given up as impossible after a round, in the words of the planner and without a handoff', async () => {
    const impossible = { impossible: 'No one can write b.txt.', partial_result: 'a.txt is there.', next_moves: ['Write it.', 'Leave it.'] };
    const R2 = answers(plan([writing('a'), writing('b')], [fileThere('b.txt')]), impossible);
    const other = does(write('other.txt'), 'b is written.');
    const model = saying({ R2 }, attempt('1.1.1', does(write('a.txt'), 'a is written.')), everyAttempt('1.2', other));
    const ended = await runWholeTask({ model });
    expectHonestEnd(ended);
    expect(ended.result).toMatchObject({
      directive: 'abandon',
      reason: 'impossible',
      replans: 1,
      output: `${achieved}\n\na.txt is there.`,
      next_moves: ['Write it.', 'Leave it.'],
    });
    expect(ended.result.summary).toContain('No one can write b.txt.');
    expect(ended.result.unmet.map(({ criterion }) => criterion)).toContain('b.txt exists');
    expect(messagesOf(ended.entries, 'HandoffRequest')).toEqual([]);
    expect(promptsOf(ended.entries, 'R2').at(-1)?.text).toMatch(/<findings>\nRound 1, sub-task 1, Write a\.txt.*"impossible"/s);
  });

  test('says that nothing was completed when nothing was, whatever the model claims', async () => {
    const boasting = { partial_result: 'All is done, see /etc/hello.txt.', next_moves: ['Celebrate.', 'Rest.'] };
    const ended = await runWholeTask({ model: saying({ R3: always('Done.') }, [at(0, boasting)]), control: oneRound });
    expectHonestEnd(ended);
    expect(ended.result).toMatchObject({
      directive: 'abandon',
      unmet: [{ criterion: 'hello.txt exists' }],
      ungrounded: ['/etc/hello.txt'],
    });
    expect(ended.result.output).not.toContain('done and checked');
  });

  test('keeps what an earlier round achieved', async () => {
    const rest = ['Sing', 'Dance', 'Clap'].map((intent) => plan([writing('b', { intent })], [whole]));
    const silent = [2, 3, 4].flatMap((round) => everyAttempt(`${round}.1`, answers('Hm.')));
    const first = [...writers(1, ['a']), ...everyAttempt('1.2', answers('Hm.'))];
    const model = saying({ R2: answers(plan([writing('a'), writing('b')], [whole]), ...rest) }, first, silent);
    const ended = await runWholeTask({ model });
    expectHonestEnd(ended);
    expect(ended.result).toMatchObject({ reason: 'gap', replans: 3 });
    expect(ended.result.output).toContain(achieved);
  });
});

describe('a model that gives no answer', () => {
  test.each(['R1', 'R2', 'R3', 'R4a', 'R4b'] as const)(
    'to %s ends the task as a failure of the infrastructure, never as a pass',
    async (role) => {
      const names = role === 'R4b' ? ['a', 'b'] : ['a']; // R4b is asked only if there are outputs to merge
      const subtasks = names.map((name) => writing(name, { success_criteria: [judged('it greets the reader')] }));
      const model = saying({ R2: answers(plan(subtasks, [judged('it greets everybody')])) }, writers(1, names));
      const ended = await runWholeTask({ model: except(model, (asked) => asked === role, unreachable) });
      expectHonestEnd(ended);
      expect(ended.result).toMatchObject({ directive: 'abandon', reason: 'infrastructure', loss: { D: 1 } });
      expect(ended.result.summary).toContain('connection refused');
      expect(failuresIn(ended)).toEqual([`model_unreachable in ${role}`]);
    },
  );

  test('because its budget is spent ends the task for that reason', async () => {
    const spent = () => Promise.reject(new ArtooError('budget_spent', 'no tokens left'));
    const ended = await runWholeTask({ model: except(saying({}), (role) => role === 'R3', spent) });
    expectHonestEnd(ended);
    expect(ended.result).toMatchObject({ directive: 'abandon', reason: 'budget' });
    expect(failuresIn(ended)).toEqual(['budget_spent in R3']);
  });

  test.each<[string, string, () => Promise<never>]>([
    ['rejects with an error of its own', 'model_unreachable', () => Promise.reject(new TypeError('fetch failed'))],
    ['rejects with nothing', 'model_unreachable', () => Promise.reject(undefined)],
    [
      'throws',
      'model_unreachable',
      () => {
        throw new Error('no such model');
      },
    ],
    ['resolves with nothing', 'answer_unreadable', async () => undefined as never],
    ['resolves with something else', 'answer_unreadable', async () => ({ text: 7 }) as never],
  ])('because it %s counts as %s', async (_, code, step) => {
    const ended = await runWholeTask({ model: except(saying({}), (role) => role === 'R2', step) });
    expectHonestEnd(ended);
    expect(ended.result).toMatchObject({ directive: 'abandon', reason: 'infrastructure' });
    expect(failuresIn(ended)).toEqual([`${code} in R2`]);
  });

  test('to the merger ends the task in the same way, and what was done by then is said', async () => {
    const model = saying({ R2: answers(plan([writing('a'), writing('b')], [whole])) }, writers(1, ['a', 'b']));
    const ended = await runWholeTask({ model: except(model, (role) => role === 'R4b', unreachable) });
    expectHonestEnd(ended);
    expect(ended.result).toMatchObject({ directive: 'abandon', reason: 'infrastructure', unmet: [{ criterion: whole.criterion }] });
    expect(String(ended.result.output).split('\n').toSorted()).toEqual(['done and checked: Write a.txt', 'done and checked: Write b.txt']);
    expect(ended.result.changed).toHaveLength(2);
    expect(failuresIn(ended)).toEqual(['model_unreachable in R4b']);
  });

  test.each<[string, (key: string) => boolean]>([
    ['the planner', (key) => key.startsWith('2.0.0/R2')],
    ['the executor', (key) => key.startsWith('2.1.1/R3')],
  ])('to %s in the second round keeps the loss of the first, and what was done in it', async (_, isLost) => {
    const model = except(
      halfDone([], plan([subtask({ intent: 'Sing it', tools: ['read_file'] })], [whole])),
      (_role, key) => isLost(key),
      unreachable,
    );
    const ended = await runWholeTask({ model });
    expectHonestEnd(ended);
    const [directive] = messagesOf(ended.entries, 'PlanDirective');
    expect(ended.result).toMatchObject({ reason: 'infrastructure', replans: 1, prev_directive: 'break_symmetry', loss: { D: 0.5, P: 1 } });
    expect(directive?.payload.loss).toMatchObject({ D: 0.5, P: 1 });
    expect(ended.result.output).toContain('done and checked: Write a.txt');
    expect(ended.result.unmet.map(({ criterion }) => criterion)).toContain('b.txt exists');
  });
});

test('what the second round made good is not listed as unmet when its merger is lost', async () => {
  const lost = everyAttempt('1.2', does(read('draft.txt')));
  const again = plan([writing('a', { intent: 'Do a again' }), writing('b', { intent: 'Do b at last' })], [whole]);
  const R2 = answers(plan([writing('a'), writing('b')], [whole]), again);
  const model = saying({ R2 }, writers(1, ['a']), lost, writers(2, ['a', 'b']));
  const ended = await runWholeTask({ model: except(model, (role) => role === 'R4b', unreachable) });
  expectHonestEnd(ended);
  expect(ended.result.output).toContain('done and checked: Do b at last');
  expect(ended.result.unmet.map(({ criterion }) => criterion)).toEqual([whole.criterion]);
});

describe('a task that is cancelled', () => {
  /** Runs the task until a step that does not end by itself, and cancels it during that step. */
  async function cancelledAt(model: Model, isLong: (key: string) => boolean, more: Partial<WholeTask> = {}, stops = true) {
    const asked = Promise.withResolvers<void>();
    const long: Model['step'] = (_, __, signal) => {
      asked.resolve();
      return new Promise((_resolve, reject) => stops && signal.addEventListener('abort', () => reject(signal.reason)));
    };
    const ended = await runWholeTask({
      ...more,
      model: except(model, (_role, key) => isLong(key), long),
      async meanwhile(task) {
        await asked.promise;
        task.cancel('changed my mind');
      },
    });
    expectHonestEnd(ended);
    expect(ended.result).toMatchObject({ directive: 'abandon', reason: 'cancelled', summary: 'changed my mind' });
    expect(failuresIn(ended)).toEqual([]);
    return ended;
  }

  test.each(['R1', 'R2', 'R3'])('while %s waits for its model ends at once', async (role) => {
    const ended = await cancelledAt(saying({}), (key) => key.includes(`/${role}/`));
    expect(ended.result.loss).toMatchObject({ D: 1, P: 0.5 });
    expect(ended.asked.at(-1)).toBe(role);
  });

  test('does not wait for a model that does not even stop', async () => {
    await cancelledAt(saying({}), () => true, { limits: { graceMs: 1 } }, false);
  });

  test('in the middle of the second round keeps what the first achieved, and how far it came', async () => {
    const model = halfDone([], plan([subtask({ intent: 'Sing it', tools: ['read_file'] })], [whole]));
    const ended = await cancelledAt(model, (key) => key.startsWith('2.1.1/R3'));
    expect(ended.result).toMatchObject({ replans: 1, prev_directive: 'break_symmetry', loss: { D: 0.5, P: 1 } });
    expect(ended.result.output).toContain('done and checked: Write a.txt');
    expect(ended.result.unmet.map(({ criterion }) => criterion)).toContain('b.txt exists');
    expect(ended.result.changed).toHaveLength(2);
  });

  test('while its handoff is written ends with what code knows', async () => {
    const ended = await cancelledAt(halfDone(), isHandoff, { control: oneRound });
    expect(ended.result).toMatchObject({
      output: expect.stringMatching(/^done and checked: Write a\.txt\n\nWhat was tried:\n/),
      loss: { D: 0.5 },
    });
  });

  test('side by side keeps what was done by then', async () => {
    const model = saying(
      { R2: answers(plan([writing('a'), writing('b')], [whole])) },
      writers(1, ['a']),
      attempt('1.2.1', does(write('b.txt'))),
    );
    const ended = await cancelledAt(model, (key) => key === '1.2.1/R3/2.0');
    expect(ended.files).toMatchObject({ 'b.txt': 'hello\n' });
    expect(ended.result.changed.map(({ path }) => path.slice(-5)).toSorted()).toEqual(Object.keys(ended.files).toSorted());
    expect(inRuns(ended.asked)).toMatch(/^R1 R2 R3×[34]$/);
  });
});
