import { describe, expect, test } from 'vitest';
import { keyOwner, mayBeKey } from './key-owner.ts';

describe('whose key it is', () => {
  test.each([
    ['sk-ant-api03-abcdef', 'anthropic'],
    ['sk-or-v1-abcdef', 'openrouter'],
    ['sk-proj-abcdef', 'openai'],
    ['AIzaSyabcdef', 'google'],
    ['AQ.Ab8abcdef', 'google'],
    ['gsk_abcdef', 'groq'],
    ['xai-abcdef', 'xai'],
    ['sk-0123456789abcdef0123456789abcdef', undefined],
    ['0123456789abcdef0123456789abcdef', undefined],
  ])('%s: %s', (key, owner) => {
    expect(keyOwner(key)).toBe(owner);
  });
});

describe('a text that is typed', () => {
  test.each([
    '1',
    'k',
    'skip',
    'ollama:qwen3:8b',
    'claude-sonnet-5',
    'gpt-5.4-mini',
    'http://gpu:8000/v1',
    'my-model@http://gpu:8000/v1',
    'openrouter:anthropic/claude-sonnet-5',
    'meta-llama/Llama-3.3-70B',
    'qwen3',
    'llama3.2',
    'localhost:8000',
    '127.0.0.1:8000',
    '[::1]:8000',
    'deepseek-r1:14b',
  ])('%s is shown to its end', (text) => {
    for (let length = 1; length <= text.length; length += 1)
      expect([text.slice(0, length), mayBeKey(text.slice(0, length))]).toEqual([text.slice(0, length), false]);
  });

  test.each([
    ['sk-ant-api03-Zm9vYmFyYmF6cXV4', 3],
    ['sk-proj-Zm9vYmFyYmF6cXV4', 3],
    ['AIzaSyD4Zm9vYmFyYmF6cXV4', 4],
    ['gsk_Zm9vYmFyYmF6cXV4', 4],
    ['0123456789abcdef0123456789abcdef', 5],
    ['a1b2c3d4e5f60718293a4b5c6d7e8f90', 5],
    ['Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4', 5],
    ['8f14e45f-ceea-467a-9575-f0b1f4b1c1d2', 5],
  ])('%s is no longer shown from its character %i on', (text, from) => {
    expect(mayBeKey(text.slice(0, from - 1))).toBe(false);
    for (let length = from; length <= text.length; length += 1) expect(mayBeKey(text.slice(0, length))).toBe(true);
  });
});
