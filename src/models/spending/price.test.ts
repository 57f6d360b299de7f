import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { endpointAt as at } from '../../../test/support/endpoint.ts';
import { priceOf } from './price.ts';

const known: readonly [string, string][] = [
  ['https://api.openai.com/v1', 'gpt-5-mini'],
  ['https://api.openai.com/v1', 'gpt-4o'],
  ['https://api.anthropic.com/v1', 'claude-sonnet-4-5'],
  ['https://api.anthropic.com/v1', 'claude-haiku-4-5-20251001'],
  ['https://generativelanguage.googleapis.com/v1beta', 'gemini-2.5-pro'],
  ['https://generativelanguage.googleapis.com/v1beta/openai', 'gemini-2.5-flash'],
  ['https://openrouter.ai/api/v1', 'anthropic/claude-sonnet-4'],
  ['https://me.openai.azure.com/openai/v1', 'gpt-4o'],
  ['https://api.mistral.ai/v1', 'mistral-large-latest'],
  ['https://api.groq.com/openai/v1', 'llama-3.3-70b-versatile'],
  ['https://api.deepseek.com/v1', 'deepseek-chat'],
];

describe.each(known)('%s %s', (base_url, model) => {
  test('costs something, and more tokens never cost less', async () => {
    const price = await priceOf(at(base_url, model));
    if (!price) throw new Error('no price');
    expect(price.usd({ input_tokens: 1_000_000, output_tokens: 1_000_000 })).toBeGreaterThan(0.01);
    const tokens = fc.oneof(fc.nat(2_000_000), fc.constantFrom(0, 1, 128_000, 199_999, 200_000, 200_001));
    fc.assert(
      fc.property(tokens, tokens, tokens, tokens, (input, output, moreInput, moreOutput) => {
        const less = price.usd({ input_tokens: input, output_tokens: output });
        expect(less).toBeLessThanOrEqual(price.usd({ input_tokens: input + moreInput, output_tokens: output + moreOutput }));
        expect(price.usd({ input_tokens: input, output_tokens: output, cache_read_tokens: moreInput })).toBeLessThanOrEqual(less);
        expect(price.usd({ input_tokens: input, output_tokens: output, cache_write_tokens: moreInput })).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

test.each(['http://localhost:11434/v1', 'http://127.0.0.1:1234/v1', 'http://[::1]:8080/v1'])('%s costs nothing', async (base_url) => {
  expect((await priceOf(at(base_url, 'gpt-4o')))?.usd({ input_tokens: 1e6, output_tokens: 1e6 })).toBe(0);
});

test.each([
  ['http://gpu:8000/v1', 'gpt-4o'],
  ['http://127.0.0.1:4000/v1', 'gpt-4o'],
  ['http://127.0.0.1:11434/v1', 'deepseek-v3.1:671b-cloud'],
  ['https://api.openai.com/v1', 'a-model-of-next-year'],
  ['https://localhost.evil.test/v1', 'gpt-4o'],
  ['https://127.0.0.1.evil.test/v1', 'gpt-4o'],
  ['nonsense', 'gpt-4o'],
])('the price of %s %s is unknown', async (base_url, model) => {
  expect(await priceOf(at(base_url, model))).toBeUndefined();
});

test('nothing is fetched and nothing is printed', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch');
  const warned = vi.spyOn(console, 'warn');
  const price = await priceOf(at('https://api.openai.com/v1', 'gpt-5'));
  price?.usd({ input_tokens: 10, output_tokens: 10, cache_read_tokens: 20, cache_write_tokens: 20 });
  expect(fetched).not.toHaveBeenCalled();
  expect(warned).not.toHaveBeenCalled();
});
