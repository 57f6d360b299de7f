import { expect, onTestFinished, test } from 'vitest';
import { type Reply, startProvider } from '../../../test/support/provider-server.ts';
import { probeToolCall } from './tool-call-probe.ts';

const never = new AbortController().signal;

async function answering(reply: Reply) {
  const server = await startProvider({ answer: () => reply });
  onTestFinished(() => server[Symbol.asyncDispose]());
  return server;
}

test.each(['openai', 'anthropic', 'google'] as const)(
  'a model of the %s protocol is asked once, for one call of one tool',
  async (protocol) => {
    const server = await answering({ calls: [{ tool: 'ping', input: { word: 'artoo' } }] });
    expect(await probeToolCall(server.endpoint(protocol), never)).toMatchObject({ ok: true, called: 'native' });
    expect(server.requests).toMatchObject([{ protocol, role: 'R3', task: 'doctor', tools: [{ name: 'ping' }] }]);
  },
);

test.each([
  ['<tool_call>{"name": "ping", "arguments": {"word": "artoo"}}</tool_call>', 'text'],
  ['I would call ping with the word artoo.', 'not'],
  ['<tool_call>{"name": "pong", "arguments": {}}</tool_call>', 'not'],
])('a model that says %s has called by: %s', async (text, called) => {
  const server = await answering({ text });
  expect(await probeToolCall(server.endpoint('openai'), never)).toMatchObject({ ok: true, called });
});

test('a call of a tool that was not on offer does not count', async () => {
  const server = await answering({ calls: [{ tool: 'pong', input: {} }] });
  expect(await probeToolCall(server.endpoint('openai'), never)).toMatchObject({ ok: true, called: 'not' });
});

test.each([
  [{ fault: 'status', status: 401 }, 'model_denied'],
  [{ fault: 'status', status: 404 }, 'model_unreachable'],
  [{ fault: 'body', body: '<html>' }, 'model_unreachable'],
] as const)('%j is %s', async (reply, code) => {
  const server = await answering(reply);
  expect(await probeToolCall(server.endpoint('openai'), never)).toMatchObject({ ok: false, code });
});

test('a cancel ends it', async () => {
  const server = await answering({ fault: 'silence' });
  const cancel = new AbortController();
  const probe = probeToolCall(server.endpoint('openai'), cancel.signal);
  await server.nextRequest();
  cancel.abort();
  expect(await probe).toMatchObject({ ok: false, code: 'cancelled' });
});

test('a server that is silent is not waited for longer than the endpoint says', async () => {
  const server = await answering({ fault: 'silence' });
  expect(await probeToolCall(server.endpoint('openai', { timeout_ms: 50 }), never)).toMatchObject({
    ok: false,
    code: expect.stringMatching(/timed_out$/),
  });
});
