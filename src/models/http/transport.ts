/** Sends requests over keep-alive connections, with limits on connecting and on bytes. Resends only requests sent over an already closed connection, and follows no redirect. */
import { isUtf8 } from 'node:buffer';
import { type ClientRequest, Agent as HttpAgent, type IncomingMessage, request as overHttp } from 'node:http';
import { Agent as HttpsAgent, request as overHttps } from 'node:https';
import { watchKept } from './watch-kept.ts';

/** `not_connected`: nothing was sent. `broken_off`: the request was sent, and what became of it is unknown. `garbled`: the answer is not HTTP or not UTF-8. */
export type Lost = 'not_connected' | 'broken_off' | 'too_large' | 'garbled';

export class TransportError extends Error {
  readonly lost: Lost;

  constructor(lost: Lost, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'TransportError';
    this.lost = lost;
  }
}

/** What is known about an exchange while it is in progress, to explain a failure. */
export type Traffic = {
  /** Whether anything may have reached the server. */
  sent: boolean;
  status: number | undefined;
  content_type: string;
  received_bytes: number;
  /** The beginning of an answer that is not an event stream although one was requested. */
  head: string;
};

export const noTraffic = (): Traffic => ({ sent: false, status: undefined, content_type: '', received_bytes: 0, head: '' });

export type PostRequest = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Whether to return an event stream as it arrives. Any other answer is returned once it is complete. */
  readonly streaming: boolean;
  /** Called once the whole request is sent. */
  readonly onSent?: (() => void) | undefined;
};

/** Failure contract: rejects with a TransportError or the signal's reason. An answer with an error status is an ordinary answer. */
export type Transport = Disposable & { post(request: PostRequest, traffic: Traffic, signal: AbortSignal): Promise<Response> };

export type TransportOptions = {
  readonly connectTimeoutMs?: number;
  readonly maxBytes?: number;
  /** How soon a request fails if the server had closed the kept connection. A request that breaks off later was probably read, and is not sent again. */
  readonly closedWithinMs?: number;
};

/** How long a connection may be idle. Many servers close idle connections after 5 s, some sooner. */
const idleMs = 4_000;
const maxHeadLength = 4_096;

export function createTransport({
  connectTimeoutMs = 10_000,
  maxBytes = 32 * 1024 * 1024,
  closedWithinMs = 2_000,
}: TransportOptions = {}): Transport {
  const kept = { keepAlive: true, timeout: idleMs };
  const agents = { http: new HttpAgent(kept), https: new HttpsAgent(kept) };

  /** The request is not kept in memory while waiting for its answer, which may take minutes: nothing that lives that long refers to it. */
  function post(asked: PostRequest, traffic: Traffic, signal: AbortSignal): Promise<Response> {
    const answer = Promise.withResolvers<Response>();
    try {
      signal.throwIfAborted();
      const again = () => open(asked, traffic, signal, answer).end(asked.body);
      open(asked, traffic, signal, answer, again).end(asked.body);
    } catch (error) {
      answer.reject(error);
    }
    return answer.promise;
  }

  /** Opens a request without its body; its events settle the answer. A request that must not be sent again gets a new connection. */
  function open(
    { url, headers, streaming, onSent }: PostRequest,
    traffic: Traffic,
    signal: AbortSignal,
    { resolve, reject }: PromiseWithResolvers<Response>,
    again?: () => void,
  ): ClientRequest {
    const { isSecure, ...place } = placeOf(url);
    const options = { ...place, method: 'POST', headers: { ...headers, 'accept-encoding': 'identity' } };
    const request = isSecure
      ? overHttps({ ...options, agent: again ? agents.https : false })
      : overHttp({ ...options, agent: again ? agents.http : false });
    const reused = again && request.reusedSocket ? watchKept(request, again, closedWithinMs) : undefined;
    let isSettled = false; // creating an unneeded error would cost more than the rest
    let underWay: ClientRequest | IncomingMessage = request;
    const stop = () => underWay.destroy(signal.reason);
    const blame = (error: Error) => (signal.aborted ? signal.reason : asTransportError(error, traffic));
    const fail = (error: Error) => reject(blame(error));
    signal.addEventListener('abort', stop);
    if (onSent) request.once('finish', onSent);
    watchConnecting(request, connectTimeoutMs, () => {
      traffic.sent = true;
    });
    request.on('response', (answer) => {
      underWay = answer; // otherwise an answer that ends with its connection would look complete
      traffic.status = answer.statusCode;
      traffic.content_type = answer.headers['content-type'] ?? '';
      limit(answer, maxBytes, traffic);
      const reply = (body: Body) => {
        isSettled = true;
        resolve(replyOf(answer, body));
      };
      if (streaming && isFine(answer) && isEvents(traffic)) reply(flowing(answer, blame));
      else whole(answer, (bytes) => reply(streaming && isFine(answer) ? instead(bytes, traffic) : readOnce(bytes)), fail);
    });
    request.on('error', (error) => {
      if (!signal.aborted && reused?.sendAgain()) isSettled = true;
      else fail(error);
    });
    request.on('close', () => {
      signal.removeEventListener('abort', stop);
      if (!isSettled) fail(new Error('the connection was closed')); // used only if nothing else was reported
    });
    return request;
  }

  return {
    post,
    [Symbol.dispose]() {
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}

/** A cache of parsed URLs: the same few are used repeatedly. */
const places = new Map<string, Place>();
type Place = { readonly isSecure: boolean; readonly hostname: string; readonly port: string; readonly path: string };

function placeOf(url: string): Place {
  const known = places.get(url);
  if (known) return known;
  const { protocol, hostname, port, pathname, search } = new URL(url);
  const place = { isSecure: protocol === 'https:', hostname: hostname.replace(/^\[|\]$/g, ''), port, path: `${pathname}${search}` };
  places.set(url, place);
  return place;
}

/** Reports when the connection is ready, and gives up if connecting takes too long: DNS, TCP and TLS together. */
function watchConnecting(request: ClientRequest, ms: number, onConnected: () => void): void {
  request.on('socket', (socket) => {
    if (request.reusedSocket) return onConnected();
    const timer = setTimeout(() => request.destroy(new TransportError('not_connected', `no connection within ${ms / 1000} s`)), ms);
    request.on('close', () => clearTimeout(timer));
    socket.once('encrypted' in socket ? 'secureConnect' : 'connect', () => {
      clearTimeout(timer);
      onConnected();
    });
  });
}

function asTransportError(error: Error & { readonly code?: string }, { sent }: Traffic): TransportError {
  if (error instanceof TransportError) return error;
  if (error.code?.startsWith('HPE_')) return new TransportError('garbled', `the answer is not HTTP: ${error.message}`, { cause: error });
  return new TransportError(sent ? 'broken_off' : 'not_connected', error.message, { cause: error });
}

export const isEvents = ({ content_type }: Pick<Traffic, 'content_type'>): boolean => content_type.includes('event-stream');

const isFine = ({ statusCode = 0 }: IncomingMessage): boolean => statusCode >= 200 && statusCode < 300;

function limit(answer: IncomingMessage, maxBytes: number, traffic: Traffic): void {
  const tooLarge = () =>
    answer.destroy(new TransportError('too_large', `the answer is larger than ${(maxBytes / 1024 / 1024).toLocaleString('en')} MiB`));
  if (Number(answer.headers['content-length']) > maxBytes) tooLarge();
  answer.on('data', (chunk: Buffer) => {
    traffic.received_bytes += chunk.length;
    if (traffic.received_bytes > maxBytes) tooLarge();
  });
}

function whole(answer: IncomingMessage, onBytes: (bytes: Buffer) => void, onError: (error: Error) => void): void {
  const chunks: Buffer[] = [];
  answer.on('data', (chunk: Buffer) => chunks.push(chunk));
  answer.on('error', onError);
  answer.on('end', () => {
    const bytes = Buffer.concat(chunks);
    // The text of an error answer is shown as far as it is readable.
    if (isFine(answer) && !isUtf8(bytes)) onError(new TransportError('garbled', 'the answer is not UTF-8'));
    else onBytes(bytes);
  });
}

/** The bytes as they arrive, no faster than they are read. */
function flowing(answer: IncomingMessage, blame: (error: Error) => unknown): ReadableStream<Uint8Array> {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  const check = (chunk?: Buffer) => {
    try {
      if (chunk) utf8.decode(chunk, { stream: true });
      else utf8.decode();
    } catch (cause) {
      answer.destroy(new TransportError('garbled', 'the answer is not UTF-8', { cause }));
    }
  };
  return new ReadableStream({
    start(controller) {
      answer.on('data', (chunk: Buffer) => {
        check(chunk);
        if (answer.destroyed) return;
        controller.enqueue(chunk);
        if ((controller.desiredSize ?? 0) <= 0) answer.pause();
      });
      answer.on('end', () => {
        check();
        if (!answer.errored) controller.close();
      });
      answer.on('error', (error) => controller.error(blame(error)));
    },
    pull: () => void answer.resume(),
    cancel: () => void answer.destroy(),
  });
}

/** Records an answer that is not an event stream; an event stream under another content type is read like any other. */
function instead(bytes: Buffer, traffic: Traffic) {
  traffic.head = bytes.toString('utf8').slice(0, maxHeadLength);
  return Object.assign(new Blob([bytes]).stream(), { bytes });
}

/** A complete body: wrapping it in a real stream would cost more than the rest of the call. */
function readOnce(bytes: Buffer) {
  let left: Buffer | undefined = bytes;
  const read = async () => {
    const value = left;
    left = undefined;
    return value ? { done: false, value } : { done: true, value: undefined };
  };
  return { bytes, getReader: () => ({ read, cancel: async () => {}, releaseLock: () => {} }) };
}

type Body = ReturnType<typeof readOnce> | ReadableStream<Uint8Array>;

const decoder = new TextDecoder();

function replyOf(answer: IncomingMessage, body: Body): Response {
  return new Reply(answer, isFine(answer), body) as unknown as Response; // has everything that the provider packages and our code read
}

class Reply {
  readonly status: number | undefined;
  readonly statusText: string | undefined;
  readonly ok: boolean;
  readonly body: Body;
  readonly #headers: IncomingMessage['headers'];

  constructor({ statusCode, statusMessage, headers }: IncomingMessage, isOk: boolean, body: Body) {
    this.status = statusCode;
    this.statusText = statusMessage;
    this.ok = isOk;
    this.body = body;
    this.#headers = headers;
  }

  /** Created on demand: only failures and streams read the headers. */
  get headers(): ReadonlyMap<string, string> {
    return new Map(Object.entries(this.#headers).map(([name, value]) => [name, String(value)]));
  }

  async text(): Promise<string> {
    return decoder.decode('bytes' in this.body ? this.body.bytes : undefined);
  }
}
