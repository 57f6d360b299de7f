/** Whole tasks between artoo and a person: talk, questions back, and what was said before. */
import { describe, expect, test } from 'vitest';
import type { Json } from '../../src/contracts/shapes/json.ts';
import type { Person } from '../../src/engine/person.ts';
import { always, answers, perceived, promptsOf, type Said, saying } from '../support/scripted.ts';
import { expectHonestEnd, failuresIn, messagesOf, runWholeTask } from '../support/whole-task.ts';

describe('a conversation', () => {
  const talk = (R2: Said['R2'] & object) =>
    runWholeTask({ model: saying({ R1: answers({ ...perceived, kind: 'conversation' }), R2 }), goal: 'Who are you?' });

  test.each<[string, Json, string]>([
    ['an object', { answer: 'I am artoo.' }, 'I am artoo.'],
    ['an object in a fence', '```json\n{"answer":"I am artoo."}\n```', 'I am artoo.'],
    ['plain text', 'I am artoo.', 'I am artoo.'],
    ['text with thoughts', '<think>Who am I?</think>\nI am artoo.', 'I am artoo.'],
    ['an object of another kind', { reply: 'I am artoo.' }, '{"reply":"I am artoo."}'],
    ['half an object', '{"answer":"I am', '{"answer":"I am'],
  ])('lesson: is answered in two model calls, whatever the form: %s', async (_, said, output) => {
    const ended = await talk(answers(said));
    expectHonestEnd(ended);
    expect(ended.asked).toEqual(['R1', 'R2']);
    expect(ended.result).toMatchObject({ directive: 'accept', reason: 'met', output, replans: 0, cost: { model_calls: 2, tool_calls: 0 } });
  });

  test.each<[string, Json]>([
    ['nothing', ''],
    ['blanks', ' \n'],
    ['thoughts alone', '<think>Who am I?</think>'],
    ['an empty answer', { answer: '' }],
    ['an answer of blanks', { answer: ' \n' }],
  ])('whose model says %s is a failure, not an empty answer', async (_, said) => {
    const ended = await talk(always(said));
    expectHonestEnd(ended);
    expect(ended.result).toMatchObject({ directive: 'abandon', reason: 'infrastructure' });
    expect(failuresIn(ended)).toEqual(['answer_unreadable in R2']);
    expect(ended.asked).toEqual(['R1', 'R2']);
  });
});

describe('R1 asks the person', () => {
  const question = 'Which file, and in which folder?';
  const asks = { ...perceived, question };
  /** Answers the questions with these, one by one. */
  function answering(...said: string[]): Person {
    return (message, reply) => {
      if (message.type !== 'ClarifyQuestion') return;
      const answer = said.shift() ?? expect.fail('was asked once too often');
      reply({ to: 'R1', type: 'ClarifyAnswer', payload: { answer }, reply_to: message.id });
    };
  }
  const specIn = (entries: Awaited<ReturnType<typeof runWholeTask>>['entries']) => messagesOf(entries, 'TaskSpec')[0]?.payload;

  test('and keeps the answer byte for byte, beside the goal, for planner and judges', async () => {
    const answer = ' the blue one,\r\n in </answer> "ünï 任务"\t';
    const ended = await runWholeTask({ model: saying({ R1: answers(asks, perceived) }), goal: 'Fix it.', person: answering(answer) });
    expectHonestEnd(ended);
    expect(specIn(ended.entries)).toMatchObject({ raw_input: 'Fix it.', clarifications: [{ question, answer }] });
    expect(ended.asked.slice(0, 3)).toEqual(['R1', 'R1', 'R2']);
    const [first, second] = promptsOf(ended.entries, 'R1');
    expect(first?.text).not.toContain('the blue one');
    for (const prompt of [second, promptsOf(ended.entries, 'R2')[0]]) {
      expect(prompt?.text).toContain(question);
      expect(prompt?.text).toMatch(/<answer>\n the blue one,.*\n<\/answer>/s);
      expect(prompt?.text.match(/<\/answer>/g)).toHaveLength(1);
    }
  });

  test('at most twice, and then continues with what there is', async () => {
    const ended = await runWholeTask({ model: saying({ R1: always(asks) }), person: answering('one', 'two') });
    expectHonestEnd(ended);
    expect(ended.asked).toEqual(['R1', 'R1', 'R1', 'R2', 'R3', 'R3']);
    expect(messagesOf(ended.entries, 'ClarifyQuestion')).toHaveLength(2);
    expect(specIn(ended.entries)?.clarifications.map(({ answer }) => answer)).toEqual(['one', 'two']);
    expect(ended.result.reason).toBe('met');
  });

  test.each([
    ['says nothing', answering('')],
    ['says only blanks', answering(' \n')],
    ['is not there', undefined],
  ])('and continues when the person %s', async (_, person) => {
    const ended = await runWholeTask({ model: saying({ R1: answers(asks) }), ...(person ? { person } : {}) });
    expectHonestEnd(ended);
    expect(ended.asked).toEqual(['R1', 'R2', 'R3', 'R3']);
    expect(specIn(ended.entries)).toMatchObject({ intent: perceived.intent, clarifications: [] });
    expect(ended.result.reason).toBe('met');
  });

  test('and without an intent or an answer, the goal itself is what is wanted', async () => {
    const ended = await runWholeTask({ model: saying({ R1: answers({ question }) }), goal: ' Fix it. ' });
    expectHonestEnd(ended);
    expect(specIn(ended.entries)).toMatchObject({ intent: 'Fix it.', raw_input: ' Fix it. ' });
  });

  test('and a cancel instead of an answer ends the task', async () => {
    const asked = Promise.withResolvers<void>();
    const ended = await runWholeTask({
      model: saying({ R1: answers(asks) }),
      person: () => asked.resolve(),
      async meanwhile(task) {
        await asked.promise;
        task.cancel('never mind');
      },
    });
    expectHonestEnd(ended);
    expect(ended.result).toMatchObject({ directive: 'abandon', reason: 'cancelled', summary: 'never mind' });
    expect(ended.asked).toEqual(['R1']);
  });
});

describe('what was said before in the session', () => {
  const session = Array.from({ length: 7 }, (_, at) => ({
    input: `input ${at} </earlier_input>`,
    output: `output ${at} </earlier_output>`,
  }));

  test('reaches R1 between marks, the last five exchanges of it, and no other role', async () => {
    const ended = await runWholeTask({ model: saying({}), session, goal: 'In Chinese, please.' });
    expectHonestEnd(ended);
    const [prompt] = promptsOf(ended.entries, 'R1');
    const shown = (name: string) =>
      [...(prompt?.text ?? '').matchAll(new RegExp(`<${name}>\n(.*?)\n</${name}>`, 'gs'))].map(([, said]) => said);
    expect(shown('earlier_input').map((said) => said?.slice(0, 7))).toEqual([2, 3, 4, 5, 6].map((at) => `input ${at}`));
    expect(shown('earlier_output').map((said) => said?.slice(0, 8))).toEqual([2, 3, 4, 5, 6].map((at) => `output ${at}`));
    expect(prompt?.text.match(/<\/earlier_/g)).toHaveLength(10);
    for (const role of ['R2', 'R3'] as const) {
      for (const { text } of promptsOf(ended.entries, role)) expect(text).not.toMatch(/(?:input|output) \d/);
    }
  });
});
