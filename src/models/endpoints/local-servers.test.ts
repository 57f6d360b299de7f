import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { findLocalServers } from './local-servers.ts';
import { listModels } from './model-list.ts';

const never = new AbortController().signal;

/** The port of a server that listens until the test is over. */
async function listening(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => sockets.add(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((done) => server.close(done));
  });
  return (server.address() as AddressInfo).port; // a listening TCP server has such an address
}

const http = (listener: RequestListener): Promise<number> => listening(createServer(listener));
const serving = (body: unknown, status = 200): Promise<number> =>
  http((_, response) => response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body)));

/** A port on which nothing listens. */
async function freePort(): Promise<number> {
  const server = createTcpServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a listening TCP server has such an address
  await new Promise((done) => server.close(done));
  return port;
}

const openaiAt = (port: number, api_key?: string) => ({ protocol: 'openai', base_url: `http://127.0.0.1:${port}/v1`, api_key }) as const;

test.each([
  ['openai', '/v1', '/v1/models', { authorization: 'Bearer a key' }, { object: 'list', data: [{ id: 'a' }, { id: 'b:7b', more: 1 }] }],
  [
    'anthropic',
    '/v1',
    '/v1/models?limit=1000',
    { 'x-api-key': 'a key', 'anthropic-version': '2023-06-01' },
    { data: [{ type: 'model', id: 'a' }, { id: 'b:7b' }], has_more: false },
  ],
  [
    'google',
    '/v1beta',
    '/v1beta/models?pageSize=1000',
    { 'x-goog-api-key': 'a key' },
    { models: [{ name: 'models/a', version: '1' }, { name: 'b:7b' }] },
  ],
] as const)('a server of the %s protocol is asked in its own way', async (protocol, root, path, headers, body) => {
  const asked: unknown[] = [];
  const port = await http((request, response) => {
    asked.push({ path: request.url, headers: request.headers });
    response.end(JSON.stringify(body));
  });
  const endpoint = { protocol, base_url: `http://127.0.0.1:${port}${root}`, api_key: 'a key' };
  expect(await listModels(endpoint, { signal: never })).toEqual({ ok: true, models: ['a', 'b:7b'] });
  expect(asked).toEqual([{ path, headers: expect.objectContaining(headers) }]);
});

test('without a key none is sent', async () => {
  let sent: unknown;
  const port = await http((request, response) => {
    sent = request.headers.authorization;
    response.end('{"data":[]}');
  });
  expect(await listModels(openaiAt(port), { signal: never })).toEqual({ ok: true, models: [] });
  expect(sent).toBeUndefined();
});

test('an Ollama that has no models yet says null', async () => {
  const port = await serving({ object: 'list', data: null });
  expect(await listModels(openaiAt(port), { signal: never })).toEqual({ ok: true, models: [] });
});

const redirect: RequestListener = (_, response) => response.writeHead(302, { location: '/v1/models' }).end();
const endless: RequestListener = (_, response) => {
  const more = () => response.destroyed || response.write(Buffer.alloc(65_536, ' '), more);
  more();
};

const strangers: readonly [string, string, () => Promise<number>][] = [
  ['a page', 'no_list', () => serving('<!doctype html><title>Hello</title>')],
  ['a page of an error', 'no_list', () => serving('<h1>Not found</h1>', 404)],
  ['an error of a server', 'no_list', () => serving({ error: 'busy' }, 500)],
  ['JSON of another kind', 'no_list', () => serving({ models: [] })],
  ['a list of something else', 'no_list', () => serving({ data: [{ name: 'a' }] })],
  ['a list of names that are none', 'no_list', () => serving({ data: [{ id: 7 }] })],
  ['nothing at all', 'no_list', () => serving('')],
  ['a redirect', 'no_list', () => http(redirect)],
  ['an answer without end', 'no_list', () => http(endless)],
  ['what is no HTTP', 'no_list', () => listening(createTcpServer((socket) => socket.end('+OK ready\r\n\r\n')))],
  ['a refusal', 'denied', () => serving({ error: { message: 'no key' } }, 401)],
  ['a prohibition', 'denied', () => serving('', 403)],
  ['silence', 'unreachable', () => http(() => {})],
  ['a connection that is closed at once', 'unreachable', () => listening(createTcpServer((socket) => socket.destroy()))],
  ['half an answer', 'unreachable', () => http((_, response) => void response.write('{"data":[', () => response.destroy()))],
  ['nobody', 'unreachable', freePort],
];

test.each(strangers)('%s is %s, and no local server', async (name, why, start) => {
  const port = await start();
  const patience = { signal: never, timeoutMs: name === 'silence' ? 100 : 20_000, maxBytes: 1_000_000 };
  expect(await listModels(openaiAt(port), patience)).toMatchObject({ ok: false, why, error: expect.stringMatching(/./) });
  expect(await findLocalServers({ ...patience, ports: { ollama: port, lmstudio: port, llamacpp: port } })).toEqual([]);
});

test('a key that cannot be sent is an answer, and is not in it', async () => {
  const port = await serving({ data: [] });
  const listed = await listModels(openaiAt(port, 'secret\nkey'), { signal: never });
  expect(listed).toMatchObject({ ok: false, why: 'unreachable' });
  expect(JSON.stringify(listed)).not.toContain('secret');
});

test('an invalid address is an answer', async () => {
  expect(await listModels({ protocol: 'openai', base_url: 'http://', api_key: undefined }, { signal: never })).toMatchObject({ ok: false });
});

test('a cancel ends the waiting at once', async () => {
  const cancel = new AbortController();
  const port = await http(() => cancel.abort());
  expect(await listModels(openaiAt(port), { signal: cancel.signal, timeoutMs: 60_000 })).toMatchObject({ ok: false, why: 'unreachable' });
  expect(await listModels(openaiAt(port), { signal: cancel.signal, timeoutMs: 60_000 })).toMatchObject({ ok: false, why: 'unreachable' });
});

test('the local servers that are up are found, side by side, each on its port', async () => {
  let waiting: (() => void)[] = [];
  /** Answers only when both have been asked. */
  const together =
    (id: string): RequestListener =>
    (_, response) => {
      waiting.push(() => response.end(JSON.stringify({ object: 'list', data: [{ id }] })));
      if (waiting.length < 2) return;
      for (const answer of waiting) answer();
      waiting = [];
    };
  const [ollama, lmstudio, llamacpp] = await Promise.all([http(together('qwen3:8b')), http(together('gemma')), freePort()]);
  expect(await findLocalServers({ ports: { ollama, lmstudio, llamacpp }, timeoutMs: 5_000, signal: never })).toEqual([
    { provider: 'ollama', base_url: `http://127.0.0.1:${ollama}/v1`, models: ['qwen3:8b'] },
    { provider: 'lmstudio', base_url: `http://127.0.0.1:${lmstudio}/v1`, models: ['gemma'] },
  ]);
});
