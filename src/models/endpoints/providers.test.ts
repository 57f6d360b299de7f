import { describe, expect, test } from 'vitest';
import { priceOf } from '../spending/price.ts';
import { type ProviderName, providerAt, providerNamed, providerNames, providerOfModel, providers } from './providers.ts';

test.each(providerNames.filter((name) => providers[name].starter_model !== undefined))(
  'the starter model of %s has a price',
  async (name) => {
    const { protocol, base_url, starter_model: model = '' } = providers[name];
    const endpoint = { protocol, base_url, model, api_key: undefined, max_output_tokens: 1_000, timeout_ms: 1_000 };
    const price = await priceOf(endpoint);
    expect(price?.usd({ input_tokens: 1_000, output_tokens: 1_000 })).toBeGreaterThan(0);
  },
);

test('each provider either runs here or has a variable for its key', () => {
  for (const { local, key_env, base_url } of Object.values(providers)) {
    expect(local).toBe(key_env.length === 0);
    expect(base_url).toMatch(local ? /^http:\/\/127\.0\.0\.1:\d+\/v1$/ : /^https:\/\/[^/]+\/.*[^/]$/);
  }
});

test('only OpenAI, Anthropic and Google have a model to start with', () => {
  expect(providerNames.filter((name) => providers[name].starter_model)).toEqual(['openai', 'anthropic', 'google']);
});

describe('a provider is found', () => {
  test.each<[string, ProviderName | undefined]>([
    ['openai', 'openai'],
    ['OpenAI', 'openai'],
    ['qwen3', undefined],
    ['', undefined],
    ['__proto__', undefined],
    ['toString', undefined],
  ])('by the name %j', (name, expected) => {
    expect(providerNamed(name)).toBe(expected);
  });

  test.each<[string, ProviderName | undefined]>([
    ['https://api.anthropic.com/v1', 'anthropic'],
    ['https://openrouter.ai/api/v1', 'openrouter'],
    ['http://127.0.0.1:11434/v1', 'ollama'],
    ['http://localhost:11434/v1', 'ollama'],
    ['http://[::1]:11434', 'ollama'],
    ['http://localhost:1234/v1', 'lmstudio'],
    ['https://localhost:11434/v1', undefined],
    ['http://localhost.evil.example:11434/v1', undefined],
    ['http://127.0.0.1:9999/v1', undefined],
    ['https://generativelanguage.googleapis.com/v1beta', 'google'],
    ['https://generativelanguage.googleapis.com/v1beta/openai', undefined],
    ['https://api.openai.com.evil.example/v1', undefined],
    ['https://evil.example/api.openai.com/v1', undefined],
    ['no URL', undefined],
  ])('by the base URL %s', (url, expected) => {
    expect(providerAt(url)).toBe(expected);
  });

  test.each<[string, ProviderName | undefined]>([
    ['claude-sonnet-5', 'anthropic'],
    ['Claude-opus', 'anthropic'],
    ['gemini-3.6-flash', 'google'],
    ['gpt-5.4-mini', 'openai'],
    ['gpt-oss:20b', undefined],
    ['not-claude', undefined],
    ['qwen3:8b', undefined],
  ])('by the model %s', (model, expected) => {
    expect(providerOfModel(model)).toBe(expected);
  });
});
