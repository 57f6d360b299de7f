/** MCP servers over HTTP for tests. */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { onTestFinished } from 'vitest';
import { startChild } from './mcp.ts';
import { modernServer } from './mcp-factory.ts';

type Answer = (request: Request) => Promise<Response>;

/** The address of a server that gives these answers, for one test. */
export async function serveHttp(answer: Answer): Promise<string> {
  const server = createServer(async (incoming, outgoing) => {
    const { status, headers, body } = await answer(await requestFrom(incoming));
    outgoing.writeHead(status, Object.fromEntries(headers));
    if (body === null) outgoing.end();
    else
      Readable.fromWeb(body as ReadableStream)
        .on('error', () => outgoing.destroy())
        .pipe(outgoing); // the same class under two names
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`; // not a pipe
}

async function requestFrom(incoming: IncomingMessage): Promise<Request> {
  const { method = 'GET', url = '/', headers } = incoming;
  const body = await Readable.from(incoming).toArray();
  return new Request(`http://127.0.0.1${url}`, {
    method,
    headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
    ...(method === 'GET' || method === 'HEAD' ? {} : { body: Buffer.concat(body) }),
  });
}

/** The well-behaved server, in the newer era if the client speaks it. */
export const serveModern = (): Promise<string> => {
  const handler = createMcpHandler(modernServer);
  return serveHttp((request) => handler.fetch(request));
};

/** A published server over HTTP; its address once it listens. */
export async function servePublished(program: string, mode: 'streamableHttp' | 'sse'): Promise<string> {
  const port = 20_000 + (process.pid % 20_000) + (mode === 'sse' ? 1 : 0);
  const child = startChild([program, mode], { PORT: String(port) });
  for await (const line of child.errors()) if (/listening|running/i.test(line)) break;
  return `http://127.0.0.1:${port}/${mode === 'sse' ? 'sse' : 'mcp'}`;
}
