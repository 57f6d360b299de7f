/** Attacks over real sockets: a server that accepts one of them is broken. */
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { called, closeAttacked, host, openAttacked, raw, secret, send, server, tokenOf } from '../../../test/support/attacked-server.ts';
import { maxBody } from './refusals.ts';

type Sent = Parameters<typeof send>[0];

beforeAll(openAttacked);
afterAll(closeAttacked);

test('a correct request is answered', async () => {
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
    ['a body that is not JSON', 400, () => ({ body: '{' })],
    ['a body that is not text', 400, () => ({ body: Buffer.from('{"arguments":[],"x":"\xff"}', 'latin1') })],
    [
      'a place that the caller grants to a task',
      400,
      () => ({ path: '/api/call/start', body: JSON.stringify({ arguments: [{ goal: 'x', cwd: '/', places: [{ path: '/' }] }] }) }),
    ],
    ['arguments that are not a list', 400, () => ({ body: '{"arguments":{"length":0}}' })],
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

  test('another address on this machine, which is not listened on', async () => {
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
