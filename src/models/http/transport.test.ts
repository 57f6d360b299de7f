import { getEventListeners, once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, onTestFinished, test } from 'vitest';
import { neverStopped } from '../../../test/support/provider-step.ts';
import { createTransport, noTraffic, type PostRequest, type TransportOptions } from './transport.ts';

function using(options?: TransportOptions) {
  const transport = createTransport(options);
  onTestFinished(() => transport[Symbol.dispose]());
  return transport;
}

/** Answers with the bytes it is given, for every request on a connection. */
async function raw(onRequest: (socket: Socket, number: number) => void): Promise<string> {
  const sockets = new Set<Socket>();
  let requests = 0;
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    socket.on('data', () => onRequest(socket, ++requests));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

async function http(listener: RequestListener): Promise<string> {
  const server = createHttpServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const parcel = (url: string, more: Partial<PostRequest> = {}): PostRequest => ({ url, headers: {}, body: '{}', streaming: false, ...more });
const textOf = async (reply: Response): Promise<string> => {
  const reader = reply.body?.getReader();
  let text = '';
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) text += Buffer.from(part.value).toString();
  return text;
};
/** Without garbage. */
function heapInUse(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}
const fine = (body: string) => `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;

test('what was sent is not kept in memory while the answer is awaited', async () => {
  let ended = 0;
  const all = Promise.withResolvers<void>();
  const url = await http((request) => {
    request.resume().on('end', () => {
      ended += 1;
      if (ended === 8) all.resolve();
    });
  });
  const stop = new AbortController();
  const transport = using();
  const before = heapInUse();
  // Each body is made where it is sent, so that no variable of the test holds it.
  const answers = Array.from({ length: 8 }, (_, number) =>
    transport.post(parcel(url, { body: String(number).repeat(4_000_000) }), noTraffic(), stop.signal),
  );
  await all.promise;
  const kept = heapInUse() - before;
  stop.abort(new Error('stopped'));
  await Promise.allSettled(answers);
  expect(kept).toBeLessThan(8_000_000);
});

test('the body is sent with its length, and the answer comes back with status and headers', async () => {
  const seen: unknown[] = [];
  const url = await http((request, response) => {
    seen.push(request.method, request.headers['content-length'], request.headers['x-a']);
    request.on('data', (bytes) => seen.push(String(bytes)));
    request.on('end', () => response.writeHead(418, { 'x-b': 'two', 'set-cookie': ['a', 'b'] }).end('tea'));
  });
  const traffic = noTraffic();
  const reply = await using().post(parcel(url, { headers: { 'x-a': 'one' }, body: '{"ü":1}' }), traffic, neverStopped());
  expect(seen).toEqual(['POST', '8', 'one', '{"ü":1}']);
  expect([reply.status, reply.ok, reply.headers.get('x-b')]).toEqual([418, false, 'two']);
  expect([...reply.headers].every(([, value]) => typeof value === 'string')).toBe(true);
  expect(await textOf(reply)).toBe('tea');
  expect(traffic).toMatchObject({ sent: true, status: 418, received_bytes: 3 });
});

test.each<[string, string]>([
  ['no HTTP', 'SSH-2.0-OpenSSH_9.2\r\n'],
  ['headers without end', `HTTP/1.1 200 OK\r\n${'x: y\r\n'.repeat(20_000)}`],
  ['a chunk without a length', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n'],
])('%s is garbled', async (_, bytes) => {
  const url = await raw((socket) => socket.write(bytes));
  await expect(using().post(parcel(url), noTraffic(), neverStopped())).rejects.toMatchObject({ lost: 'garbled' });
});

test.each<[string, string]>([
  ['nothing', ''],
  ['half a head', 'HTTP/1.1 200 OK\r\ncontent-'],
  ['half a body', fine('{"a":1}').slice(0, -3)],
  ['half a chunk', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n9\r\n{"a"'],
])('%s and a closed connection is broken off', async (_, bytes) => {
  const url = await raw((socket) => socket.end(bytes));
  await expect(using().post(parcel(url), noTraffic(), neverStopped())).rejects.toMatchObject({ lost: 'broken_off' });
});

test('a body that ends with its connection is whole', async () => {
  const url = await raw((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n{"a":1}'));
  expect(await textOf(await using().post(parcel(url), noTraffic(), neverStopped()))).toBe('{"a":1}');
});

describe('a request on a kept connection', () => {
  /** A connection that is kept after its first answer; `later` handles everything after that. */
  async function kept(later: (socket: Socket, number: number) => void, options?: TransportOptions) {
    const sockets: Socket[] = [];
    const url = await raw((socket, number) => {
      sockets.push(socket);
      if (number === 1) socket.write(fine('{}'));
      else later(socket, number);
    });
    const transport = using(options);
    await transport.post(parcel(url), noTraffic(), neverStopped());
    return { post: (signal = neverStopped()) => transport.post(parcel(url), noTraffic(), signal), sockets };
  }

  test.each<[string, (socket: Socket) => void]>([
    ['closed', (socket) => socket.end()],
    ['reset', (socket) => socket.resetAndDestroy()],
  ])('that the server has %s is sent again on a new one', async (_, close) => {
    const { post, sockets } = await kept((socket, number) => (number === 2 ? close(socket) : socket.write(fine('{"a":1}'))));
    expect(await textOf(await post())).toBe('{"a":1}');
    expect([sockets[0] === sockets[1], sockets[1] === sockets[2], sockets.length]).toEqual([true, false, 3]);
  });

  test('is sent again only once', async () => {
    const { post, sockets } = await kept((socket) => socket.destroy());
    await expect(post()).rejects.toMatchObject({ lost: 'broken_off' });
    expect(sockets).toHaveLength(3);
  });

  test('is not sent again once a byte of an answer came', async () => {
    const { post, sockets } = await kept((socket) => socket.end('H'));
    await expect(post()).rejects.toMatchObject({ lost: 'broken_off' });
    expect(sockets).toHaveLength(2);
  });

  test('is not sent again when the server had time to read it', async () => {
    const { post, sockets } = await kept((socket) => setTimeout(() => socket.destroy(), 100), { closedWithinMs: 10 }); // in real time
    await expect(post()).rejects.toMatchObject({ lost: 'broken_off' });
    expect(sockets).toHaveLength(2);
  });

  test('is not sent again when it is stopped', async () => {
    const stop = new AbortController();
    const { post, sockets } = await kept(() => stop.abort(new Error('enough')));
    await expect(post(stop.signal)).rejects.toThrow('enough');
    expect(sockets).toHaveLength(2);
  });
});

test('a connection that the server closed is not used again', async () => {
  const gone = Promise.withResolvers<void>();
  const url = await raw((socket, number) => {
    socket.once('close', () => gone.resolve());
    if (number === 1) socket.end(fine('{}'));
    else socket.write(fine('{}'));
  });
  const transport = using();
  await transport.post(parcel(url), noTraffic(), neverStopped());
  await gone.promise;
  expect((await transport.post(parcel(url), noTraffic(), neverStopped())).status).toBe(200);
});

test.each([false, true])('what is stopped before its connection ends is not whole (streaming: %s)', async (streaming) => {
  const url = await raw((socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\ndata: 1\n\n'));
  const stop = new AbortController();
  const traffic = noTraffic();
  const text = using().post(parcel(url, { streaming }), traffic, stop.signal).then(textOf);
  while (traffic.received_bytes === 0) await new Promise(setImmediate);
  stop.abort(new Error('enough'));
  await expect(text).rejects.toThrow('enough');
});

test.each([false, true])('what ends with its connection has a limit too (streaming: %s)', async (streaming) => {
  const url = await raw((socket) => socket.end(`HTTP/1.1 200 OK\r\n\r\n${'x'.repeat(2_000)}`));
  const text = using({ maxBytes: 1_000 }).post(parcel(url, { streaming }), noTraffic(), neverStopped()).then(textOf);
  await expect(text).rejects.toMatchObject({ lost: 'too_large' });
});

test('a connection that is closed without a word is broken off', async () => {
  const url = await raw((socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'));
  await expect(using().post(parcel(url), noTraffic(), neverStopped())).rejects.toMatchObject({ lost: 'broken_off' });
});

test('an answer that announces more than the limit is not read', async () => {
  const url = await raw((socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100000000\r\n\r\n'));
  await expect(using().post(parcel(url), noTraffic(), neverStopped())).rejects.toMatchObject({ lost: 'too_large' });
});

test.each([false, true])('an answer of exactly the limit is read, one byte more is not (streaming: %s)', async (streaming) => {
  const transport = using({ maxBytes: 1_000 });
  const url = await http((request, response) => response.end('x'.repeat(Number(request.headers['x-length']))));
  const read = async (length: number) =>
    textOf(await transport.post(parcel(url, { streaming, headers: { 'x-length': `${length}` } }), noTraffic(), neverStopped()));
  expect(await read(1_000)).toHaveLength(1_000);
  await expect(read(1_001)).rejects.toMatchObject({ lost: 'too_large' });
});

test('a stream that is not read is not read from the network', async () => {
  let written = 0;
  const url = await http(async (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const chunk = Buffer.alloc(64 * 1024, ' ');
    for (; written < 256 && !response.destroyed; written += 1) await new Promise((done) => response.write(chunk, done));
    response.end();
  });
  const traffic = noTraffic();
  const reply = await using().post(parcel(url, { streaming: true }), traffic, neverStopped());
  for (let turn = 0; turn < 200; turn += 1) await new Promise(setImmediate);
  expect(traffic.received_bytes).toBeLessThan(1024 * 1024);
  await reply.body?.cancel();
});

test('a stream that is cancelled closes its connection', async () => {
  const closed = Promise.withResolvers<void>();
  const url = await http((_, response) => {
    response.on('close', () => closed.resolve());
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n');
  });
  const reply = await using().post(parcel(url, { streaming: true }), noTraffic(), neverStopped());
  await reply.body?.cancel();
  await closed.promise;
});

test('the start of what is not an event stream is kept', async () => {
  const url = await http((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(`<p>${'ü'.repeat(100_000)}`));
  const traffic = noTraffic();
  await textOf(await using().post(parcel(url, { streaming: true }), traffic, neverStopped()));
  expect(traffic.head).toMatch(/^<p>ü{4000}/);
  expect(traffic.head.length).toBeLessThanOrEqual(8_192);
});

test('what is stopped while it connects was not sent', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const traffic = noTraffic();
  const stop = new AbortController();
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const reply = using().post(parcel(url), traffic, stop.signal);
  await once(server, 'connection');
  stop.abort(new Error('enough'));
  await expect(reply).rejects.toThrow('enough');
  expect(traffic.sent).toBe(false);
});

test('a signal has no listeners left when all is done', async () => {
  const url = await http((_, response) => response.end('{}'));
  const { signal } = new AbortController();
  const transport = using();
  for (let n = 0; n < 3; n += 1) await transport.post(parcel(url), noTraffic(), signal);
  await new Promise(setImmediate);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('the limit on connecting does not limit the answer', async () => {
  const url = await http((_, response) => setTimeout(() => response.end('{}'), 500)); // longer than the limit, in real time
  const transport = using({ connectTimeoutMs: 400 });
  for (const streaming of [false, true]) {
    expect(await textOf(await transport.post(parcel(url, { streaming }), noTraffic(), neverStopped()))).toBe('{}');
  }
});

test('what failed leaves no timer behind', async () => {
  const url = await raw(() => {});
  const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
  const before = timers();
  const stop = new AbortController();
  const posts = [parcel('http://127.0.0.1:1/'), parcel(url.replace('http:', 'https:'))].map((one) =>
    using().post(one, noTraffic(), stop.signal),
  );
  setImmediate(() => stop.abort());
  await Promise.allSettled(posts);
  await new Promise(setImmediate);
  expect(timers()).toBeLessThanOrEqual(before); // other timers of this process may end in the meantime
});

test.each(['nonsense', 'ftp://x/', 'http://127.0.0.1:99999/'])('%s is not an address, and nothing is sent', async (url) => {
  const traffic = noTraffic();
  await expect(using().post(parcel(url), traffic, neverStopped())).rejects.toThrow();
  expect(traffic.sent).toBe(false);
});
