/** The one fake provider: a local server that speaks all three protocols, streaming and not, answers as configured, and can fail in every way on the wire. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { defaultMaxOutputTokens, defaultTimeoutMs, type Endpoint, type Protocol } from '../../src/models/endpoints/endpoint.ts';
import { type Answer, type AskedWords, type Wire, wireForms } from './provider-protocols.ts';

export type { Answer } from './provider-protocols.ts';

/** One request, in the same form for all protocols. */
export type Asked = AskedWords & {
  readonly protocol: Protocol;
  readonly streaming: boolean;
  /** From the headers `x-artoo-role` and `x-artoo-task`. */
  readonly role: string;
  readonly task: string;
  readonly headers: IncomingHttpHeaders;
  readonly path: string;
  readonly body: Wire;
};

export type Fault =
  | { readonly fault: 'status'; readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: unknown }
  /** Any body with status 200. */
  | { readonly fault: 'body'; readonly body: string | Buffer; readonly type?: string }
  /** Takes the request and never answers. */
  | { readonly fault: 'silence' }
  /** Closes the connection before the answer, or after this many bytes of its body. */
  | { readonly fault: 'break'; readonly at: 'start' | number; readonly answer?: Answer }
  /** Sends this many bytes of the body, and then nothing more. */
  | { readonly fault: 'stall'; readonly at: number; readonly answer?: Answer }
  | { readonly fault: 'huge'; readonly megabytes: number }
  /** An error within a stream that began correctly. */
  | { readonly fault: 'error_event'; readonly message: string; readonly answer?: Answer };

export type Reply = Answer | Fault;

export type ProviderServer = {
  readonly url: string;
  /** An endpoint of this server. */
  endpoint(protocol: Protocol, changes?: Partial<Endpoint>): Endpoint;
  readonly requests: readonly Asked[];
  /** The number of connections that have been opened. */
  readonly connections: number;
  /** The number of bytes of answers that have been written. */
  readonly written: number;
  /** The next request, once it has arrived completely. */
  nextRequest(): Promise<Asked>;
  /** Resolves once a client has disconnected before its answer was complete. */
  nextAbandoned(): Promise<void>;
} & AsyncDisposable;

export type ProviderServerOptions = {
  readonly answer: (asked: Asked, number: number) => Reply | Promise<Reply>;
  /** The models that the list names. */
  readonly models?: readonly string[];
  /** Sends bodies in slices of this many bytes, one at a time. */
  readonly slice?: number;
  /** Whether it streams when a request asks for it; default true. */
  readonly streams?: boolean;
  /** How long an idle connection is kept. */
  readonly keepAliveMs?: number;
};

export async function startProvider({
  answer,
  models = ['test-model'],
  slice,
  streams = true,
  keepAliveMs,
}: ProviderServerOptions): Promise<ProviderServer> {
  const requests: Asked[] = [];
  const events = new EventTarget();
  let connections = 0;
  let written = 0;

  const server = createServer(async (request, response) => {
    response.on('close', () => response.writableFinished || events.dispatchEvent(new Event('abandoned')));
    const path = request.url ?? '';
    if (/\/v1(?:beta)?\/models$/.test(path)) return json(response, 200, modelList(path, models));
    const asked = await readAsked(request, path);
    if (!asked) return json(response, 404, { detail: 'Not Found' });
    requests.push(asked);
    events.dispatchEvent(new Event('request'));
    await send(response, streams ? asked : { ...asked, streaming: false }, await answer(asked, requests.length));
  });

  async function send(response: ServerResponse, asked: Asked, reply: Reply): Promise<void> {
    if (!('fault' in reply)) return whole(response, bodyOf(asked, reply), typeOf(asked));
    switch (reply.fault) {
      case 'status': {
        const { status, headers = {}, body = wireForms[asked.protocol].error('it failed') } = reply;
        const text = typeof body === 'string' ? body : JSON.stringify(body);
        response.writeHead(status, { 'content-type': typeof body === 'string' ? 'text/plain' : 'application/json', ...headers }).end(text);
        return;
      }
      case 'body':
        return whole(response, Buffer.from(reply.body), reply.type ?? typeOf(asked));
      case 'silence':
        return;
      case 'break':
        if (reply.at === 'start') response.destroy();
        else await begin(response, bodyOf(asked, reply.answer ?? someAnswer).subarray(0, reply.at), typeOf(asked), true);
        return;
      case 'stall':
        return begin(response, bodyOf(asked, reply.answer ?? someAnswer).subarray(0, reply.at), typeOf(asked), false);
      case 'huge':
        return flood(response, reply.megabytes, typeOf(asked));
      case 'error_event': {
        const { errorEvent, events: eventsOf } = wireForms[asked.protocol];
        const before = reply.answer ? eventsOf(reply.answer, asked.body).slice(0, -3) : [];
        return whole(response, Buffer.from([...before, errorEvent(reply.message)].join('')), typeOf(asked));
      }
    }
  }

  async function write(response: ServerResponse, bytes: Buffer): Promise<void> {
    for (let at = 0; at < bytes.length && !response.destroyed; at += slice ?? bytes.length) {
      const part = bytes.subarray(at, at + (slice ?? bytes.length));
      written += part.length;
      await new Promise((done) => response.write(part, done)); // each in a separate packet
    }
  }

  async function whole(response: ServerResponse, bytes: Buffer, type: string): Promise<void> {
    response.writeHead(200, { 'content-type': type });
    await write(response, bytes);
    response.end();
  }

  async function begin(response: ServerResponse, bytes: Buffer, type: string, thenBreak: boolean): Promise<void> {
    response.writeHead(200, { 'content-type': type }).flushHeaders();
    await write(response, bytes);
    if (thenBreak) response.destroy();
  }

  async function flood(response: ServerResponse, megabytes: number, type: string): Promise<void> {
    response.writeHead(200, { 'content-type': type });
    const megabyte = Buffer.alloc(1024 * 1024, ' ');
    for (let sent = 0; sent < megabytes && !response.destroyed; sent += 1) await write(response, megabyte);
    response.end();
  }

  const next = (name: string) => new Promise((resolve) => events.addEventListener(name, resolve, { once: true }));

  server.on('connection', () => {
    connections += 1;
  });
  if (keepAliveMs !== undefined) server.keepAliveTimeout = keepAliveMs;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // a listening TCP server has such an address

  return {
    url,
    requests,
    get connections() {
      return connections;
    },
    get written() {
      return written;
    },
    endpoint: (protocol, changes) => ({
      protocol,
      base_url: `${url}/${protocol === 'google' ? 'v1beta' : 'v1'}`,
      model: 'test-model',
      api_key: 'test-key',
      max_output_tokens: defaultMaxOutputTokens,
      timeout_ms: defaultTimeoutMs,
      ...changes,
    }),
    async nextRequest() {
      await next('request');
      return requests.at(-1) as Asked; // the event follows the push
    },
    async nextAbandoned() {
      await next('abandoned');
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

/** Answers each role from its list, in order. A role that asks for more answers gets an error that no client retries. */
export function byRole(lists: Readonly<Record<string, readonly Reply[]>>): (asked: Asked) => Reply {
  const left = new Map(Object.entries(lists).map(([role, replies]) => [role, [...replies]]));
  return ({ role }) =>
    left.get(role)?.shift() ?? {
      fault: 'status',
      status: 400,
      body: { error: { message: `the fake provider has no answer left for ${role}` } },
    };
}

const someAnswer: Answer = { text: 'an answer that is not going to be read to its end', usage: { input: 10, output: 10 } };

const bodyOf = ({ protocol, streaming, body }: Asked, answer: Answer): Buffer =>
  Buffer.from(streaming ? wireForms[protocol].events(answer, body).join('') : JSON.stringify(wireForms[protocol].whole(answer)));

const typeOf = ({ streaming }: Asked): string => (streaming ? 'text/event-stream' : 'application/json');

async function readAsked(request: IncomingMessage, path: string): Promise<Asked | undefined> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const protocol = protocolOf(path);
  if (!protocol) return undefined;
  const body = JSON.parse(Buffer.concat(chunks).toString('utf8'));
  return {
    ...wireForms[protocol].read(body, path),
    protocol,
    streaming: body.stream === true || path.includes(':streamGenerateContent'),
    role: String(request.headers['x-artoo-role']),
    task: String(request.headers['x-artoo-task']),
    headers: request.headers,
    path,
    body,
  };
}

function protocolOf(path: string): Protocol | undefined {
  if (path.endsWith('/v1/chat/completions')) return 'openai';
  if (path.endsWith('/v1/messages')) return 'anthropic';
  return /\/v1beta\/models\/[^/]+:(?:generateContent|streamGenerateContent\?alt=sse)$/.test(path) ? 'google' : undefined;
}

const modelList = (path: string, names: readonly string[]): unknown =>
  path.includes('/v1beta/')
    ? { models: names.map((name) => ({ name: `models/${name}`, supportedGenerationMethods: ['generateContent'] })) }
    : { object: 'list', data: names.map((id) => ({ id, object: 'model', created: 1, owned_by: 'test', type: 'model', display_name: id })) };

const json = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};
