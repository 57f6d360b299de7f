import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { oneIn } from '../../../test/support/sample.ts';
import { type EndpointParts, readEndpointText } from './endpoint-text.ts';

describe('an endpoint is read from', () => {
  test.each<[string, EndpointParts]>([
    ['gpt-5.4-mini', { model: 'gpt-5.4-mini' }],
    [' gpt-5.4-mini\n', { model: 'gpt-5.4-mini' }],
    ['anthropic:claude-sonnet-5', { provider: 'anthropic', model: 'claude-sonnet-5' }],
    ['Anthropic:claude-sonnet-5', { provider: 'anthropic', model: 'claude-sonnet-5' }],
    ['ollama:qwen3:8b', { provider: 'ollama', model: 'qwen3:8b' }],
    ['ollama', { provider: 'ollama' }],
    ['ollama:', { provider: 'ollama' }],
    ['qwen3:8b', { model: 'qwen3:8b' }],
    ['llama:latest', { model: 'llama:latest' }],
    ['phi:3.8b-mini-q4', { model: 'phi:3.8b-mini-q4' }],
    ['hf.co/x/y:Q4', { model: 'hf.co/x/y:Q4' }],
    ['openrouter:meta-llama/llama-4:free', { provider: 'openrouter', model: 'meta-llama/llama-4:free' }],
    ['@cf/meta/llama-3', { model: '@cf/meta/llama-3' }],
    ['@cf/meta/llama-3@https://api.cloudflare.com/ai/v1', { model: '@cf/meta/llama-3', base_url: 'https://api.cloudflare.com/ai/v1' }],
    ['claude-sonnet-4@20250514', { model: 'claude-sonnet-4@20250514' }],
    ['m@sha256:abc', { model: 'm@sha256:abc' }],
    ['m@org/name', { model: 'm@org/name' }],
    ['my-model@http://gpu:8000/v1', { model: 'my-model', base_url: 'http://gpu:8000/v1' }],
    ['my-model@gpu:8000', { model: 'my-model', base_url: 'gpu:8000' }],
    ['my-model@localhost', { model: 'my-model', base_url: 'localhost' }],
    ['my-model@[::1]:8000/v1', { model: 'my-model', base_url: '[::1]:8000/v1' }],
    ['anthropic:claude@http://proxy:1', { provider: 'anthropic', model: 'claude', base_url: 'http://proxy:1' }],
    ['ollama:qwen3:8b@gpu:11434', { provider: 'ollama', model: 'qwen3:8b', base_url: 'gpu:11434' }],
    ['ollama@http://gpu:11434', { provider: 'ollama', base_url: 'http://gpu:11434' }],
    ['@http://gpu:8000', { base_url: 'http://gpu:8000' }],
    ['http://gpu:8000/v1', { base_url: 'http://gpu:8000/v1' }],
    ['localhost:1234', { base_url: 'localhost:1234' }],
    ['mistral:7b', { provider: 'mistral', model: '7b' }],
    ['mistral:7b@http://localhost:11434', { model: 'mistral:7b', base_url: 'http://localhost:11434' }],
    ['mistral@localhost:11434', { model: 'mistral', base_url: 'localhost:11434' }],
    ['__proto__:x', { model: '__proto__:x' }],
    ['toString', { model: 'toString' }],
    [':x', { model: ':x' }],
    ['模型', { model: '模型' }],
  ])('%s', (text, endpoint) => {
    expect(readEndpointText(text)).toEqual({ ok: true, endpoint });
  });

  test('a name that is a provider too, beside a base URL of its own', () => {
    expect(readEndpointText('mistral:7b', 'http://localhost:11434')).toEqual({ ok: true, endpoint: { model: 'mistral:7b' } });
    expect(readEndpointText('anthropic:claude', 'http://proxy')).toEqual({
      ok: true,
      endpoint: { provider: 'anthropic', model: 'claude' },
    });
  });
});

describe('what is not an endpoint says why', () => {
  test.each([
    ['', /empty/],
    ['  ', /empty/],
    ['my model', /spaces/],
    ['my\u001b[31mmodel', /control/],
    ['my\u202Emodel', /control/],
    ['model@', /@/],
    ['m@htp://gpu', /did you mean http/],
    ['m@http://user:hunter2@gpu:8000', /password/],
    ['m@gpu:99999', /URL/],
    ['m@https://gpu?x=1', /query/],
    ['ftp://gpu', /only http/],
    ['x'.repeat(5_000), /long/],
    [
      'anthropc:claude-sonnet-5',
      /provider "anthropc", which is unknown; did you mean anthropic\? the known providers are openai, .* claude-sonnet-5@http/,
    ],
    ['fireworks:llama', /unknown/],
  ])('%j', (text, why) => {
    const read = readEndpointText(text);
    expect(read).toEqual({ ok: false, error: expect.stringMatching(why) });
    expect(JSON.stringify(read)).not.toContain('hunter2');
  });
});

test('whatever is written, it is read to at least one part or refused', () => {
  const piece = fc.constantFrom(
    'ollama',
    'openai',
    'mistral',
    ':',
    '@',
    'qwen3',
    '8b',
    '8080',
    'http://',
    'gpu',
    '/',
    'localhost',
    ' ',
    '[::1]',
    'ü',
  );
  const tally = { read: 0, refused: 0 };
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 7 }), (pieces) => {
      const read = readEndpointText(pieces.join(''));
      tally[read.ok ? 'read' : 'refused'] += 1;
      if (read.ok) expect(Object.values(read.endpoint).filter((part) => part !== '')).not.toEqual([]);
      else expect(read.error).not.toBe('');
    }),
    { numRuns: 3_000 / oneIn(10) },
  );
  expect(Math.min(tally.read, tally.refused)).toBeGreaterThan(100); // otherwise the property would prove nothing
});
