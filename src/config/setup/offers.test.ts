import { expect, test } from 'vitest';
import { type Found, idleServers, offersFrom } from './offers.ts';

const nothing: Found = { keys: [], servers: [], codex: undefined };
const ollama = (models: readonly string[], base_url = 'http://127.0.0.1:11434/v1') => ({ provider: 'ollama', base_url, models }) as const;
const openai = { name: 'openai', variable: 'OPENAI_API_KEY' } as const;
const secret = 'sk-secret';

test.each<[string, Partial<Found>, Readonly<Record<string, string>>, readonly unknown[]]>([
  ['nothing', {}, {}, []],
  ['a server without a model', { servers: [ollama([])] }, {}, []],
  ['a server with one model', { servers: [ollama(['qwen3:8b'])] }, {}, [{ choice: { provider: 'ollama', model: 'qwen3:8b' } }]],
  ['a server with several', { servers: [ollama(['a', 'b'])] }, {}, [{ choice: { provider: 'ollama' }, models: ['a', 'b'] }]],
  [
    'a server elsewhere',
    { servers: [ollama(['a'], 'http://127.0.0.1:5/v1')] },
    {},
    [{ choice: { provider: 'ollama', base_url: 'http://127.0.0.1:5/v1', model: 'a' } }],
  ],
  ['a key', { keys: [openai] }, {}, [{ what: 'OPENAI_API_KEY', choice: { provider: 'openai', model: 'gpt-5.4-mini' } }]],
  [
    'a key of a provider without a first model',
    { keys: [{ name: 'groq', variable: 'GROQ_API_KEY' }] },
    {},
    [{ choice: { provider: 'groq' } }],
  ],
  [
    'a key with an address beside it',
    { keys: [openai] },
    { OPENAI_BASE_URL: 'http://gpu:8000/v1', OPENAI_MODEL: 'glm' },
    [{ where: 'http://gpu:8000/v1', choice: { base_url: 'http://gpu:8000/v1', key_env: 'OPENAI_API_KEY', model: 'glm' } }],
  ],
  [
    'a key of Anthropic with an address beside it',
    { keys: [{ name: 'anthropic', variable: 'ANTHROPIC_API_KEY' }] },
    { ANTHROPIC_BASE_URL: 'https://gateway.example' },
    [{ choice: { provider: 'anthropic', base_url: 'https://gateway.example', key_env: 'ANTHROPIC_API_KEY', model: 'claude-sonnet-5' } }],
  ],
  [
    "another agent's server, with its key",
    { codex: { base_url: 'http://gpu:8000/v1', model: 'glm', key_env: 'GPU_KEY' } },
    { GPU_KEY: secret },
    [{ what: "Codex's config.toml", choice: { base_url: 'http://gpu:8000/v1', model: 'glm', key_env: 'GPU_KEY' } }],
  ],
  ["another agent's server, without its key", { codex: { base_url: 'http://gpu:8000/v1', model: 'glm', key_env: 'GPU_KEY' } }, {}, []],
  ["another agent's model, without a key", { codex: { provider: 'openai', model: 'gpt-5.4' } }, {}, []],
])('%s', (_, found, env, expected) => {
  const offers = offersFrom({ ...nothing, ...found }, { OPENAI_API_KEY: '', ...env });
  expect(offers).toMatchObject(expected);
  expect(offers).toHaveLength(expected.length);
  expect(JSON.stringify(offers)).not.toContain(secret);
});

test('a server without a model is named, with what to do', () => {
  const lmstudio = { provider: 'lmstudio', base_url: 'http://127.0.0.1:1234/v1', models: [] } as const;
  expect(idleServers({ ...nothing, servers: [ollama([]), lmstudio] })).toEqual([
    'Ollama is running here, but has no model yet: `ollama pull qwen3:8b` downloads one.',
    'LM Studio is running here, but has no model yet.',
  ]);
  expect(idleServers({ ...nothing, servers: [ollama(['a'])] })).toEqual([]);
});
