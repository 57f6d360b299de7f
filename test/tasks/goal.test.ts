/** Whole tasks whose goal is not met as it was set: the result names what was given up, what is impossible, and what nothing shows. */
import { describe, expect, test } from 'vitest';
import type { Json } from '../../src/contracts/shapes/json.ts';
import { builtIn } from '../../src/roles/judging/built-in.ts';
import {
  answers,
  attempt,
  does,
  everyAttempt,
  fileThere,
  inRuns,
  judged,
  oneRound,
  plan,
  promptsOf,
  read,
  saying,
  subtask,
  write,
  writing,
} from '../support/scripted.ts';
import { expectHonestEnd, messagesOf, runWholeTask } from '../support/whole-task.ts';

const [a, b, c] = [fileThere('a.txt'), fileThere('b.txt'), fileThere('c.txt')];
const first = plan([writing('b', { intent: 'Write b.txt from its draft', success_criteria: [a, b] })], [a, b]);
const lost = everyAttempt('1.1', does(read('draft.txt'), 'There is no draft.'));

describe('a criterion that a later plan gives up', () => {
  const later = (task_criteria: readonly Json[]) =>
    plan([writing('a', { intent: 'Write what there is', success_criteria: [a, c] })], task_criteria);
  const amended = [{ criterion: 'b.txt exists', instead: 'c.txt exists', why: 'there is no draft of it' }];
  const second = attempt('2.1.1', [{ calls: [write('a.txt'), write('c.txt')] }, { answer: 'a.txt and c.txt are written.' }]);

  test('stays unmet, whatever else passes: the task is delivered with that gap, and never accepted', async () => {
    const ended = await runWholeTask({ model: saying({ R2: answers(first, { ...later([a, c]), amended }) }, lost, second) });
    expectHonestEnd(ended);
    expect(ended.result).toMatchObject({
      directive: 'success',
      reason: 'close_enough',
      output: 'a.txt and c.txt are written.',
      replans: 1,
      loss: { D: expect.closeTo(1 / 3) }, // its share of the weights
      unmet: [{ criterion: 'b.txt exists', why: 'given up: there is no draft of it (instead: c.txt exists)' }],
    });
    const [request] = messagesOf(ended.entries, 'ReplanRequest').slice(-1);
    expect(request?.payload.task_verdicts).toMatchObject([
      { criterion: 'a.txt exists', verdict: 'pass' },
      { criterion: 'c.txt exists', verdict: 'pass' },
      { criterion: 'b.txt exists', verdict: 'fail', failure_class: null, by: 'code', amended: true },
    ]);
  });

  test('without saying so sends the plan back', async () => {
    const model = saying({ R2: answers(first, later([a, c]), { ...later([a, c]), amended }) }, lost, second);
    const ended = await runWholeTask({ model });
    expectHonestEnd(ended);
    expect(ended.result).toMatchObject({ directive: 'success', unmet: [{ criterion: 'b.txt exists' }] });
    expect(promptsOf(ended.entries, 'R2').at(-1)?.turns.at(-1)?.text).toContain('leaves out the task criterion "b.txt exists"');
  });
});

describe('a goal that cannot be met', () => {
  const impossible = { impossible: 'there is no draft', partial_result: 'Looked for a draft.', next_moves: ['Write one.', 'Ask Ada.'] };

  test('is said to be impossible by the planner after a round in which a call ran, and that is the handoff', async () => {
    const ended = await runWholeTask({ model: saying({ R2: answers(first, impossible) }, lost) });
    expectHonestEnd(ended);
    expect(ended.result).toMatchObject({
      directive: 'abandon',
      reason: 'impossible',
      output: 'Looked for a draft.',
      next_moves: expect.arrayContaining(['Write one.', 'Ask Ada.']),
      unmet: [{ criterion: 'a.txt exists' }, { criterion: 'b.txt exists' }],
    });
    expect(ended.result.summary).toContain('there is no draft');
    expect(promptsOf(ended.entries, 'R2')).toHaveLength(2);
  });

  test('is not said to be so before anything was tried', async () => {
    const model = saying({ R2: answers(impossible, impossible) });
    const ended = await runWholeTask({ model, control: oneRound });
    expectHonestEnd(ended);
    expect(ended.result.reason).not.toBe('impossible');
  });
});

describe('a fact that nothing shows', () => {
  const greets = judged('the text greets the reader');
  const claiming = (answer: string) => does(write('hello.txt', 'hello, reader'), answer);

  test('fails the built-in criterion by name, and is gone after the correction that names it', async () => {
    const R2 = answers(plan([subtask()], [fileThere(), greets]));
    const model = saying(
      { R2 },
      attempt('1.1.1', claiming('hello.txt is written for 8417 readers.')),
      attempt('1.1.2', answers('hello.txt is written.')),
    );
    const ended = await runWholeTask({ model });
    expectHonestEnd(ended);
    expect(ended.result).toMatchObject({ directive: 'accept', output: 'hello.txt is written.', ungrounded: [] });
    const [correction] = messagesOf(ended.entries, 'CorrectionSignal');
    expect(correction?.payload).toMatchObject({ failed_criterion: builtIn.criterion, what_was_wrong: expect.stringContaining('"8417"') });
    expect(inRuns(ended.asked)).toBe('R1 R2 R3×2 R4a×2 R3 R4a');
    expect(promptsOf(ended.entries, 'R4a')[0]?.text).toContain('Code found no source for these facts in the output: "8417"');
  });

  test('is listed as ungrounded and fails nothing where every criterion is about the text', async () => {
    const R2 = answers(plan([subtask({ success_criteria: [greets] })], [greets]));
    const ended = await runWholeTask({ model: saying({ R2, R3: claiming('hello.txt is written for 8417 readers.') }) });
    expectHonestEnd(ended);
    expect(ended.result).toMatchObject({ directive: 'accept', ungrounded: ['8417'] });
  });
});
