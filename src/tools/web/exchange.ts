/** One request to one address, and the response, limited in size: never more than a maximum of bytes, however they are compressed. */
import { type IncomingHttpHeaders, type IncomingMessage, type RequestOptions, request as send } from 'node:http';
import { isIP } from 'node:net';
import { pipeline, type Readable, type Transform } from 'node:stream';
import { connect as secure } from 'node:tls';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { connectToFirst, type Outside } from '../network/outside.ts';
import { hostOf } from './read-url.ts';

export type WebRequest = {
  readonly url: URL;
  /** The addresses that have been judged: the connection goes to the first of them that answers. */
  readonly addresses: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
  /** If present, the method is POST. */
  readonly body?: string;
};

export type WebResponse = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Its content, decompressed. */
  readonly body: Buffer;
  /** Whether the content was truncated. */
  readonly isCut: boolean;
};

/** How much of a response is read, after decompression. */
const maxBodyBytes = 5 * 1024 * 1024;

const headersAlways = {
  accept: 'text/html,application/xhtml+xml,text/markdown,text/plain,application/json,application/pdf;q=0.9,*/*;q=0.5',
  'accept-encoding': 'gzip, br',
  'accept-language': 'en, *;q=0.5',
  'user-agent': 'Mozilla/5.0 (compatible; artoo)',
};

/** Rejects with a system error, an error of TLS or zlib, or the signal's reason. */
export async function exchange(asked: WebRequest, outside: Outside, signal: AbortSignal): Promise<WebResponse> {
  const { url, addresses, headers = {}, body } = asked;
  const isSecure = url.protocol === 'https:';
  const socket = await connectToFirst(outside, { addresses, port: Number(url.port) || (isSecure ? 443 : 80) }, signal);
  const host = hostOf(url);
  const name = isIP(host) === 0 ? { servername: host } : {};
  const stream = isSecure
    ? secure({ socket, host, ...name, ALPNProtocols: ['http/1.1'], rejectUnauthorized: true, ...(outside.ca ? { ca: outside.ca } : {}) })
    : socket;
  try {
    const response = await answerTo(
      {
        createConnection: () => stream,
        method: body === undefined ? 'GET' : 'POST',
        path: `${url.pathname}${url.search}`,
        headers: { host: url.host, ...headersAlways, ...headers, connection: 'close' },
        signal,
      },
      body,
    );
    const { statusCode: status = 0 } = response;
    return { status, headers: response.headers, ...(await bodyOf(response)) };
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    stream.on('error', () => {}); // errors after the response do not matter
    socket.destroy();
  }
}

function answerTo(options: RequestOptions, body: string | undefined): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = send(options, resolve);
    sent.on('error', reject); // never removed: after the response, errors are reported by the body
    sent.end(body);
  });
}

async function bodyOf(response: IncomingMessage): Promise<Pick<WebResponse, 'body' | 'isCut'>> {
  const kept: Buffer[] = [];
  let bytes = 0;
  const pieces = unpacked(response) as AsyncIterable<Buffer>; // the stream has no encoding, so chunks are buffers
  for await (const piece of pieces) {
    kept.push(piece.subarray(0, maxBodyBytes - bytes));
    bytes += piece.length;
    if (bytes > maxBodyBytes) break;
  }
  return { body: Buffer.concat(kept), isCut: bytes > maxBodyBytes };
}

const unpackers: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  br: createBrotliDecompress,
  deflate: createInflate,
};

/** Throws for a compression that was not requested, or for more than one: each of them multiplies the size. */
function unpacked(response: IncomingMessage): Readable {
  const packing = response.headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (packing === '' || packing === 'identity') return response;
  const unpack = Object.hasOwn(unpackers, packing) ? unpackers[packing] : undefined;
  if (!unpack) throw Object.assign(new Error(`it is compressed in an unknown format: ${packing.slice(0, 100)}`), { code: 'ERR_PACKING' });
  return pipeline(response, unpack(), () => {}); // the error reaches the reader
}
