/** Which models a server offers. Never throws, and waits no longer than the given timeout. */
import { type IncomingMessage, request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import { z } from 'zod';
import { listOf } from '../../contracts/shapes/shape.ts';
import { parsedJson } from '../../contracts/text/parsed-json.ts';
import { oneLine } from '../../contracts/text/shorten.ts';
import type { Endpoint, Protocol } from './endpoint.ts';

/** `unreachable`: no answer. `denied`: the key is refused or missing. `no_list`: the answer is not a list of models. */
export type ModelList =
  | { readonly ok: true; readonly models: readonly string[] }
  | { readonly ok: false; readonly why: 'denied'; readonly status: number; readonly error: string }
  | { readonly ok: false; readonly why: 'unreachable' | 'no_list'; readonly error: string };

export type Patience = { readonly signal: AbortSignal; readonly timeoutMs?: number; readonly maxBytes?: number };

/** Asks a server for the names of its models. */
export async function listModels(
  { protocol, base_url, api_key }: Pick<Endpoint, 'protocol' | 'base_url' | 'api_key'>,
  { signal, timeoutMs = 10_000, maxBytes = 8 * 1024 * 1024 }: Patience,
): Promise<ModelList> {
  const { query, headers, read } = dialects[protocol];
  const inTime = AbortSignal.timeout(timeoutMs);
  try {
    const url = `${base_url}/models${query}`;
    const { status, text } = await get(url, api_key === undefined ? {} : headers(api_key), maxBytes, AbortSignal.any([signal, inTime]));
    if (status === 401 || status === 403) return { ok: false, why: 'denied', status, error: `status ${status}` };
    const models = status === 200 ? read(text) : undefined;
    return models ? { ok: true, models } : { ok: false, why: 'no_list', error: status === 200 ? 'no list of models' : `status ${status}` };
  } catch (thrown) {
    if (thrown instanceof Garbled) return { ok: false, why: 'no_list', error: thrown.message };
    const error = inTime.aborted ? `no answer within ${timeoutMs / 1000} s` : signal.aborted ? 'cancelled' : reasonOf(thrown);
    return { ok: false, why: 'unreachable', error };
  }
}

type Dialect = {
  readonly query: string;
  readonly headers: (key: string) => Readonly<Record<string, string>>;
  /** The names in an answer; undefined if it is not a list of models. */
  readonly read: (text: string) => readonly string[] | undefined;
};

const name = z
  .string()
  .min(1)
  .refine((text) => !/[\p{Cc}\p{Cf}]/u.test(text), 'has invisible characters');
/** Ollama sends null while it has no models. */
const DataList = z.object({ data: listOf(z.object({ id: name })).nullable() }).transform(({ data }) => (data ?? []).map(({ id }) => id));
const GoogleList = z
  .object({ models: listOf(z.object({ name })) })
  .transform(({ models }) => models.map((model) => model.name.replace(/^models\//, '')));

const dialects: Record<Protocol, Dialect> = {
  openai: { query: '', headers: (key) => ({ authorization: `Bearer ${key}` }), read: readerOf(DataList) },
  anthropic: {
    query: '?limit=1000',
    headers: (key) => ({ 'x-api-key': key, 'anthropic-version': '2023-06-01' }),
    read: readerOf(DataList),
  },
  google: { query: '?pageSize=1000', headers: (key) => ({ 'x-goog-api-key': key }), read: readerOf(GoogleList) },
};

function readerOf(schema: z.ZodType<readonly string[]>): Dialect['read'] {
  return (text) => schema.safeParse(parsedJson(text)).data;
}

/** The error for an answer that cannot be read. */
class Garbled extends Error {}

type Answer = { readonly status: number; readonly text: string };

/** One request on a new connection; redirects are not followed. */
function get(url: string, headers: Readonly<Record<string, string>>, maxBytes: number, signal: AbortSignal): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const send = url.startsWith('https:') ? overHttps : overHttp;
    const request = send(url, { headers: { ...headers, accept: 'application/json' }, agent: false, signal });
    request.on('error', (error) => reject('code' in error && String(error.code).startsWith('HPE_') ? new Garbled('no HTTP') : error));
    request.on('response', (answer) => readWhole(answer, maxBytes).then(resolve, reject));
    request.end();
  });
}

async function readWhole(answer: IncomingMessage, maxBytes: number): Promise<Answer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer) {
    size += chunk.length;
    if (size > maxBytes) throw new Garbled(`more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return { status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString() };
}

const untrusted = 'its certificate is not trusted here; NODE_EXTRA_CA_CERTS=<file> names the authority that issued it';

/** Why a connection failed, by error code. */
export const connectionFaults: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the host name cannot be looked up right now',
  ENETUNREACH: 'there is no network',
  EHOSTUNREACH: 'the host cannot be reached',
  ETIMEDOUT: 'it took too long to answer',
  ECONNRESET: 'the connection was closed',
  EPROTO: 'it does not speak TLS; is it http instead of https?',
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  CERT_HAS_EXPIRED: "its certificate has expired; or is this machine's clock wrong?",
  CERT_NOT_YET_VALID: "its certificate is not valid yet; is this machine's clock right?",
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name; is the address right?',
  ERR_INVALID_CHAR: 'the key contains characters that cannot be sent',
};

/** By code if known, because the message of an error may quote the request. */
function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return connectionFaults[code] ?? (oneLine(code, 60) || 'the connection failed');
}
