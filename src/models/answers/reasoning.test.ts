import { expect, test } from 'vitest';
import { withoutReasoning } from './reasoning.ts';

test.each([
  ['nothing but an answer', 'It is done.', 'It is done.'],
  ['a block before the answer', '<think>is it done?</think>\nIt is done.', 'It is done.'],
  ['two blocks', '<think>a</think>It <Thinking>b\n</thinking>is done.', 'It is done.'],
  ['a block that is never closed', 'It is done.<think>or is it', 'It is done.'],
  ['a block that was opened in the prompt', 'is it done?</think>It is done.', 'It is done.'],
  ['nothing but reasoning', '<reasoning>the tests passed</reasoning>', ''],
  ['a block in brackets', '[THINK]is it done?[/THINK]It is done.', 'It is done.'],
  ['a block of another family', '<seed:think>a</seed:think>It ◁think▷b◁/think▷is <|START_THINKING|>c<|END_THINKING|>done.', 'It is done.'],
  ['a block inside another', '<think>a<think>b</think>c</think>It is done.', 'It is done.'],
  ['a block that another kind of mark does not close', '<think>a</thinking>b</think>It is done.', 'It is done.'],
  [
    'a channel for reasoning',
    '<|channel|>analysis<|message|>is it?<|end|><|start|>assistant<|channel|>final<|message|>It is done.<|return|>',
    'It is done.',
  ],
  [
    'a channel for reasoning that goes over into another',
    '<|channel|>analysis<|message|>is it?<|channel|>final<|message|>It is done.',
    'It is done.',
  ],
  [
    'channels for reasoning, one that never ends',
    '<|channel|>final<|message|>It is done.<|end|><|start|>assistant<|channel|>analysis<|message|>or',
    'It is done.',
  ],
  ['a preamble in a channel', '<|start|>assistant<|channel|>commentary<|message|>It is <|end|>done.', 'It is done.'],
  ['channels that lost their marks', 'analysisThe user asks whether it is done.assistantfinalIt is done.', 'It is done.'],
  ['a word that only looks like a lost channel', 'analysis done, assistant final', 'analysis done, assistant final'],
  ['a name that only looks like the end of one', 'The field assistantfinal is set.', 'The field assistantfinal is set.'],
  ['marks of a turn without channels', 'a <|end|> b', 'a <|end|> b'],
  ['other marks', '<note>a</note> <b>', '<note>a</note> <b>'],
])('%s leaves the answer', (_, text, answer) => {
  expect(withoutReasoning(text)).toBe(answer);
});

test('a megabyte of marks is read as quickly as any other text', () => {
  expect(withoutReasoning('<think>'.repeat(150_000))).toBe('');
  expect(withoutReasoning(`${'</think>'.repeat(130_000)}done`)).toBe('done');
  expect(withoutReasoning('<think></think>'.repeat(70_000))).toBe('');
  expect(withoutReasoning('<|channel|>analysis<|message|>'.repeat(40_000))).toBe('');
  expect(withoutReasoning(`analysis${'assistant'.repeat(120_000)}final`)).toBe('');
});
