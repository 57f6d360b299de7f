/** Rebuilds a plain HTTP request of a command for the host that it names: passes on nothing that could be read as another request. */
import { type IncomingHttpHeaders, type IncomingMessage, request as newRequest, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type Host, hostAt, hostText } from '../../laws/network/host.ts';

/** The target of a request. Without a path, the request cannot be forwarded; `text` is the target as written. */
export type Requested = { readonly host: Host | undefined; readonly text: string; readonly path: string | undefined };

const plainPort = 80;

/** The host in the request's URL, or the host of the connection if that was opened for one host; the Host header must match. */
export function hostOfRequest(request: IncomingMessage, madeFor: Host | undefined): Requested {
  const { url = '', rawHeaders } = request;
  const [, authority, rest = ''] = /^http:\/\/([^/?#]*)([^#]*)/i.exec(url) ?? [];
  const named = rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === 'host');
  const text = authority ?? (madeFor ? hostText(madeFor) : url).slice(0, 100);
  if (madeFor ? !url.startsWith('/') : authority === undefined) return { host: undefined, text, path: undefined };
  const host = madeFor ?? hostAt(authority ?? '', plainPort);
  if (host === undefined) return { host, text, path: '/' }; // an IP address is refused with a message of its own
  const isMeant = named.length <= 1 && named.every((header) => isSame(hostAt(header, plainPort), host));
  const path = madeFor ? url : rest.startsWith('/') ? rest : `/${rest}`;
  return { host, text, path: isMeant && isPlainlyFramed(request) ? path : undefined };
}

/** Whether a header names the host. If it has no port, the port of the connection is meant. */
const isSame = (header: Host | undefined, host: Host): boolean =>
  header?.name === host.name && (header.port === host.port || header.port === plainPort);

/** Headers that a Connection header must not remove: without them, a body would be read as another request. */
const framing: readonly string[] = ['content-length', 'transfer-encoding', 'host'];

/** Whether the length of the request is given in exactly one way that is also passed on. */
const isPlainlyFramed = ({ headers }: IncomingMessage): boolean =>
  !listedIn(headers).some((name) => framing.includes(name)) &&
  (headers['transfer-encoding'] === undefined ||
    (headers['transfer-encoding'].toLowerCase() === 'chunked' && headers['content-length'] === undefined));

/** The headers that a Connection header lists. */
const listedIn = ({ connection = '' }: IncomingHttpHeaders): readonly string[] =>
  connection
    .toLowerCase()
    .split(',')
    .map((name) => name.trim());

/** Hop-by-hop headers. */
const ofConnection: ReadonlySet<string> = new Set(
  'connection keep-alive proxy-connection proxy-authorization proxy-authenticate te trailer transfer-encoding upgrade host'.split(' '),
);

export type Forwarding = { readonly socket: Socket; readonly path: string; readonly host: Host | undefined };

export function forwardRequest(request: IncomingMessage, response: ServerResponse, { socket, path, host }: Forwarding): void {
  const { method, headers } = request;
  const name = host === undefined ? '' : host.port === plainPort ? host.name : `${host.name}:${host.port}`;
  const isChunked = headers['transfer-encoding'] !== undefined;
  const passed = ['Host', name, ...passedOn(request), 'Connection', 'close', ...(isChunked ? ['Transfer-Encoding', 'chunked'] : [])];
  const forwarded = newRequest({ method, path, headers: passed, createConnection: () => socket, setHost: false });
  forwarded.on('response', (answered) => {
    answered.once('error', () => response.destroy());
    try {
      response.writeHead(answered.statusCode ?? 502, passedOn(answered));
      answered.pipe(response);
    } catch {
      response.destroy(); // the status or a header is invalid
    }
  });
  const fail = () => {
    if (response.headersSent) response.destroy();
    else
      response
        .writeHead(502, { connection: 'close', 'content-type': 'text/plain' })
        .end('artoo: the host gave no answer that can be passed on\n');
  };
  forwarded.once('error', fail);
  forwarded.once('upgrade', (_, upgraded) => {
    upgraded.destroy();
    fail();
  });
  response.once('close', () => socket.destroy());
  request.pipe(forwarded);
}

/** Alternating names and values as they were received, without hop-by-hop headers. */
function passedOn({ rawHeaders, headers }: IncomingMessage): string[] {
  const listed = listedIn(headers);
  const isPassed = (name: string) => !ofConnection.has(name.toLowerCase()) && !listed.includes(name.toLowerCase());
  return rawHeaders.flatMap((text, at) => (at % 2 === 0 && isPassed(text) ? [text, rawHeaders[at + 1] ?? ''] : []));
}
