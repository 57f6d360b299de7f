import { expect, test } from 'vitest';
import { chosenEndpoint } from './chosen-endpoint.ts';

const keys = { OPENAI_API_KEY: 'sk-openai', GPU_KEY: 'gpu', BAD_KEY: 'two\nlines' };

test.each([
  ['a provider', { provider: 'openai', model: 'x' }, { base_url: 'https://api.openai.com/v1', model: 'x', api_key: 'sk-openai' }],
  ['a provider without a model', { provider: 'openai' }, { model: 'gpt-5.4-mini' }],
  ['a key that was pasted', { provider: 'openai', api_key: 'sk-mine' }, { api_key: 'sk-mine' }],
  ['a server', { base_url: 'http://gpu:8000', model: 'x' }, { base_url: 'http://gpu:8000/v1', api_key: undefined }],
  ['a server and a variable', { base_url: 'http://gpu:8000', key_env: 'GPU_KEY' }, { api_key: 'gpu', model: undefined }],
  ['a local server', { provider: 'ollama', model: 'x' }, { base_url: 'http://127.0.0.1:11434/v1', api_key: undefined, provider: 'ollama' }],
] as const)('%s', (_, choice, expected) => {
  expect(chosenEndpoint(choice, keys)).toMatchObject({ ok: true, endpoint: expected });
});

test.each([
  ['NONE_KEY', 'is not set'],
  ['BAD_KEY', 'holds a line break'],
])('a variable that holds no key is named: %s %s', (key_env, words) => {
  const chosen = chosenEndpoint({ base_url: 'http://gpu:8000', key_env }, keys);
  expect(chosen).toMatchObject({ ok: false, error: expect.stringContaining(key_env) });
  expect(chosen).toMatchObject({ error: expect.stringContaining(words) });
  expect(JSON.stringify(chosen)).not.toContain('two');
});
