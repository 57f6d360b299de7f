/** The proxy of one run: an HTTP proxy at a door of its walls. It connects to hosts that may be reached, and refuses all others with a sentence. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type Host, hostAt, hostText } from '../../laws/network/host.ts';
import { forwardRequest, hostOfRequest } from './forward-request.ts';
import { type Reached, type ReachOptions, reachHost } from './reach-host.ts';
import { readFirstBytes } from './read-first-bytes.ts';
import { takeTurns } from './take-turns.ts';
import type { Traffic } from './traffic.ts';

export type Proxy = Disposable & { onConnection(socket: Socket): void };

export type ProxyOptions = ReachOptions & { readonly traffic: Traffic; readonly limits?: Partial<ProxyLimits> };

/**
 * How many connections a command may have to the proxy at once, and the proxy to other machines; how long a connection may take to name its target,
 * and how long it may be silent afterwards.
 */
type ProxyLimits = { readonly connections: number; readonly headBytes: number; readonly headMs: number; readonly idleMs: number };
const usual: ProxyLimits = { connections: 128, headBytes: 16 * 1024, headMs: 30_000, idleMs: 300_000 };

export function createProxy({ traffic, limits, ...options }: ProxyOptions): Proxy {
  const { connections, headBytes, headMs, idleMs } = { ...usual, ...limits };
  const ended = new AbortController();
  const open = { inside: new Set<Socket>(), outside: new Set<Socket>() };
  /** The number of outgoing connections that are being opened, or waiting for approval. */
  let opening = 0;
  /** Timers of connections that have not named their target yet. */
  const heads = new WeakMap<Socket, NodeJS.Timeout>();
  /** The host of a connection that was opened for one host and carries plain HTTP. */
  const madeFor = new WeakMap<Socket, Host>();
  const server = createServer({ maxHeaderSize: headBytes, requestTimeout: 0, headersTimeout: 0 });

  function onConnection(socket: Socket): void {
    socket.on('error', () => {}); // errors affect only the command
    if (open.inside.size >= connections || ended.signal.aborted) {
      socket.destroy();
      return;
    }
    keep(socket, open.inside);
    const late = setTimeout(() => socket.destroy(), headMs).unref();
    heads.set(socket, late);
    socket.once('close', () => clearTimeout(late));
    server.emit('connection', socket);
  }

  /** A socket that is closed with the proxy, and that does not keep this process alive: the run does. */
  function keep(socket: Socket, among: Set<Socket>): void {
    among.add(socket);
    socket.unref();
    socket.once('close', () => among.delete(socket));
    socket.on('timeout', () => socket.destroy());
  }

  async function reach(host: Host | undefined, text: string, from: Socket): Promise<Reached> {
    if (open.outside.size + opening >= connections) return { failed: 'too many connections are open at once' };
    opening += 1;
    try {
      return await reachFor(host, text, from);
    } finally {
      opening -= 1;
    }
  }

  async function reachFor(host: Host | undefined, text: string, from: Socket): Promise<Reached> {
    clearTimeout(heads.get(from));
    from.setTimeout(0); // the connection may be held for a long time
    const asked = host ?? { name: JSON.stringify(text.slice(0, maxTold)), port: 443 }; // this is not a host name, so it is refused
    const gone = new AbortController();
    const stop = () => gone.abort(new Error('the program gave up'));
    from.once('close', stop);
    const reached = await reachHost(asked, AbortSignal.any([gone.signal, ended.signal]), options);
    from.off('close', stop);
    if ('refused' in reached) traffic.refuse(hostText(asked), reached.refused);
    if ('failed' in reached && !from.destroyed) traffic.fail(reached.failed);
    if ('socket' in reached) {
      const { socket } = reached;
      traffic.add(hostText(asked), socket);
      keep(socket, open.outside);
      for (const each of [socket, from]) each.setTimeout(idleMs);
      socket.on('error', () => {}); // an error is visible as a close
      if (from.destroyed || ended.signal.aborted) socket.destroy();
    }
    return reached;
  }

  /** First decides about the host and connects to it; then checks that the first bytes are meant for this host. */
  async function tunnel(request: IncomingMessage, socket: Socket, head: Buffer): Promise<void> {
    const host = hostAt(request.url ?? '', 443);
    const reached = await reach(host, request.url ?? '', socket);
    if (!('socket' in reached) || host === undefined) return answer(socket, reached);
    const { socket: outside } = reached;
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    const first = await readFirstBytes(socket, head, { name: host.name, maxMs: headMs });
    if (!first.ok) {
      traffic.refuse(hostText(host), first.error);
      for (const each of [outside, socket]) each.destroy();
    } else if (first.value.kind === 'http') {
      outside.destroy(); // each request gets a connection of its own
      madeFor.set(socket, host);
      socket.unshift(first.value.bytes);
      server.emit('connection', socket);
      socket.resume();
    } else {
      outside.write(first.value.bytes);
      join(socket, outside);
    }
  }

  async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { socket } = request;
    const { host, text, path } = hostOfRequest(request, madeFor.get(socket));
    if (path === undefined) {
      clearTimeout(heads.get(socket));
      traffic.refuse(text, notMeant);
      response.writeHead(400, { connection: 'close', 'content-type': 'text/plain' }).end(`artoo: ${notMeant}\n`);
      return;
    }
    const reached = await reach(host, text, socket);
    if ('socket' in reached) forwardRequest(request, response, { socket: reached.socket, path, host });
    else response.writeHead(statusOf(reached), { connection: 'close', 'content-type': 'text/plain' }).end(sentenceOf(reached));
  }

  server.on('connect', (request, socket, head) => {
    if (socket instanceof Socket) tunnel(request, socket, head).catch(() => socket.destroy());
  });
  const forwardInTurn = takeTurns(forward, connections);
  server.on('request', (request, response) => {
    forwardInTurn(request, response).catch(() => request.socket.destroy());
  });
  server.on('upgrade', (_, socket) => answer(socket, { refused: 'a plain connection cannot be upgraded; use https' }));
  server.on('clientError', (_, socket) => socket.destroy());

  return {
    onConnection,
    [Symbol.dispose]() {
      ended.abort(new Error('the command has ended'));
      for (const socket of [...open.inside, ...open.outside]) socket.destroy();
    },
  };
}

const maxTold = 100;
const notMeant = 'a request must be for an http:// address, name the same host in its header, and give its length in only one way';

type NotReached = Exclude<Reached, { readonly socket: Socket }>;

const statusOf = (reached: NotReached): number => ('refused' in reached ? 403 : 502);
const sentenceOf = (reached: NotReached): string => `artoo: ${'refused' in reached ? reached.refused : reached.failed}\n`;

function answer(socket: Duplex, reached: Reached): void {
  if ('socket' in reached) return;
  const text = sentenceOf(reached);
  const status = statusOf(reached) === 403 ? '403 Forbidden' : '502 Bad Gateway';
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: text/plain\r\nContent-Length: ${Buffer.byteLength(text)}\r\nConnection: close\r\n\r\n${text}`,
  );
}

/** Connects two sockets; each one ends when the other does. */
function join(inside: Socket, outside: Socket): void {
  inside.pipe(outside);
  outside.pipe(inside);
  inside.once('close', () => outside.destroy());
  outside.once('close', () => inside.destroy());
}
