import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { oneIn } from '../../../test/support/sample.ts';
import { baseUrl, isLoopback } from './base-url.ts';
import type { Protocol } from './endpoint.ts';
import { providers } from './providers.ts';

describe('a base URL is found in', () => {
  test.each<[string, Protocol, string]>([
    ['https://api.openai.com', 'openai', 'https://api.openai.com/v1'],
    ['https://api.openai.com/', 'openai', 'https://api.openai.com/v1'],
    ['https://api.openai.com/v1', 'openai', 'https://api.openai.com/v1'],
    ['https://api.openai.com/v1/', 'openai', 'https://api.openai.com/v1'],
    ['  https://api.openai.com/v1/chat/completions \n', 'openai', 'https://api.openai.com/v1'],
    ['https://api.openai.com/v1/chat/completions/', 'openai', 'https://api.openai.com/v1'],
    ['https://api.openai.com/v1/responses', 'openai', 'https://api.openai.com/v1'],
    ['https://api.openai.com/v1/models', 'openai', 'https://api.openai.com/v1'],
    ['https://openrouter.ai/api/v1/chat/completions', 'openai', 'https://openrouter.ai/api/v1'],
    ['https://openrouter.ai/api', 'openai', 'https://openrouter.ai/api/v1'],
    ['https://openrouter.ai', 'openai', 'https://openrouter.ai/api/v1'],
    ['api.groq.com/openai', 'openai', 'https://api.groq.com/openai/v1'],
    ['https://open.bigmodel.cn/api/paas/v4', 'openai', 'https://open.bigmodel.cn/api/paas/v4'],
    ['https://open.bigmodel.cn/api/paas/v4/chat/completions', 'openai', 'https://open.bigmodel.cn/api/paas/v4'],
    ['https://host/openai', 'openai', 'https://host/openai'],
    ['https://host/openai/', 'openai', 'https://host/openai'],
    ['https://x.services.ai.azure.com/models/chat/completions', 'openai', 'https://x.services.ai.azure.com/models'],
    ['https://generativelanguage.googleapis.com/v1beta/openai/', 'openai', 'https://generativelanguage.googleapis.com/v1beta/openai'],
    ['http://gpu:8000/chat/completions', 'openai', 'http://gpu:8000/v1'],
    ['http://gpu:8000/v1/chat/completions/chat/completions', 'openai', 'http://gpu:8000/v1'],
    ['http://gpu:8000/v1/chat/completions/v1/chat/completions', 'openai', 'http://gpu:8000/v1'],
    ['http://gpu:8000/v1/v1', 'openai', 'http://gpu:8000/v1'],
    ['http://gpu:8000//v1//v1//v1//', 'openai', 'http://gpu:8000/v1'],
    ['HTTP://GPU:8000/V1/Chat/Completions', 'openai', 'http://gpu:8000/V1'],
    ['https://host:443/v1', 'openai', 'https://host/v1'],
    ['https://host/a%20b', 'openai', 'https://host/a%20b'],
    ['https://host/a/../v1', 'openai', 'https://host/v1'],
    ['https://api.anthropic.com', 'anthropic', 'https://api.anthropic.com/v1'],
    ['https://api.anthropic.com/v1/messages', 'anthropic', 'https://api.anthropic.com/v1'],
    ['https://api.anthropic.com/v1/messages/v1/messages', 'anthropic', 'https://api.anthropic.com/v1'],
    ['https://api.anthropic.com/messages', 'anthropic', 'https://api.anthropic.com/v1'],
    ['https://api.deepseek.com/anthropic', 'anthropic', 'https://api.deepseek.com/anthropic/v1'],
    ['https://generativelanguage.googleapis.com', 'google', 'https://generativelanguage.googleapis.com/v1beta'],
    [
      'https://generativelanguage.googleapis.com/v1beta/models/gemini-3.6-flash:generateContent',
      'google',
      'https://generativelanguage.googleapis.com/v1beta',
    ],
    ['https://generativelanguage.googleapis.com/v1/models', 'google', 'https://generativelanguage.googleapis.com/v1'],
    ['http://127.0.0.1:9/v1beta/v1beta', 'google', 'http://127.0.0.1:9/v1beta'],
  ])('%s (%s)', (text, protocol, url) => {
    expect(baseUrl(text, protocol)).toEqual({ ok: true, url });
  });
});

describe('without a scheme', () => {
  test.each([
    ['localhost:1234', 'http://localhost:1234/v1'],
    ['localhost', 'http://localhost/v1'],
    ['LOCALHOST:1234/v1/', 'http://localhost:1234/v1'],
    ['models.localhost:80/v1', 'http://models.localhost/v1'],
    ['127.0.0.1:11434', 'http://127.0.0.1:11434/v1'],
    ['127.1:11434', 'http://127.0.0.1:11434/v1'],
    ['[::1]:8080/v1', 'http://[::1]:8080/v1'],
    ['0.0.0.0:8000', 'http://0.0.0.0:8000/v1'],
    ['192.168.1.20:1234', 'http://192.168.1.20:1234/v1'],
    ['10.1.2.3', 'http://10.1.2.3/v1'],
    ['172.31.0.1:80', 'http://172.31.0.1/v1'],
    ['[fd00::7]:8000', 'http://[fd00::7]:8000/v1'],
    ['172.32.0.1:8000', 'https://172.32.0.1:8000/v1'],
    ['8.8.8.8', 'https://8.8.8.8/v1'],
    ['api.example.com', 'https://api.example.com/v1'],
    ['localhost.example.com', 'https://localhost.example.com/v1'],
    ['notlocalhost:1', 'https://notlocalhost:1/v1'],
    ['gpu:8000', 'https://gpu:8000/v1'],
  ])('%s becomes %s', (text, url) => {
    expect(baseUrl(text, 'openai')).toEqual({ ok: true, url });
  });
});

describe('what is wrong is said', () => {
  test.each([
    ['', /empty/],
    [' \t', /empty/],
    ['htp://host', /did you mean http:\/\/\?/],
    ['https//host/v1', /lacks a colon/],
    ['https://https://host/v1', /extra scheme/],
    ['htps://host', /did you mean https:\/\/\?/],
    ['hhtp://host', /did you mean http:\/\/\?/],
    ['ttps://host', /did you mean https:\/\/\?/],
    ['ftp://host', /only http/],
    ['file:///etc/passwd', /only http/],
    ['ws://host', /only http/],
    ['http:/host', /slash/],
    ['https:host', /slash/],
    ['http://', /host|URL/],
    ['http:///v1', /host/],
    ['//host/v1', /host/],
    ['/v1', /host/],
    ['https://ho st/v1', /space/],
    ['https://host/\u0000', /control/],
    ['https://ho\u202Est', /control/],
    ['https:\\\\host', /backslash/],
    ['https://host/v1?key=x', /query/],
    ['https://host/v1?', /query/],
    ['https://host/#top', /fragment/],
    ['https://user:secret@host/v1', /password/],
    ['user@host', /password/],
    ['https://@host@host', /password/],
    ['https://host:99999', /URL/],
    ['https://[::1', /URL/],
    ['https://1.2.3.4.5', /URL/],
    ['::', /URL/],
    ['x'.repeat(3_000), /long/],
  ])('%s', (text, why) => {
    expect(baseUrl(text, 'openai')).toEqual({ ok: false, error: expect.stringMatching(why) });
  });

  test('and what may be a key is not repeated', () => {
    for (const text of [
      'https://user:hunter2@host',
      'https://host?key=hunter2',
      'https://ho st/hunter2',
      'htp://hunter2',
      'https://host:hunter2',
    ])
      expect(JSON.stringify(baseUrl(text, 'openai'))).not.toContain('hunter2');
  });
});

describe('whatever is written', () => {
  const protocol = fc.constantFrom<Protocol>('openai', 'anthropic', 'google');
  const piece = fc.constantFrom(
    'http://',
    'https://',
    'host',
    ':',
    '8080',
    '/',
    '/v1',
    '/chat/completions',
    '/messages',
    '/models/x:y',
    '/v1beta',
    '@',
    '?',
    ' ',
    '[::1]',
    '..',
    '%',
    'ü',
  );
  const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));

  test('a base URL read once more is itself, and has no slash at its end', () => {
    let urls = 0;
    fc.assert(
      fc.property(text, protocol, (written, spoken) => {
        const read = baseUrl(written, spoken);
        if (!read.ok) return;
        urls += 1;
        expect(read.url).toMatch(/^https?:\/\/[^/?#@\s]+\/\S*[^/]$/);
        expect(baseUrl(read.url, spoken)).toEqual(read);
      }),
      { numRuns: 5_000 / oneIn(5) },
    );
    expect(urls).toBeGreaterThan(100); // otherwise the property would prove nothing
  });

  test('nothing throws', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: anyCharacter, maxLength: 30 }),
        protocol,
        (written, spoken) => typeof baseUrl(written, spoken).ok === 'boolean',
      ),
    );
  });
});

test.each(Object.entries(providers))('the base URL of %s is itself', (_, { base_url, protocol }) => {
  expect(baseUrl(base_url, protocol)).toEqual({ ok: true, url: base_url });
});

test.each([
  ['http://localhost:1234/v1', true],
  ['http://a.localhost/v1', true],
  ['http://127.0.0.1:1/v1', true],
  ['http://[::1]:1/v1', true],
  ['http://192.168.0.1/v1', false],
  ['https://localhost.example.com/v1', false],
  ['https://127.0.0.1.example.com/v1', false],
  ['no URL', false],
])('%s leads to this machine: %s', (url, expected) => {
  expect(isLoopback(url)).toBe(expected);
});
