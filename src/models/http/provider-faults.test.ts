import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Reply, startProvider } from '../../../test/support/provider-server.ts';
import { hello, origin, outcome, purse, stepped, stillClock } from '../../../test/support/provider-step.ts';
import { ArtooError, type ErrorCode } from '../../contracts/errors.ts';
import type { Endpoint, Protocol } from '../endpoints/endpoint.ts';
import { createProviderModel } from './provider.ts';
import { createTransport, type TransportOptions } from './transport.ts';

const protocols = ['openai', 'anthropic', 'google'] as const satisfies readonly Protocol[];
const ways = protocols.flatMap((protocol) => [false, true].map((streaming) => ({ protocol, streaming })));
const way = '$protocol, streaming: $streaming';
const timeout_ms = 120_000;

type Setting = { readonly endpoint?: Partial<Endpoint>; readonly transport?: TransportOptions; readonly slice?: number };

/** A model at a server that gives these replies in order, the last of them repeatedly. */
async function facing(protocol: Protocol, replies: readonly Reply[], { endpoint, transport: limits, ...serving }: Setting = {}) {
  const server = await startProvider({ answer: (_, number) => replies[Math.min(number, replies.length) - 1] ?? {}, ...serving });
  const transport = createTransport(limits);
  onTestFinished(async () => {
    transport[Symbol.dispose]();
    await server[Symbol.asyncDispose]();
  });
  const clock = stillClock();
  const at = server.endpoint(protocol, { timeout_ms, ...endpoint });
  return { server, clock, at, model: createProviderModel(at, { transport, ...clock }), spending: purse() };
}

const status = (code: number, body?: unknown, headers?: Readonly<Record<string, string>>): Reply => ({
  fault: 'status',
  status: code,
  ...(body !== undefined && { body }),
  ...(headers && { headers }),
});

type Row = {
  readonly what: string;
  readonly reply: Reply;
  readonly code: ErrorCode;
  readonly requests: number;
  readonly settled: 'nothing' | 'most';
  readonly says: RegExp;
};

const says = (message: string) => ({ error: { message } });

const rows: readonly Row[] = [
  {
    what: '401',
    reply: status(401, says('no such key')),
    code: 'model_denied',
    requests: 1,
    settled: 'nothing',
    says: /refuses the key \(401\): no such key/,
  },
  {
    what: '403',
    reply: status(403),
    code: 'model_denied',
    requests: 1,
    settled: 'nothing',
    says: /does not permit this with the key that is set \(403\)/,
  },
  {
    what: '400 about the key',
    reply: status(400, { error: { code: 400, message: 'API key not valid.', details: [{ reason: 'API_KEY_INVALID' }] } }),
    code: 'model_denied',
    requests: 1,
    settled: 'nothing',
    says: /refuses the key \(400\)/,
  },
  {
    what: '404 about the model',
    reply: status(404, says('The model `test-model` does not exist')),
    code: 'model_missing',
    requests: 1,
    settled: 'nothing',
    says: /there is no model test-model at http:.*does not exist/,
  },
  {
    what: '404 that names the model only',
    reply: status(404, { type: 'error', error: { type: 'not_found_error', message: 'model: test-model' } }),
    code: 'model_missing',
    requests: 1,
    settled: 'nothing',
    says: /there is no model test-model/,
  },
  {
    what: '404 of a web server',
    reply: status(404, '404 page not found'),
    code: 'model_unreachable',
    requests: 1,
    settled: 'nothing',
    says: /nothing at http:.*base URL.*404 page not found/,
  },
  {
    what: '400',
    reply: status(400, says('temperature is odd')),
    code: 'model_rejected',
    requests: 1,
    settled: 'nothing',
    says: /\(400\): temperature is odd/,
  },
  {
    what: '422',
    reply: status(422, { detail: [{ msg: 'field required' }] }),
    code: 'model_rejected',
    requests: 1,
    settled: 'nothing',
    says: /\(422\): field required/,
  },
  { what: '408', reply: status(408, ''), code: 'model_rejected', requests: 1, settled: 'nothing', says: /\(408\)$/ },
  {
    what: 'a prompt that is too long',
    reply: status(400, { error: { message: "This model's maximum context length is 4096 tokens.", code: 'context_length_exceeded' } }),
    code: 'model_too_small',
    requests: 1,
    settled: 'nothing',
    says: /too long for test-model.*4096 tokens/,
  },
  {
    what: '413',
    reply: status(413, '<html><head><title>Payload too large</title></head></html>'),
    code: 'model_too_small',
    requests: 1,
    settled: 'nothing',
    says: /too long.*Payload too large$/,
  },
  {
    what: '429 for ever',
    reply: status(429),
    code: 'model_busy',
    requests: 5,
    settled: 'nothing',
    says: /\(429\): it failed \(5 attempts\)/,
  },
  {
    what: '429 without quota',
    reply: status(429, { error: { message: 'You exceeded your current quota', code: 'insufficient_quota' } }),
    code: 'model_spent',
    requests: 1,
    settled: 'nothing',
    says: /exceeded your current quota$/,
  },
  {
    what: '429 for an hour',
    reply: status(429, says('later'), { 'retry-after': '3600' }),
    code: 'model_busy',
    requests: 1,
    settled: 'nothing',
    says: /asks to wait 60 min, until \d\d:\d\d UTC/,
  },
  {
    what: '500 for ever',
    reply: status(500),
    code: 'model_busy',
    requests: 3,
    settled: 'nothing',
    says: /failed \(500\): it failed \(3 attempts\)/,
  },
  {
    what: '503 with an empty body',
    reply: status(503, ''),
    code: 'model_busy',
    requests: 5,
    settled: 'nothing',
    says: /is not taking more requests right now \(503\) \(5 attempts\)/,
  },
  {
    what: '502 with a page',
    reply: status(502, '<html><head><title>502 Bad Gateway</title></head><body><h1>nginx</h1></body></html>'),
    code: 'model_busy',
    requests: 3,
    settled: 'nothing',
    says: /failed \(502\): 502 Bad Gateway \(3 attempts\)/,
  },
  {
    what: 'a redirect',
    reply: status(307, '', { location: 'https://user:secret@elsewhere.test/v2?key=secret' }),
    code: 'model_unreachable',
    requests: 1,
    settled: 'nothing',
    says: /redirects to https:\/\/elsewhere.test\/v2 \(307\)/,
  },
  {
    what: 'a page',
    reply: { fault: 'body', body: '<!doctype html><title>Welcome!</title>', type: 'text/html' },
    code: 'model_unreachable',
    requests: 1,
    settled: 'nothing',
    says: /answers with a web page \(Welcome!\) instead of a model's answer; .* want you to log in first/,
  },
  {
    what: 'JSON of another shape',
    reply: { fault: 'body', body: '{"hello":"world"}', type: 'application/json' },
    code: 'model_unreachable',
    requests: 1,
    settled: 'most',
    says: /does not answer like an? .*server|does not answer like \w+'s server/,
  },
  {
    what: 'an empty body',
    reply: { fault: 'body', body: '', type: 'application/json' },
    code: 'model_unreachable',
    requests: 1,
    settled: 'most',
    says: /does not answer like an? .*server|does not answer like \w+'s server/,
  },
  {
    what: 'JSON that breaks',
    reply: { fault: 'body', body: '{"choices":[{"mess', type: 'application/json' },
    code: 'model_unreachable',
    requests: 1,
    settled: 'most',
    says: /does not answer like an? .*server|does not answer like \w+'s server/,
  },
  {
    what: 'bytes that are not UTF-8',
    reply: { fault: 'body', body: Buffer.from('data: {"a":"\xff\xfe"}\n\n', 'latin1') },
    code: 'model_unreachable',
    requests: 1,
    settled: 'most',
    says: /does not answer like an? .*server|does not answer like \w+'s server.*UTF-8/,
  },
  {
    what: 'bytes that end inside a character',
    reply: { fault: 'body', body: Buffer.from('data: ü').subarray(0, -1) },
    code: 'model_unreachable',
    requests: 1,
    settled: 'most',
    says: /UTF-8/,
  },
  {
    what: 'compressed bytes',
    reply: { fault: 'body', body: gzipSync('{}') },
    code: 'model_unreachable',
    requests: 1,
    settled: 'most',
    says: /UTF-8/,
  },
  {
    what: 'an error with status 200',
    reply: { fault: 'body', body: '{"error":{"message":"boom","code":502}}', type: 'application/json' },
    code: 'model_busy',
    requests: 3,
    settled: 'nothing',
    says: /failed \(502\): boom/,
  },
  {
    what: 'a connection closed before the answer',
    reply: { fault: 'break', at: 'start' },
    code: 'model_unreachable',
    requests: 2,
    settled: 'most',
    says: /was cut off.*is it https instead of http\? \(2 attempts\)/,
  },
  {
    what: 'a connection closed before the body',
    reply: { fault: 'break', at: 0 },
    code: 'model_unreachable',
    requests: 2,
    settled: 'most',
    says: /was cut off/,
  },
  {
    what: 'a connection closed inside the answer',
    reply: { fault: 'break', at: 60 },
    code: 'model_unreachable',
    requests: 2,
    settled: 'most',
    says: /was cut off/,
  },
];

describe.for(ways)(way, ({ protocol, streaming }) => {
  test.each(rows)('$what', async ({ reply, code, requests, settled, says: words }) => {
    const { server, model, spending, at } = await facing(protocol, [reply]);
    const { result } = await stepped(model, hello, streaming, spending);
    expect(result).toMatchObject({ code, message: expect.stringMatching(words) });
    expect(server.requests).toHaveLength(requests);
    expect(spending.settled).toEqual(Array(requests).fill(settled));
    expect(result).not.toMatchObject({ message: expect.stringMatching(/test-key|secret/) });
    expect(result).toMatchObject({ message: expect.stringContaining(at.base_url) });
  });

  test('a server that recovers is waited for, and only what it did is paid', async () => {
    const { model, spending, clock } = await facing(protocol, [
      status(503),
      status(429, undefined, { 'retry-after': '7' }),
      { text: 'at last', usage: { input: 5, output: 6 } },
    ]);
    const { result } = await stepped(model, hello, streaming, spending);
    expect(result).toMatchObject({ text: 'at last', usage: { input_tokens: 5, output_tokens: 6 } });
    expect(spending.settled).toMatchObject(['nothing', 'nothing', { input_tokens: 5 }]);
    expect(clock.waits).toEqual([1_000, 7_250]);
  });

  test('what broke off once is asked again, and counted as the most it can have cost', async () => {
    const { model, spending } = await facing(protocol, [
      { fault: 'break', at: 20 },
      { text: 'whole', usage: { input: 5, output: 6 } },
    ]);
    const { result } = await stepped(model, hello, streaming, spending);
    const { input_tokens, output_tokens } = spending.bounds[0] ?? { input_tokens: 0, output_tokens: 0 };
    expect(result).toMatchObject({
      text: 'whole',
      usage: { input_tokens: input_tokens + 5, output_tokens: output_tokens + 6, estimated: true },
    });
  });

  test('silence ends when the time for all attempts is over', async () => {
    const { server, model, spending, clock } = await facing(protocol, [status(500), { fault: 'silence' }]);
    const step = stepped(model, hello, streaming, spending);
    await server.nextRequest();
    await server.nextRequest();
    const gone = server.nextAbandoned();
    clock.runOut();
    expect((await step).result).toMatchObject({
      code: 'model_timed_out',
      message: expect.stringMatching(/no answer from test-model at http:.* within 120 s/),
    });
    expect(spending.settled).toEqual(['nothing', 'most']);
    await gone;
  });

  test.each([
    ['before an answer', { fault: 'silence' }],
    ['inside an answer', { fault: 'stall', at: 80 }],
  ] as const)('a cancel %s closes the connection at once', async (_, reply) => {
    const { server, model, spending } = await facing(protocol, [reply]);
    const cancel = new AbortController();
    const step = stepped(model, hello, streaming, spending, cancel.signal);
    await server.nextRequest();
    while (reply.fault === 'stall' && server.written < 80) await new Promise(setImmediate);
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate); // until the client has read what was written
    const gone = server.nextAbandoned();
    cancel.abort({ message: 'a reason that looks like an error of a server', code: 401 });
    expect((await step).result).toMatchObject({ code: 'cancelled' });
    await gone;
    expect(spending.settled).toEqual(['most']);
    expect(server.requests).toHaveLength(1);
  });

  test('a step that is cancelled already asks for nothing', async () => {
    const { server, model, spending } = await facing(protocol, [{ text: 'ok' }]);
    const { result } = await stepped(model, hello, streaming, spending, AbortSignal.abort());
    expect(result).toMatchObject({ code: 'cancelled' });
    expect(spending.bounds).toEqual([]);
    expect(server.requests).toEqual([]);
  });

  test('an answer without end is given up on at the limit', async () => {
    const { server, model, spending } = await facing(protocol, [{ fault: 'huge', megabytes: 100 }]);
    const before = process.memoryUsage().rss;
    const gone = server.nextAbandoned();
    const { result } = await stepped(model, hello, streaming, spending);
    await gone;
    expect(result).toMatchObject({ code: 'model_unreachable', message: expect.stringMatching(/larger than 32 MiB/) });
    expect(spending.settled).toEqual(['most']);
    expect(server.requests).toHaveLength(1);
    expect(server.written).toBeLessThan(60 * 1024 * 1024);
    expect(process.memoryUsage().rss - before).toBeLessThan(400 * 1024 * 1024);
  });
});

describe.for(protocols)('a stream of %s', (protocol) => {
  /** Two of the protocols report the number of input tokens at the start. */
  const cutOff = protocol === 'openai' ? 'most' : { input_tokens: 11, output_tokens: 8_192, estimated: true };

  test.each([
    ['before any text', undefined, 5, 'nothing'],
    ['behind some text', { text: 'Once upon a time there was' }, 3, 'most'],
  ] as const)('that has an error in it %s fails', async (_, answer, requests, settled) => {
    const { server, model, spending } = await facing(protocol, [
      { fault: 'error_event', message: 'overloaded', ...(answer && { answer }) },
    ]);
    const { result } = await stepped(model, hello, true, spending);
    expect(result).toMatchObject({ code: 'model_busy', message: expect.stringMatching(/overloaded/) });
    expect(spending.settled).toMatchObject(Array(requests).fill(settled === 'most' ? cutOff : settled));
    expect(server.requests).toHaveLength(requests);
  });

  test('that ends well, but without an end, broke off', async () => {
    const form = { text: 'Once upon a time there was a king' };
    await using server = await startProvider({ answer: () => form });
    const whole = await fetch(`${server.endpoint(protocol).base_url}${pathOf[protocol]}`, { method: 'POST', body: bodyFor[protocol] });
    const lines = (await whole.text()).split('\n\n');
    const { model, spending } = await facing(protocol, [{ fault: 'body', body: `${lines.slice(0, 4).join('\n\n')}\n\n` }]);
    expect((await stepped(model, hello, true, spending)).result).toMatchObject({
      code: 'model_unreachable',
      message: expect.stringMatching(/was cut off.*it ended too early/),
    });
    expect(spending.settled).toMatchObject([cutOff, cutOff]);
  });

  test.each([
    ['no JSON', 'data: {"choices":[{\n\n'],
    ['JSON of another shape', 'data: {"choices":"no","type":7,"candidates":3}\n\n'],
  ])('with an event that is %s is not the protocol', async (_, body) => {
    const { server, model, spending } = await facing(protocol, [{ fault: 'body', body }]);
    expect((await stepped(model, hello, true, spending)).result).toMatchObject({
      code: 'model_unreachable',
      message: expect.stringMatching(/does not answer like .*server/),
    });
    expect(spending.settled).toEqual(['most']);
    expect(server.requests).toHaveLength(1);
  });
});

test('an error in a stream that is only a text is reported', async () => {
  const { model } = await facing('openai', [{ fault: 'body', body: 'data: {"error":"boom"}\n\n' }]);
  expect((await stepped(model, hello, true)).result).toMatchObject({
    code: 'model_busy',
    message: expect.stringMatching(/failed \(500\): boom/),
  });
});

test('a second request of the packages, which nothing was reserved for, is not made', async () => {
  const candidate = { content: { parts: [{ text: 'x' }] }, finishReason: 'CONTINUATION', continuationToken: 't' };
  const body = JSON.stringify({ candidates: [candidate], usageMetadata: { promptTokenCount: 1 } });
  for (const streaming of [false, true]) {
    const { server, model, spending } = await facing('google', [{ fault: 'body', body: streaming ? `data: ${body}\n\n` : body }]);
    expect((await stepped(model, hello, streaming, spending)).result).toMatchObject({ code: 'model_unreachable' });
    expect(server.requests).toHaveLength(1);
    expect(spending.settled).toMatchObject([streaming ? { input_tokens: 1, estimated: true } : 'most']);
  }
});

test('a call that the model got wrong is asked for once more, and both are paid', async () => {
  const bad = { candidates: [{ content: {}, finishReason: 'MALFORMED_FUNCTION_CALL' }], usageMetadata: { promptTokenCount: 3 } };
  const { model, spending } = await facing('google', [
    { fault: 'body', body: JSON.stringify(bad) },
    { text: 'ok', usage: { input: 5, output: 6 } },
  ]);
  const { result } = await stepped(model, hello, false, spending);
  expect(result).toMatchObject({ text: 'ok', usage: { input_tokens: 8, output_tokens: 6 } });
  expect(spending.settled).toHaveLength(2);
});

test('nothing is printed, whatever the packages have to remark', async () => {
  const printed = (['log', 'info', 'warn', 'error', 'debug'] as const).map((name) => vi.spyOn(console, name));
  const turns = [
    ...hello.turns,
    { role: 'assistant' as const, text: '', calls: [{ call_id: '1', tool: 'read', input: {} }] },
    { role: 'tool' as const, call_id: '1', tool: 'read', text: 'x' },
  ];
  for (const model of ['gemini-3-pro-preview', 'gemma-3', 'claude-sonnet-4-5', 'gpt-5']) {
    for (const { protocol, streaming } of ways) {
      const { model: asked } = await facing(protocol, [{ text: 'ok' }], { endpoint: { model, max_output_tokens: 1_000_000 } });
      expect((await stepped(asked, { ...hello, turns }, streaming)).result).toMatchObject({ text: 'ok' });
    }
  }
  for (const spy of printed) expect(spy).not.toHaveBeenCalled();
});

const pathOf = { openai: '/chat/completions', anthropic: '/messages', google: '/models/test-model:streamGenerateContent?alt=sse' };
const bodyFor = {
  openai: '{"stream":true,"messages":[]}',
  anthropic: '{"stream":true,"messages":[]}',
  google: '{"contents":[]}',
};

/** An address where nothing listens, and a server that can be started there. */
async function closedAddress() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number }; // of TCP
  await new Promise((done) => probe.close(done));
  return { port, base_url: `http://127.0.0.1:${port}/v1` };
}

test('where nothing listens, nothing is sent or paid, and some attempts later that is said', async () => {
  const { model, spending, clock } = await facing('openai', [{}], { endpoint: { base_url: (await closedAddress()).base_url } });
  const { result } = await stepped(model, hello, false, spending);
  expect(result).toMatchObject({
    code: 'model_unreachable',
    message: expect.stringMatching(/cannot connect .*: nothing listens there \(5 attempts\)$/),
  });
  expect(spending.settled).toEqual(Array(5).fill('nothing'));
  expect(clock.waits).toEqual([500, 1_500, 3_000, 5_000]);
});

test('a server that is just starting answers', async () => {
  const { port, base_url } = await closedAddress();
  const { at, spending } = await facing('openai', [{}], { endpoint: { base_url } });
  const answer = { choices: [{ index: 0, message: { role: 'assistant', content: 'here again' }, finish_reason: 'stop' }] };
  const server = createHttpServer((_, reply) => reply.setHeader('content-type', 'application/json').end(JSON.stringify(answer)));
  onTestFinished(() => void server.close());
  const wait = async () => {
    if (!server.listening) await once(server.listen(port, '127.0.0.1'), 'listening');
  };
  const { result } = await stepped(createProviderModel(at, { ...stillClock(), wait }), hello, false, spending);
  expect(result).toMatchObject({ text: 'here again' });
});

test('a host that is not there, an invalid address', async () => {
  for (const base_url of ['http://no-such-host.invalid/v1', 'nonsense', 'ftp://x/v1']) {
    const { model, spending } = await facing('openai', [{}], { endpoint: { base_url } });
    const { result } = await stepped(model, hello, false, spending);
    expect(result).toMatchObject({ code: 'model_unreachable' });
    expect(spending.settled).toEqual(['nothing']);
  }
});

test('a server that accepts and never speaks TLS is not waited for', async () => {
  const mute = createServer().listen(0, '127.0.0.1');
  await new Promise((done) => mute.once('listening', done));
  onTestFinished(() => void mute.close());
  const { port } = mute.address() as { port: number };
  const { model, spending } = await facing('openai', [{}], {
    endpoint: { base_url: `https://127.0.0.1:${port}/v1` },
    transport: { connectTimeoutMs: 50 },
  });
  const { result } = await stepped(model, hello, false, spending);
  expect(result).toMatchObject({ code: 'model_unreachable', message: expect.stringMatching(/no connection within 0.05 s/) });
  expect(spending.settled).toEqual(['nothing']);
});

test('a server that quotes the key does not get it into a message', async () => {
  const { model } = await facing('openai', [status(401, says('Incorrect API key provided: test-key.'))]);
  const { result } = await stepped(model, hello, false);
  expect(result).toMatchObject({ message: expect.stringMatching(/provided: \(the key\)\.$/) });
});

test.each(['two\nlines', 'ключ'])('a key that no header can carry is named, not shown: %j', async (api_key) => {
  for (const protocol of protocols) {
    const { server, model, spending } = await facing(protocol, [{ text: 'ok' }], { endpoint: { api_key } });
    const { result } = await stepped(model, hello, false, spending);
    expect(result).toMatchObject({ code: 'model_denied', message: expect.stringMatching(/cannot be sent/) });
    expect(server.requests).toEqual([]);
    expect(result).not.toMatchObject({ message: expect.stringMatching(/lines|ключ/) });
  }
});

test('a purse that is empty before the next attempt ends the step', async () => {
  const { model, server } = await facing('openai', [status(500)]);
  const full = purse();
  let calls = 0;
  const spending = {
    reserve: (bound: Parameters<typeof full.reserve>[0]) => {
      calls += 1;
      return calls === 1 ? full.reserve(bound) : Promise.reject(new ArtooError('budget_spent', 'no'));
    },
  };
  expect(await outcome(model.step(hello, origin(spending), new AbortController().signal))).toMatchObject({ code: 'budget_spent' });
  expect(server.requests).toHaveLength(1);
});

test('a reservation that comes too late is given back', async () => {
  const { model, server } = await facing('openai', [{ text: 'ok' }]);
  const { promise, resolve } = Promise.withResolvers<{ output_tokens: number; settle(): void }>();
  const cancel = new AbortController();
  const step = outcome(model.step(hello, origin({ reserve: () => promise }), cancel.signal));
  await new Promise(setImmediate);
  cancel.abort();
  expect(await step).toMatchObject({ code: 'cancelled' });
  const settled = new Promise<unknown>((done) => resolve({ output_tokens: 1, settle: done as () => void }));
  expect(await settled).toBe('nothing');
  expect(server.requests).toEqual([]);
});

test.each([401, 403])('%i without a key is another error than with one: there is no key to check', async (code) => {
  const { model } = await facing('openai', [status(code)], { endpoint: { api_key: undefined } });
  const { result } = await stepped(model, hello, false);
  expect(result).toMatchObject({ code: 'model_key_missing', message: expect.stringMatching(/no key is set|none is set/) });
});
