/** The HTTP server of the page: listens, limits what connections may cost, and closes only after clients have received the last events. */
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer, Server as SecureServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Drive } from '../../app/drive/drive.ts';
import { ArtooError } from '../../contracts/errors.ts';
import { createAdmission } from './admission.ts';
import { createApp } from './app.ts';
import { createOpenStreams } from './open-streams.ts';
import { openPageFiles } from './page-files.ts';

export type ServerOptions = {
  readonly drive: Drive;
  /** Where the built page is. */
  readonly page: string;
  /** The folder that the page suggests for a first task. */
  readonly folder?: string;
  readonly host?: string;
  /** The port; 0 for any free one. */
  readonly port?: number;
  /** The certificate and its key, as PEM. */
  readonly tls?: { readonly cert: string; readonly key: string };
  readonly beatMs?: number;
  /** How long clients may take, when the server closes, to read the last events. */
  readonly graceMs?: number;
  /** How long a connection may take; shorter in tests. */
  readonly limits?: Partial<typeof usualLimits>;
};

export type OpenServer = AsyncDisposable & {
  readonly port: number;
  /** The address of the page, without a token. */
  readonly origin: string;
  /** A URL that lets one browser in, once. Earlier ones become invalid. */
  newUrl(): string;
  /** Sends clients the ends of their watches, and closes. The drive continues. */
  close(): Promise<void>;
};

/** What a connection may cost: a head of 16 KiB within 10 s, a request within 30 s. */
const usualLimits = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 2_000,
  keepAliveTimeout: 5_000,
};
const maxConnections = 512;

const sweepMs = 5;

/** Throws `serve_failed` if the server cannot listen. */
export async function openServer({
  drive,
  page,
  folder,
  host = '127.0.0.1',
  port = 0,
  tls,
  beatMs,
  graceMs = 1_000,
  ...options
}: ServerOptions): Promise<OpenServer> {
  const limits = { ...usualLimits, ...options.limits };
  const admission = createAdmission();
  const streams = createOpenStreams(drive, beatMs === undefined ? {} : { beatMs });
  let origins: readonly string[] = [];
  const app = createApp({ drive, admission, streams, page: openPageFiles(page), origins: () => origins });
  // the listener answers requests itself, and does not replace globals of this process
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false }) as RequestListener;
  const server: Server = tls ? createSecureServer({ ...limits, ...tls }, listener) : createServer(limits, listener);
  server.maxConnections = maxConnections;
  const unasked = unaskedConnections(server);
  await listening(server, host, port);
  const at = (server.address() as AddressInfo).port; // it listens on a port
  const names = isLoopback(host) ? [shownHost(host), 'localhost'] : [shownHost(host)];
  origins = names.map((name) => new URL(`${tls ? 'https' : 'http'}://${name}:${at}`).origin);
  const [origin = ''] = origins;

  async function close(): Promise<void> {
    const closed = new Promise((resolve) => server.close(resolve));
    const late = AbortSignal.timeout(graceMs);
    late.addEventListener('abort', () => server.closeAllConnections());
    await streams.close(late);
    const sweep = setInterval(() => {
      server.closeIdleConnections(); // a connection becomes idle a few turns after its answer
      for (const socket of unasked) socket.destroy();
    }, sweepMs);
    await closed;
    clearInterval(sweep);
  }
  const suggested = folder === undefined ? '' : `&in=${encodeURIComponent(folder)}`;
  const newUrl = (): string => `${origin}/#token=${admission.newToken()}${suggested}`;
  return { port: at, origin, newUrl, close, [Symbol.asyncDispose]: close };
}

/** Whether only this machine can reach that address. */
export const isLoopback = (host: string): boolean => /^(?:127(?:\.\d{1,3}){3}|::1|localhost)$/.test(host);

const shownHost = (host: string): string => (host.includes(':') ? `[${host}]` : host);

/** The connections that have not carried a request yet: clients keep spare ones, and Node does not count them as idle. */
function unaskedConnections(server: Server): ReadonlySet<Socket> {
  const unasked = new Set<Socket>();
  server.on(server instanceof SecureServer ? 'secureConnection' : 'connection', (socket: Socket) => {
    unasked.add(socket);
    socket.once('close', () => unasked.delete(socket));
  });
  server.on('request', ({ socket }) => unasked.delete(socket));
  return unasked;
}

function listening(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause) =>
      reject(new ArtooError('serve_failed', `cannot listen on ${shownHost(host)}:${port}: ${cause.message}`, { cause })),
    );
    server.listen(port, host, resolve);
  });
}
