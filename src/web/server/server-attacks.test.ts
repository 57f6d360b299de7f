/** What must not work, over real sockets: a server that lets one of these through is broken. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Drive } from '../../app/drive/drive.ts';
import { enter } from '../client/connect-drive.ts';
import { type OpenServer, openServer } from './open-server.ts';
import { maxBody } from './refusals.ts';

type Said = { readonly status: number; readonly headers: NodeJS.Dict<string | string[]>; readonly body: string };
type Sent = {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer;
};

const folder = mkdtempSync(join(tmpdir(), 'artoo-attacks-'));
let server: OpenServer;
let secret: string;
const called: string[] = [];

/** Notes what reaches it, and does nothing. */
const drive = new Proxy({} as Drive, {
  get: (_, name) =>
    name === 'entries' || name === 'news'
      ? (_task: unknown, { signal }: { readonly signal: AbortSignal } = { signal: _task as AbortSignal }) => endless(signal)
      : async () => void called.push(String(name)),
});

async function* endless(signal: AbortSignal) {
  for (let seq = 0; !signal.aborted; seq += 1) {
    made = seq;
    yield { seq, text: 'x'.repeat(16 * 1024) };
    await new Promise(setImmediate);
  }
}
let made = 0;

beforeAll(async () => {
  mkdirSync(join(folder, 'page/assets'), { recursive: true });
  writeFileSync(join(folder, 'page/index.html'), '<!doctype html>the page');
  writeFileSync(join(folder, 'page/assets/a-1.js'), 'a');
  writeFileSync(join(folder, 'page/assets/a-1.js.map'), 'secret');
  writeFileSync(join(folder, 'outside.js'), 'secret');
  server = await openServer({
    drive,
    page: join(folder, 'page'),
    limits: { headersTimeout: 300, requestTimeout: 600, connectionsCheckingInterval: 50 },
  });
  secret = await enter(server.origin, tokenOf(server.newUrl()));
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

const tokenOf = (url: string): string => new URL(url).hash.slice('#token='.length);
const host = (): string => new URL(server.origin).host;

/** As it is given: nothing is made right on the way. */
function send({ method = 'POST', path = '/api/call/inBackground', headers = {}, body = '{"arguments":[]}' }: Sent): Promise<Said> {
  const all = { host: host(), 'artoo-secret': secret, ...(method === 'POST' && { 'content-type': 'application/json' }), ...headers };
  const sent = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
  return new Promise((resolve, reject) => {
    const asking = request(
      { host: '127.0.0.1', port: server.port, method, path, headers: sent, setHost: false, agent: false },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part) => (text += part));
        response.on('close', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }));
      },
    );
    asking.on('error', reject);
    asking.end(method === 'POST' ? body : undefined);
  });
}

test('a request with everything in order is answered', async () => {
  called.length = 0;
  expect(await send({})).toMatchObject({ status: 200, body: '{}' });
  expect(await send({ headers: { origin: server.origin, 'sec-fetch-site': 'same-origin' } })).toMatchObject({ status: 200 });
  expect(called).toEqual(['inBackground', 'inBackground']);
});

test('what is answered is an attachment, so that a browser shows nothing of it; only the files of the page are not', async () => {
  expect((await send({})).headers).toMatchObject({ 'content-disposition': 'attachment', 'content-type': 'application/json' });
  const page = await send({ method: 'GET', path: '/' });
  expect([page.status, page.headers['content-disposition'], page.headers['content-type']]).toEqual([
    200,
    undefined,
    'text/html; charset=utf-8',
  ]);
});

describe('what reaches no method:', () => {
  test.each<readonly [string, number, () => Sent]>([
    ['a foreign origin', 403, () => ({ headers: { origin: 'https://evil.example' } })],
    ['an origin with another port', 403, () => ({ headers: { origin: 'http://127.0.0.1:1' } })],
    ['an origin with another scheme', 403, () => ({ headers: { origin: `https://${host()}` } })],
    ['the origin of a sandboxed page', 403, () => ({ headers: { origin: 'null' } })],
    ['an origin that begins like ours', 403, () => ({ headers: { origin: `${server.origin}.evil.example` } })],
    ['our other name as the origin of this one', 403, () => ({ headers: { origin: server.origin.replace('127.0.0.1', 'localhost') } })],
    ['a page that a browser calls foreign', 403, () => ({ headers: { 'sec-fetch-site': 'cross-site' } })],
    ['a page of another port, as a browser says', 403, () => ({ headers: { 'sec-fetch-site': 'same-site' } })],
    ['a foreign host', 421, () => ({ headers: { host: 'evil.example' } })],
    [
      'a host that was bound again to this address',
      421,
      () => ({ headers: { host: `evil.example:${server.port}`, origin: `http://evil.example:${server.port}` } }),
    ],
    ['our address with another port', 421, () => ({ headers: { host: '127.0.0.1:1' } })],
    ['our address without a port', 421, () => ({ headers: { host: '127.0.0.1' } })],
    ['no secret', 401, () => ({ headers: { 'artoo-secret': '' } })],
    ['a wrong secret', 401, () => ({ headers: { 'artoo-secret': `${secret.slice(0, -1)}x` } })],
    ['a secret in the URL', 401, () => ({ path: `/api/call/inBackground?artoo-secret=${secret}`, headers: { 'artoo-secret': '' } })],
    ['a secret in a cookie', 401, () => ({ headers: { 'artoo-secret': '', cookie: `artoo-secret=${secret}` } })],
    ['a token in a Referer', 401, () => ({ headers: { 'artoo-secret': '', referer: server.newUrl() } })],
    ['a form as text', 415, () => ({ headers: { 'content-type': 'text/plain' } })],
    ['a form', 415, () => ({ headers: { 'content-type': 'application/x-www-form-urlencoded' } })],
    ['no type', 415, () => ({ headers: { 'content-type': '' } })],
    ['a type that begins like JSON', 415, () => ({ headers: { 'content-type': 'application/jsonp' } })],
    ['JSON in another alphabet', 415, () => ({ headers: { 'content-type': 'application/json; charset=utf-16' } })],
    ['JSON that is only part of the type', 415, () => ({ headers: { 'content-type': 'text/plain; application/json' } })],
    ['a body that is too long', 413, () => ({ body: JSON.stringify({ arguments: ['x'.repeat(maxBody)] }) })],
    ['a body that is no JSON', 400, () => ({ body: '{' })],
    ['a body that is no text', 400, () => ({ body: Buffer.from('{"arguments":[],"x":"\xff"}', 'latin1') })],
    [
      'a place that the caller grants to a task',
      400,
      () => ({ path: '/api/call/start', body: JSON.stringify({ arguments: [{ goal: 'x', cwd: '/', places: [{ path: '/' }] }] }) }),
    ],
    ['arguments that are no list', 400, () => ({ body: '{"arguments":{"length":0}}' })],
    ['a method of every object', 400, () => ({ path: '/api/call/constructor' })],
    ['a method that is not in the table', 400, () => ({ path: '/api/call/close' })],
    ['a call by GET', 404, () => ({ method: 'GET' })],
    ['HEAD', 405, () => ({ method: 'HEAD' })],
    ['OPTIONS', 405, () => ({ method: 'OPTIONS', headers: { origin: server.origin } })],
    ['TRACE', 405, () => ({ method: 'TRACE' })],
    ['PUT', 405, () => ({ method: 'PUT' })],
    ['a stream for a foreign page', 403, () => ({ path: '/api/stream', headers: { origin: 'https://evil.example' }, body: '{}' })],
    ['a stream without the secret', 401, () => ({ path: '/api/stream', headers: { 'artoo-secret': '' }, body: '{}' })],
    ['a change of a stream that is not there', 404, () => ({ path: '/api/stream/x', body: '{}' })],
  ])('%s', async (_, status, sent) => {
    called.length = 0;
    const said = await send(sent());
    expect(said.status).toBe(status);
    expect(called).toEqual([]);
    expect(said.headers['access-control-allow-origin']).toBeUndefined();
    expect(said.headers['set-cookie']).toBeUndefined();
    expect(said.headers['content-security-policy']).toContain("default-src 'none'");
    expect(said.headers['content-disposition']).toBe('attachment');
  });

  test('a body that never says how long it is', async () => {
    const { status, socket } = await raw(
      `POST /api/call/inBackground HTTP/1.1\r\nhost: ${host()}\r\nartoo-secret: ${secret}\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n${`10000\r\n${'x'.repeat(0x10000)}\r\n`.repeat(17)}0\r\n\r\n`,
    );
    expect(status).toBe(413);
    socket.destroy();
  });

  test.each([
    ['a body that says that it is too long, before it comes', `content-length: ${maxBody + 1}`, 413],
    ['two types, of which one is right', 'content-type: text/plain\r\ncontent-length: 2', 415],
  ])('%s', async (_, more, wanted) => {
    const { status, socket } = await raw(
      `POST /api/call/inBackground HTTP/1.1\r\nhost: ${host()}\r\nartoo-secret: ${secret}\r\ncontent-type: application/json\r\n${more}\r\n\r\n{}`,
    );
    expect(status).toBe(wanted);
    socket.destroy();
  });

  test('another address of this machine, which is not listened on', async () => {
    const socket = connect(server.port, '127.0.0.2');
    const reached = await new Promise((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    });
    socket.destroy();
    expect(reached).toBe(false);
  });

  test.each([
    ['two hosts', (own: string) => `GET / HTTP/1.1\r\nhost: ${own}\r\nhost: evil.example\r\n\r\n`, [400, 421]],
    ['a line break in a header', (own: string) => `GET / HTTP/1.1\r\nhost: ${own}\rx: y\r\n\r\n`, [400]],
    ['no host', () => 'GET / HTTP/1.1\r\n\r\n', [400]],
    ['two lengths', (own: string) => `POST /api/enter HTTP/1.1\r\nhost: ${own}\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}`, [400]],
    [
      'a length and chunks',
      (own: string) => `POST /api/enter HTTP/1.1\r\nhost: ${own}\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n{}`,
      [400],
    ],
    ['a head that is too long', (own: string) => `GET / HTTP/1.1\r\nhost: ${own}\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`, [431]],
    ['a way to another server', () => 'GET http://evil.example/ HTTP/1.1\r\nhost: evil.example\r\n\r\n', [400, 421]],
  ])('%s', async (_, text, statuses) => {
    const { status, socket } = await raw(text(host()));
    expect(statuses).toContain(status);
    socket.destroy();
  });

  test('a websocket', async () => {
    const { status, socket } = await raw(
      `GET /api/stream HTTP/1.1\r\nhost: ${host()}\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-key: x\r\nsec-websocket-version: 13\r\nartoo-secret: ${secret}\r\n\r\n`,
    );
    expect(status).toBe(404);
    socket.destroy();
  });
});

describe('a token', () => {
  const entering = (token: unknown) => send({ path: '/api/enter', headers: { 'artoo-secret': '' }, body: JSON.stringify({ token }) });

  test('is good once', async () => {
    const token = tokenOf(server.newUrl());
    expect((await entering(token)).status).toBe(200);
    expect((await entering(token)).status).toBe(401);
  });

  test('is no longer good when there is a newer one', async () => {
    const [older, newer] = [tokenOf(server.newUrl()), tokenOf(server.newUrl())];
    expect((await entering(older)).status).toBe(401);
    expect((await entering(newer)).status).toBe(200);
  });

  test.each([
    ['one that is wrong', 'x'],
    ['an empty one', ''],
    ['a number', 7],
    ['a list', ['x']],
    ['nothing', undefined],
  ])('%s is refused, and the right one stays good', async (_, wrong) => {
    const token = tokenOf(server.newUrl());
    expect((await entering(wrong)).status).toBe(401);
    expect((await entering(token)).status).toBe(200);
  });

  test('of a foreign page is not even looked at', async () => {
    const token = tokenOf(server.newUrl());
    const foreign = { path: '/api/enter', body: JSON.stringify({ token }), headers: { origin: 'https://evil.example' } };
    expect((await send(foreign)).status).toBe(403);
    expect((await entering(token)).status).toBe(200);
  });
});

describe('the page', () => {
  const get = (path: string) => send({ method: 'GET', path, headers: { 'artoo-secret': '' } });

  test('is served without a secret, and may not be embedded, cached or referred to', async () => {
    const { status, headers, body } = await get('/');
    expect([status, body]).toEqual([200, '<!doctype html>the page']);
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    expect((await get('/assets/a-1.js')).headers['cache-control']).toContain('immutable');
  });

  test.each([
    '/../outside.js',
    '/assets/a-1.js.map',
    '/assets/../../outside.js',
    '/%2e%2e/outside.js',
    '/assets/..%2f..%2foutside.js',
    '/assets/%2e%2e/%2e%2e/outside.js',
    '//etc/passwd',
    '/assets/a-1.js%00.html',
    '/assets/',
    '/index.html/..',
    '/assets\\..\\..\\outside.js',
  ])('has no file at %s', async (path) => {
    const { status, body } = await get(path);
    expect(body).not.toContain('secret');
    expect([200, 400, 404]).toContain(status);
    if (status === 200) expect(body).toBe('<!doctype html>the page');
  });
});

describe('what a connection may cost', () => {
  test('one that does not finish its head, or its body, is closed', async () => {
    const slow = [
      `GET / HTTP/1.1\r\nhost: ${host()}\r\nx: `,
      `POST /api/enter HTTP/1.1\r\nhost: ${host()}\r\ncontent-type: application/json\r\ncontent-length: 10\r\n\r\n{`,
    ];
    const closed = slow.map(async (text) => (await opened(text)).closed);
    expect(await Promise.all(closed)).toEqual([true, true]);
  });

  test('five hundred at once do not keep a client out', async () => {
    const sockets = await Promise.all(Array.from({ length: 500 }, () => opened('', false)));
    expect(await send({})).toMatchObject({ status: 200 });
    for (const { socket } of sockets) socket.destroy();
  });

  test('more than that are closed as they come', async () => {
    let closed = 0;
    const sockets = await Promise.all(Array.from({ length: 560 }, () => opened('', false)));
    for (const { socket } of sockets) socket.resume().once('close', () => (closed += 1));
    await expect.poll(() => closed).toBeGreaterThan(0);
    for (const { socket } of sockets) socket.destroy();
  });

  test('a stream that is not read holds up its watch', async () => {
    const body = JSON.stringify({ add: [{ n: 1, kind: 'entries', asks: { task: 'endless' } }] });
    const head = `POST /api/stream HTTP/1.1\r\nhost: ${host()}\r\nartoo-secret: ${secret}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;
    const { socket } = await opened(head + body, false);
    let before = -1;
    await expect
      .poll(
        () => {
          const isStill = made > 0 && made === before;
          before = made;
          return isStill;
        },
        { interval: 50 },
      )
      .toBe(true);
    expect(made).toBeLessThan(2_000); // 16 KiB each: what the kernel buffers, and a queue
    socket.destroy();
  });
});

/** The status of the answer to these bytes. */
function raw(text: string): Promise<{ readonly status: number; readonly socket: Socket }> {
  return new Promise((resolve, reject) => {
    const socket = connect(server.port, '127.0.0.1', () => socket.write(text));
    socket.on('error', reject);
    socket.once('data', (data) => resolve({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(String(data))?.[1]), socket }));
  });
}

/** A connection that sends these bytes and then nothing; `closed` once the server has closed it. */
async function opened(text: string, untilClosed = true): Promise<{ readonly socket: Socket; readonly closed: boolean }> {
  const socket = connect(server.port, '127.0.0.1');
  socket.on('error', () => {});
  await new Promise((resolve) => socket.once('connect', resolve));
  if (text !== '') socket.write(text);
  if (!untilClosed) return { socket, closed: false };
  await new Promise((resolve) => socket.once('close', resolve).resume());
  return { socket, closed: true };
}
