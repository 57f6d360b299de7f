import { describe, expect, onTestFinished, test } from 'vitest';
import { modelSuite, modelUsage } from '../../../test/support/model-suite.ts';
import { type Answer, byRole, type ProviderServerOptions, type Reply, startProvider } from '../../../test/support/provider-server.ts';
import { hello, neverStopped, origin, outcome, purse, stepped } from '../../../test/support/provider-step.ts';
import { oneIn } from '../../../test/support/sample.ts';
import type { Endpoint, Protocol } from '../endpoints/endpoint.ts';
import { ModelAnswer, type ModelRequest } from '../model.ts';
import type { TokenCounts } from '../spending/price.ts';
import { createProviderModel } from './provider.ts';
import { createTransport } from './transport.ts';

const protocols = ['openai', 'anthropic', 'google'] as const satisfies readonly Protocol[];
const ways = protocols.flatMap((protocol) => [false, true].map((streaming) => ({ protocol, streaming })));
const way = '$protocol, streaming: $streaming';

async function served(answer: Answer | ProviderServerOptions['answer'], options: Omit<ProviderServerOptions, 'answer'> = {}) {
  const server = await startProvider({ answer: typeof answer === 'function' ? answer : () => answer, ...options });
  const transport = createTransport();
  onTestFinished(async () => {
    transport[Symbol.dispose]();
    await server[Symbol.asyncDispose]();
  });
  const modelAt = (protocol: Protocol, changes?: Partial<Endpoint>) =>
    createProviderModel(server.endpoint(protocol, changes), { transport });
  return { server, modelAt };
}

const readFile = { name: 'read_file', description: 'Reads a file.', input: { type: 'object', properties: { path: { type: 'string' } } } };
const withTools: ModelRequest = { ...hello, tools: [readFile] };

/** In the last row, a stream is requested from a server that does not stream. */
const told = [
  { how: 'at once', streaming: false, streams: true },
  { how: 'as a stream', streaming: true, streams: true },
  { how: 'at once, where a stream was asked for', streaming: true, streams: false },
];

for (const protocol of protocols)
  for (const { how, streaming, streams } of told)
    modelSuite({
      name: `a provider over ${protocol}, ${how},`,
      async saying(...replies) {
        const answer = (_: unknown, number: number): Reply => {
          const reply = replies[number - 1] ?? expect.fail('it was asked more than it can say');
          if (reply === 'refused') return { fault: 'status', status: 401 };
          const { text, calls = [], isCut = false } = reply;
          const usage = { input: modelUsage.input_tokens, output: modelUsage.output_tokens };
          return { text, calls: calls.map((call, at) => ({ ...call, id: `call-${at}` })), usage, finish: isCut ? 'length' : 'stop' };
        };
        const { modelAt } = await served(answer, { streams });
        const model = modelAt(protocol);
        return streaming ? model : { ...model, step: (request, { onText: _, ...from }, signal) => model.step(request, from, signal) };
      },
      isHeard: streaming,
    });

test.each(protocols)('%s: a server that does not stream is asked once, and paid once', async (protocol) => {
  const { server, modelAt } = await served({ text: 'whole', usage: { input: 12, output: 3 } }, { streams: false });
  const spending = purse();
  const { result, heard } = await stepped(modelAt(protocol), hello, true, spending);
  expect({ result, heard }).toMatchObject({ result: { text: 'whole' }, heard: 'whole' });
  expect(server.requests).toMatchObject([{ streaming: true }]);
  expect(spending.settled).toMatchObject([{ input_tokens: 12, output_tokens: 3 }]);
});

test.each(['text/plain', 'application/json', ''])('a stream that is called %j is read all the same', async (type) => {
  const body = ['{"content":"all "}', '{"content":"the same"}'].map(
    (delta, at) => `data: {"choices":[{"index":0,"delta":${delta},"finish_reason":${at === 0 ? null : '"stop"'}}]}\n\n`,
  );
  const { modelAt } = await served(() => ({ fault: 'body', body: `${body.join('')}data: [DONE]\n\n`, type }));
  const { result, heard } = await stepped(modelAt('openai'), hello, true);
  expect({ result, heard }).toMatchObject({ result: { text: 'all the same' }, heard: 'all the same' });
});

describe.for(ways)(way, ({ protocol, streaming }) => {
  test('a text comes back as it was said, with what it used', async () => {
    const text = 'Grüße, 世界 👩‍👩‍👧 \u2028 "quoted"\n\n  and more\t';
    const { modelAt } = await served({ text, usage: { input: 120, output: 45 } }, { slice: 7 });
    const spending = purse();
    const { result, heard } = await stepped(modelAt(protocol), hello, streaming, spending);
    const usage = { input_tokens: 120, output_tokens: 45, model: 'test-model' };
    expect(result).toEqual({ text, calls: [], usage });
    expect(heard).toBe(streaming ? text : '');
    expect(spending.settled).toEqual([usage]);
  });

  test('reasoning is not part of the text and is not heard', async () => {
    const { modelAt } = await served({ text: 'done', reasoning: 'let me think about this' });
    const { result, heard } = await stepped(modelAt(protocol), hello, streaming);
    expect(result).toMatchObject({ text: 'done' });
    expect(heard).toBe(streaming ? 'done' : '');
  });

  test('several calls come back in order, with text before them', async () => {
    const calls = [
      { id: 'first', tool: 'read_file', input: { path: 'a/“b”.txt', deep: [1, { x: null }] } },
      { id: 'second', tool: 'read_file', input: {} },
      { id: 'third', tool: 'unheard_of', input: { n: 1.5 } },
    ];
    const { modelAt } = await served({ text: 'I will look.', calls }, { slice: 11 });
    const { result } = await stepped(modelAt(protocol), withTools, streaming);
    expect(result).toMatchObject({ text: 'I will look.', calls: calls.map(({ id, ...call }) => ({ call_id: id, ...call })) });
  });

  test('calls without ids of their own get ids that differ', async () => {
    const calls = [1, 2].map((n) => ({ id: '', tool: 'read_file', input: { n } }));
    const { modelAt } = await served({ calls });
    const { result } = await stepped(modelAt(protocol), withTools, streaming);
    const ids = 'calls' in result ? result.calls.map(({ call_id }) => call_id) : [];
    expect(new Set(ids).size).toBe(2);
    expect(ids).not.toContain('');
  });

  test('the conversation, the tools and the limit reach the server', async () => {
    const { server, modelAt } = await served({ text: 'ok' });
    const request: ModelRequest = {
      system: 'Be brief.',
      turns: [
        { role: 'user', text: 'Read a and b' },
        {
          role: 'assistant',
          text: 'I will.',
          calls: [
            { call_id: '1.1.1/R3/1.1', tool: 'read_file', input: { path: 'a' } },
            { call_id: '1.1.1/R3/1.2', tool: 'read_file', input: { path: 'b' } },
          ],
        },
        { role: 'tool', call_id: '1.1.1/R3/1.1', tool: 'read_file', text: 'of a' },
        { role: 'tool', call_id: '1.1.1/R3/1.2', tool: 'read_file', text: 'of b' },
        { role: 'user', text: 'And?' },
      ],
      tools: [readFile],
    };
    await stepped(modelAt(protocol, { max_output_tokens: 1234 }), request, streaming);
    const [asked] = server.requests;
    const [id, other] = ['call00001', 'call00002'];
    expect(asked).toMatchObject({ streaming, model: 'test-model', system: 'Be brief.', max_output_tokens: 1234, tools: [readFile] });
    expect(asked?.turns).toEqual([
      { role: 'user', text: 'Read a and b', calls: [] },
      {
        role: 'assistant',
        text: 'I will.',
        calls: [
          { id, tool: 'read_file', input: { path: 'a' } },
          { id: other, tool: 'read_file', input: { path: 'b' } },
        ],
      },
      { role: 'tool', text: 'of a', calls: [], id },
      { role: 'tool', text: 'of b', calls: [], id: other },
      { role: 'user', text: 'And?', calls: [] },
    ]);
  });

  test('role, task, sender and key travel in headers, below the base path', async () => {
    const { server, modelAt } = await served({ text: 'ok' });
    const { base_url } = server.endpoint(protocol);
    await stepped(modelAt(protocol, { base_url: base_url.replace(server.url, `${server.url}/some/proxy`) }), hello, streaming);
    const [asked] = server.requests;
    const key = {
      openai: { authorization: 'Bearer test-key' },
      anthropic: { 'x-api-key': 'test-key' },
      google: { 'x-goog-api-key': 'test-key' },
    };
    expect(asked).toMatchObject({ role: 'R2', task: 'a_task', headers: key[protocol] });
    expect(asked?.headers['user-agent']).toMatch(/^artoo/);
    expect(asked?.headers['accept-encoding']).toBe('identity');
    expect(asked?.path).toMatch(/^\/some\/proxy\/v1/);
  });

  test('without a key none is sent, not even one from the environment', async () => {
    const names = ['OPENAI_API_KEY', 'ANTHROPIC_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY'];
    for (const name of names) process.env[name] = 'not-for-you';
    onTestFinished(() => {
      for (const name of names) delete process.env[name];
    });
    const { server, modelAt } = await served({ text: 'ok' });
    await stepped(modelAt(protocol, { api_key: undefined }), hello, streaming);
    const [asked] = server.requests;
    expect(JSON.stringify(asked?.headers)).not.toMatch(/not-for-you|authorization|api-key/);
  });

  test('the output limit is what the purse allows', async () => {
    const { server, modelAt } = await served({ text: 'ok' });
    const spending = purse(300);
    await stepped(modelAt(protocol), hello, streaming, spending);
    expect(server.requests[0]?.max_output_tokens).toBe(300);
    expect(spending.bounds).toMatchObject([{ model: 'test-model', output_tokens: 8192, least_output_tokens: 256 }]);
    expect(spending.bounds[0]?.usd).toBeUndefined(); // what a server on some port costs is unknown
  });

  test('what it costs is reserved with the limit and settled with what was used, cached input at its own price', async () => {
    const { server } = await served({ text: 'ok', usage: { input: 100, output: 10, cached: 40 } });
    const usd = ({ input_tokens, output_tokens, cache_read_tokens = 0 }: TokenCounts) =>
      (input_tokens - cache_read_tokens) * 0.01 + cache_read_tokens * 0.001 + output_tokens * 0.1;
    const model = createProviderModel(server.endpoint(protocol), { price: async () => ({ usd }) });
    const spending = purse(300);
    const { result } = await stepped(model, hello, streaming, spending);
    const [bound] = spending.bounds;
    expect(bound?.usd?.(300)).toBeCloseTo((bound?.input_tokens ?? 0) * 0.01 + 30);
    expect((result as ModelAnswer).usage.usd).toBeCloseTo(60 * 0.01 + 40 * 0.001 + 10 * 0.1);
  });

  test('usage that is not reported is estimated from above', async () => {
    const { modelAt } = await served({ text: 'Twelve bytes', usage: 'none' });
    const spending = purse();
    const { result } = await stepped(modelAt(protocol), hello, streaming, spending);
    const { usage } = result as { usage: { input_tokens: number; output_tokens: number } };
    expect(usage).toMatchObject({ input_tokens: spending.bounds[0]?.input_tokens, estimated: true });
    expect(usage.output_tokens).toBeGreaterThanOrEqual(12);
    expect(usage.output_tokens).toBeLessThanOrEqual(8192);
    expect(spending.settled).toEqual([usage]);
  });

  test('a text that was cut off at the limit is an answer', async () => {
    const { modelAt } = await served({ text: 'Once upon a', finish: 'length' });
    expect((await stepped(modelAt(protocol), hello, streaming)).result).toMatchObject({ text: 'Once upon a', cut: true });
  });

  test('an answer that says nothing is an answer', async () => {
    const { modelAt } = await served({});
    expect((await stepped(modelAt(protocol), hello, streaming)).result).toMatchObject({ text: '', calls: [] });
  });

  test.each([
    ['the output limit', { finish: 'length', reasoning: 'hm' }, /500 output tokens.*max_output_tokens/],
    ['a content filter', { finish: 'filter' }, /content filter/],
  ] as const)('what %s left nothing of is rejected, and paid', async (_, answer, words) => {
    const { server, modelAt } = await served({ ...answer, usage: { input: 20, output: 500 } });
    const spending = purse();
    const { result } = await stepped(modelAt(protocol, { max_output_tokens: 500 }), hello, streaming, spending);
    expect(result).toMatchObject({ code: 'model_rejected', message: expect.stringMatching(words) });
    expect(spending.settled).toEqual([{ input_tokens: 20, output_tokens: 500, model: 'test-model' }]);
    expect(server.requests).toHaveLength(1);
  });

  test('many steps at once are kept apart', async () => {
    const many = 100 / oneIn(4);
    const { server, modelAt } = await served(({ turns }) => ({ text: `You said ${turns[0]?.text}` }));
    const model = modelAt(protocol);
    const spending = purse();
    const steps = Array.from({ length: many }, (_, n) =>
      stepped(model, { ...hello, turns: [{ role: 'user', text: `number ${n}` }] }, streaming, spending),
    );
    const texts = (await Promise.all(steps)).map(({ result, heard }) => ('text' in result ? [result.text, heard] : result));
    expect(texts).toEqual(Array.from({ length: many }, (_, n) => [`You said number ${n}`, streaming ? `You said number ${n}` : '']));
    expect(spending.open).toBe(0);
    expect(server.requests).toHaveLength(many);
  });

  test('one connection serves steps after each other', async () => {
    const { server, modelAt } = await served({ text: 'ok' });
    const model = modelAt(protocol);
    for (let n = 0; n < 5; n += 1) await stepped(model, hello, streaming);
    expect(server.connections).toBe(1);
  });
});

test.each([
  ['is not JSON', '{"path": "a', '{"path": "a'],
  ['is no object', '["a"]', ['a']],
  ['is empty', '', {}],
  ['is nested too deeply', '['.repeat(500) + ']'.repeat(500), '['.repeat(500) + ']'.repeat(500)],
])('an input that %s reaches the tool, which refuses it', async (_, input, expected) => {
  const { modelAt } = await served({ calls: [{ tool: 'read_file', input }] });
  for (const streaming of [false, true]) {
    const { result } = await stepped(modelAt('openai'), withTools, streaming);
    expect(result).toMatchObject({ calls: [{ tool: 'read_file', input: expected }] });
  }
});

test.each([
  [-5, 7],
  [0, 0],
  [1.5, 2.5],
  [1e300, 1],
])('usage of %d and %d tokens comes out as whole numbers that no server can lower', async (input, output) => {
  const { modelAt } = await served({ text: 'ok', usage: { input, output } });
  const spending = purse();
  const { result } = await stepped(modelAt('openai'), hello, false, spending);
  expect(ModelAnswer.safeParse(result)).toMatchObject({ success: true });
  const { usage } = result as ModelAnswer;
  expect(usage.input_tokens).toBeGreaterThanOrEqual(2);
  expect(usage.output_tokens).toBeGreaterThanOrEqual(1);
});

test('tokens from a cache are counted once', async () => {
  const { modelAt } = await served({ text: 'ok', usage: { input: 100, output: 5, cached: 80 } });
  for (const { protocol, streaming } of ways) {
    const { result } = await stepped(modelAt(protocol), hello, streaming);
    expect(result).toMatchObject({ usage: { input_tokens: 100, output_tokens: 5 } });
  }
});

test('what the input is bounded by is never less than its bytes', async () => {
  const { server, modelAt } = await served({ text: 'ok' });
  const request: ModelRequest = { system: 'ü'.repeat(1000), turns: [{ role: 'user', text: '世'.repeat(1000) }], tools: [readFile] };
  const spending = purse();
  await modelAt('openai').step(request, origin(spending), neverStopped());
  const { messages, tools } = server.requests[0]?.body ?? {};
  expect(spending.bounds[0]?.input_tokens).toBeGreaterThanOrEqual(Buffer.byteLength(JSON.stringify({ messages, tools })));
});

test('the fake provider answers each role from its own list, and refuses when it is empty', async () => {
  const { server, modelAt } = await served(byRole({ R2: [{ text: 'plan' }, { text: 'again' }], R3: [{ text: 'act' }] }));
  const model = modelAt('openai');
  const ask = (role: 'R2' | 'R3') => outcome(model.step(hello, origin(purse(), { role }), neverStopped()));
  expect([await ask('R2'), await ask('R3'), await ask('R2')]).toMatchObject([{ text: 'plan' }, { text: 'act' }, { text: 'again' }]);
  expect(await ask('R3')).toMatchObject({ code: 'model_rejected', message: expect.stringContaining('no answer left for R3') });
  expect(server.requests.map(({ role }) => role)).toEqual(['R2', 'R3', 'R2', 'R3']);
});

test('the fake provider lists its models', async () => {
  const { server } = await served({}, { models: ['a', 'b'] });
  const listed = async (path: string) => (await fetch(`${server.url}${path}`)).json();
  expect(await listed('/v1/models')).toMatchObject({ data: [{ id: 'a' }, { id: 'b' }] });
  expect(await listed('/v1beta/models')).toMatchObject({ models: [{ name: 'models/a' }, { name: 'models/b' }] });
});

test('a purse that refuses is not argued with, and nothing is sent', async () => {
  const { server, modelAt } = await served({ text: 'ok' });
  const spent = { reserve: () => Promise.reject(new Error('empty')) };
  await expect(modelAt('openai').step(hello, origin(spent), neverStopped())).rejects.toThrow('empty');
  expect(server.requests).toHaveLength(0);
});

test('OpenAI itself is sent the limit under its newer name', async () => {
  const bodies: { max_tokens?: number; max_completion_tokens?: number }[] = [];
  const transport = {
    post: async ({ body }: { body: string }) => {
      bodies.push(JSON.parse(body));
      throw new Error('not sent');
    },
    [Symbol.dispose]() {},
  };
  await using server = await startProvider({ answer: () => ({}) });
  for (const base_url of ['https://api.openai.com/v1', 'https://me.openai.azure.com/openai/v1', 'https://openrouter.ai/api/v1']) {
    await outcome(
      createProviderModel(server.endpoint('openai', { base_url }), { transport }).step(hello, origin(purse()), neverStopped()),
    ).catch(() => {});
  }
  expect(bodies.map(({ max_tokens, max_completion_tokens }) => [max_tokens, max_completion_tokens])).toEqual([
    [undefined, 8192],
    [undefined, 8192],
    [8192, undefined],
  ]);
});
