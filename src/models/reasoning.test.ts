import { expect, test } from 'vitest';
import { withoutReasoning } from './reasoning.ts';

test.each([
  ['nothing but an answer', 'It is done.', 'It is done.'],
  ['a block before the answer', '<think>is it done?</think>\nIt is done.', 'It is done.'],
  ['two blocks', '<think>a</think>It <Thinking>b\n</thinking>is done.', 'It is done.'],
  ['a block that is never closed', 'It is done.<think>or is it', 'It is done.'],
  ['a block that was opened in the prompt', 'is it done?</think>It is done.', 'It is done.'],
  ['nothing but reasoning', '<reasoning>the tests passed</reasoning>', ''],
  ['other marks', '<thought>a</thought> <b>', '<thought>a</thought> <b>'],
])('%s leaves the answer', (_, text, answer) => {
  expect(withoutReasoning(text)).toBe(answer);
});

test('a megabyte of marks is read as quickly as any other text', () => {
  expect(withoutReasoning('<think>'.repeat(150_000))).toBe('');
  expect(withoutReasoning(`${'</think>'.repeat(130_000)}done`)).toBe('done');
  expect(withoutReasoning('<think></think>'.repeat(70_000))).toBe('');
});
