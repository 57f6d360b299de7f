/** A server of the page that is attacked over real sockets, without corrections by a client. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Drive } from '../../src/app/drive/drive.ts';
import { enter } from '../../src/web/client/connect-drive.ts';
import { type OpenServer, openServer } from '../../src/web/server/open-server.ts';

type Said = { readonly status: number; readonly headers: NodeJS.Dict<string | string[]>; readonly body: string };
type Sent = {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer;
};

export const folder = mkdtempSync(join(tmpdir(), 'artoo-attacks-'));
export let server: OpenServer;
export let secret: string;
/** What was called. */
export const called: string[] = [];

/** Records what reaches it, and does nothing. */
export const drive = new Proxy({} as Drive, {
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
/** How many entries were requested. */
export let made = 0;

/** Serves all tests of one file. */
export async function openAttacked(): Promise<void> {
  made = 0;
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
}

export async function closeAttacked(): Promise<void> {
  await server.close();
  rmSync(folder, { recursive: true });
}

export const tokenOf = (url: string): string => new URL(url).hash.slice('#token='.length);
export const host = (): string => new URL(server.origin).host;

/** Sends the request as given, without corrections. */
export function send({ method = 'POST', path = '/api/call/inBackground', headers = {}, body = '{"arguments":[]}' }: Sent): Promise<Said> {
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

/** The status of the answer to these bytes. */
export function raw(text: string): Promise<{ readonly status: number; readonly socket: Socket }> {
  return new Promise((resolve, reject) => {
    const socket = connect(server.port, '127.0.0.1', () => socket.write(text));
    socket.on('error', reject);
    socket.once('data', (data) => resolve({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(String(data))?.[1]), socket }));
  });
}

/** A connection that sends these bytes and then nothing; `closed` once the server has closed it. */
export async function opened(
  text: string,
  untilClosed = true,
  port = server.port,
): Promise<{ readonly socket: Socket; readonly closed: boolean }> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  await new Promise((resolve) => socket.once('connect', resolve));
  if (text !== '') socket.write(text);
  if (!untilClosed) return { socket, closed: false };
  await new Promise((resolve) => socket.once('close', resolve).resume());
  return { socket, closed: true };
}
