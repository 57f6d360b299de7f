import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { oneIn } from '../../../test/support/sample.ts';
import type { Endpoint } from '../endpoints/endpoint.ts';
import { type FailureContext, failureOf } from './failure.ts';
import { noTraffic, type Traffic, TransportError } from './transport.ts';

const endpoint: Endpoint = {
  protocol: 'openai',
  base_url: 'https://me:pass@api.test/v1?token=hidden',
  model: 'big-1.5',
  api_key: 'sk-secret',
  max_output_tokens: 1,
  timeout_ms: 1,
};
const now = Date.parse('2026-01-01T00:00:00Z');
const scene = (traffic: Partial<Traffic>, more: Partial<FailureContext> = {}): FailureContext => ({
  endpoint,
  traffic: { ...noTraffic(), ...traffic },
  started: false,
  now,
  ...more,
});
/** As thrown by the packages. */
const answered = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  failureOf(
    Object.assign(new Error('of the package'), {
      statusCode: status,
      responseHeaders: headers,
      responseBody: typeof body === 'string' ? body : JSON.stringify(body),
    }),
    scene({ sent: true, status }),
  );

describe('no model of that name', () => {
  test.each<[string, number, unknown]>([
    ['OpenAI', 404, { error: { message: 'The model `big-1.5` does not exist or you do not have access to it.', code: 'model_not_found' } }],
    ['Ollama', 404, { error: { message: 'model "big-1.5" not found, try pulling it first', type: 'api_error' } }],
    ['vLLM', 404, { object: 'error', message: 'The model `big-1.5` does not exist.', type: 'NotFoundError', code: 404 }],
    ['Anthropic', 404, { type: 'error', error: { type: 'not_found_error', message: 'model: big-1.5' } }],
    ['Google', 404, { error: { code: 404, message: 'models/big-1.5 is not found for API version v1beta', status: 'NOT_FOUND' } }],
    ['Mistral', 400, { object: 'error', message: 'Invalid model: big-1.5', type: 'invalid_model', code: '1500' }],
    ['OpenRouter', 400, { error: { message: 'big-1.5 is not a valid model ID: no such model', code: 400 } }],
  ])('in the words of %s', (_, status, body) => {
    expect(answered(status, body)).toMatchObject({
      code: 'model_missing',
      message: expect.stringContaining('there is no model big-1.5 at'),
    });
  });

  test.each<[string, unknown]>([
    ['a web server', '<html><body>404</body></html>'],
    ['FastAPI', { detail: 'Not Found' }],
    ['OpenAI', { error: { message: 'Invalid URL (POST /v1/v1/chat/completions)', type: 'invalid_request_error' } }],
    ['nobody', ''],
  ])('but no such path in the words of %s', (_, body) => {
    expect(answered(404, body)).toMatchObject({
      code: 'model_unreachable',
      message: expect.stringMatching(/nothing at .*is the base URL right/),
    });
  });
});

test.each<[string, string]>([
  ['OpenRouter', 'Insufficient credits'],
  ['DeepSeek', 'Insufficient Balance'],
  ['anyone', ''],
])('402 is an account without credit in the words of %s', (_, message) => {
  expect(answered(402, { error: { message, code: 402 } })).toMatchObject({
    code: 'model_spent',
    cost: 'nothing',
    retry: { when: 'never' },
  });
});

test.each<[string, number, unknown]>([
  ['OpenAI', 400, { error: { message: "This model's maximum context length is 8192 tokens.", code: 'context_length_exceeded' } }],
  [
    'Anthropic',
    400,
    { type: 'error', error: { type: 'invalid_request_error', message: 'prompt is too long: 210000 tokens > 200000 maximum' } },
  ],
  [
    'Google',
    400,
    { error: { code: 400, message: 'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).' } },
  ],
  [
    'llama.cpp',
    400,
    { error: { message: 'the request exceeds the available context size, try increasing it', type: 'exceed_context_size_error' } },
  ],
  ['a proxy', 413, '<html><head><title>413 Request Entity Too Large</title></head></html>'],
])('a prompt that is too long, in the words of %s', (_, status, body) => {
  expect(answered(status, body)).toMatchObject({
    code: 'model_too_small',
    message: expect.stringContaining('the prompt is too long for'),
  });
});

test.each<[string, unknown, Readonly<Record<string, string>>, { readonly when: string; readonly after_ms?: number }]>([
  ['nothing said', { error: { message: 'slow down' } }, {}, { when: 'later' }],
  ['seconds', '', { 'retry-after': '12' }, { when: 'later', after_ms: 12_000 }],
  ['half seconds', '', { 'retry-after': '0.5' }, { when: 'later', after_ms: 500 }],
  ['milliseconds', '', { 'retry-after-ms': '250', 'retry-after': '9' }, { when: 'later', after_ms: 250 }],
  ['a date', '', { 'retry-after': 'Thu, 01 Jan 2026 00:00:20 GMT' }, { when: 'later', after_ms: 20_000 }],
  ['a date that is over', '', { 'retry-after': 'Thu, 01 Jan 1970 00:00:00 GMT' }, { when: 'later', after_ms: 0 }],
  ['nonsense', '', { 'retry-after': 'soon' }, { when: 'later' }],
  ['a negative number', '', { 'retry-after': '-5' }, expect.objectContaining({ when: 'later' })],
  [
    'the words of Google',
    { error: { message: 'You exceeded your current quota. Please retry in 25.3s.' } },
    {},
    { when: 'later', after_ms: 25_300 },
  ],
  ['no quota', { error: { message: 'You exceeded your current quota', code: 'insufficient_quota' } }, {}, { when: 'never' }],
  ['no credit', { error: { message: 'Your credit balance is too low' } }, {}, { when: 'never' }],
])('429 with %s', (_, body, headers, retry) => {
  expect(answered(429, body, headers)).toMatchObject({
    code: retry.when === 'never' ? 'model_spent' : 'model_busy',
    retry,
    cost: 'nothing',
  });
});

test.each<[string, unknown, number]>([
  ['Google in a list', [{ error: { message: 'boom', code: 500 } }], 500],
  ['an error that is a text', { error: 'boom' }, 500],
  ['a router', { error: { message: 'Provider returned error', code: 502, metadata: { raw: 'boom' } } }, 502],
  ['a list of details', { detail: [{ msg: 'boom' }] }, 500],
  ['a page without a title', '<html><style>b{}</style><body>boom<br></body>', 502],
  ['control characters', '\u001b[31mboom\u0007\r\n\n', 503],
])('the words of %s are found', (_, body, status) => {
  const { message } = answered(status, body);
  expect(message).toContain('boom');
  expect(message).not.toMatch(/[\p{Cc}<]/u);
});

describe('a connection that was lost', () => {
  const because = (code: string) => new TransportError('not_connected', 'technical', { cause: Object.assign(new Error('x'), { code }) });
  test.each([
    ['ENOTFOUND', 'there is no such host'],
    ['EPROTO', 'is it http instead of https?'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'NODE_EXTRA_CA_CERTS'],
    ['CERT_HAS_EXPIRED', 'has expired'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'is for another name'],
    ['ERR_OF_ANOTHER_KIND', 'technical'],
  ])('before it was there: %s', (code, words) => {
    expect(failureOf(because(code), scene({}))).toMatchObject({
      code: 'model_unreachable',
      message: expect.stringContaining(words),
      cost: 'nothing',
      retry: { when: 'never' },
    });
  });

  test('may be there again soon, where nothing listens', () => {
    expect(failureOf(because('ECONNREFUSED'), scene({}))).toMatchObject({
      code: 'model_unreachable',
      message: expect.stringContaining('nothing listens there'),
      cost: 'nothing',
      retry: { when: 'later', because: 'closed' },
    });
  });

  test('is found under what the packages wrap around it', () => {
    const lost = new TransportError('broken_off', 'socket hang up');
    const wrapped = new Error('Cannot connect to API', { cause: new Error('Failed to process successful response', { cause: lost }) });
    expect(failureOf(wrapped, scene({ sent: true, status: 200 }))).toMatchObject({ cost: 'most', retry: { when: 'once' } });
  });
});

describe('an error inside an answer that began well', () => {
  test.each<[string, unknown, Partial<ReturnType<typeof failureOf>>]>([
    [
      'a busy server',
      { message: 'Overloaded', type: 'overloaded_error' },
      { code: 'model_busy', retry: { when: 'later', because: 'failing' } },
    ],
    [
      'too many requests',
      { message: 'Rate limit reached', type: 'rate_limit_error' },
      { code: 'model_busy', retry: { when: 'later', because: 'failing' } },
    ],
    ['a key', { message: 'no', type: 'authentication_error' }, { code: 'model_denied', retry: { when: 'never' } }],
    ['a request', { message: 'no', type: 'invalid_request_error' }, { code: 'model_rejected', retry: { when: 'never' } }],
    ['a number', { message: 'no', code: 403 }, { code: 'model_denied' }],
    ['a text', 'no', { code: 'model_unreachable' }],
  ])('is taken for what it says: %s', (_, thrown, expected) => {
    expect(failureOf(thrown, scene({ sent: true, status: 200 }, { started: true }))).toMatchObject({ ...expected, cost: 'most' });
  });
});

test('not even half a key is shown where words are cut short', () => {
  for (let length = 280; length < 310; length += 1) {
    expect(answered(500, { error: { message: `${'x'.repeat(length)}sk-secret` } }).message).not.toMatch(/sk-/);
  }
});

test('no message shows a key, a password or a query, nor a message without end', () => {
  const anything = fc.oneof(
    fc.anything(),
    fc.string().map((text) => new Error(`${text}sk-secret${text}`)),
    fc.constantFrom<unknown>(
      new TransportError('garbled', 'sk-secret'.repeat(1000)),
      Object.assign(new Error('x'), { responseBody: JSON.stringify({ error: { message: `sk-secret ${'y'.repeat(1e6)}` } }) }),
      Object.assign(new Error('x'), { responseHeaders: { location: 'https://a:b@c/?sk-secret' } }),
    ),
  );
  const status = fc.constantFrom(undefined, 200, 204, 302, 400, 401, 404, 429, 500, 999);
  fc.assert(
    fc.property(anything, status, fc.boolean(), (thrown, code, sent) => {
      const { message, code: errorCode } = failureOf(thrown, scene({ sent, status: code }));
      expect(errorCode).toMatch(/^model_/);
      expect(message).not.toMatch(/sk-secret|pass@|hidden/);
      expect(message).not.toMatch(/\p{Cc}/u);
      expect(message.length).toBeLessThan(800);
      expect(message).toContain('https://api.test/v1');
    }),
    { numRuns: 500 / oneIn(10) },
  );
});
