import { expect, test } from 'vitest';
import { isGoal } from './is-goal.ts';

test.each([
  ['which files here are the largest?', true],
  ['  räum den Ordner auf ', true],
  ['hello there', true],
  ['ollama', false],
  ['ollama:qwen3:8b', false],
  ['http://gpu:8000/v1', false],
  ['my-model@http://gpu:8000/v1 please', false],
  ['sk-proj-abc def', false],
  ['AKIA7Xy93kQ2 a1B2c3D4', false],
  ['1', false],
  ['', false],
  ['two\nlines of a key', false],
])('%j: %s', (text, expected) => {
  expect(isGoal(text)).toBe(expected);
});
