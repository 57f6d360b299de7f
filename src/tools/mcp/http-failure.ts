/** Why an MCP server at an address did not answer, judging by error codes of the network, TLS and HTTP. Pure. */
import { oneLine } from '../../contracts/text/shorten.ts';
import type { ToolErrorClass } from '../tool.ts';

const untrusted = [
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
];

/** How each failure is recognised and worded, and what it means for a call. */
const failures = {
  unknown_host: { codes: ['ENOTFOUND'], words: 'no host of that name is known', class: 'network' },
  offline: { codes: ['EAI_AGAIN', 'ENETUNREACH', 'ENETDOWN', 'EHOSTUNREACH'], words: 'its host cannot be reached now', class: 'network' },
  not_listening: { codes: ['ECONNREFUSED'], words: 'nothing is listening at its address', class: 'network' },
  closed: { codes: ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'], words: 'it closed the connection without an answer', class: 'network' },
  slow: { codes: ['ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT'], words: 'its host does not answer', class: 'timeout' },
  untrusted_certificate: {
    codes: [...untrusted, 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY'],
    words: 'its certificate is not from an authority that this machine trusts',
    class: 'network',
  },
  outdated_certificate: {
    codes: ['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID'],
    words: 'its certificate has expired, or is not valid yet',
    class: 'network',
  },
  other_certificate: { codes: ['ERR_TLS_CERT_ALTNAME_INVALID'], words: 'its certificate is for another host', class: 'network' },
  no_https: { codes: ['ERR_SSL_WRONG_VERSION_NUMBER', 'EPROTO'], words: 'it does not speak https', class: 'network' },
  no_mcp: { codes: ['CLIENT_HTTP_UNEXPECTED_CONTENT'], words: 'the program at this address does not speak MCP', class: 'failed' },
} as const satisfies Record<string, Failure & { readonly codes: readonly string[] }>;

/** Failures by the status code of the response. */
const refusals = {
  redirected: { words: 'it redirects to another address, which is not followed', class: 'failed' },
  denied: { words: 'it denies access', class: 'permission' },
  missing: { words: 'there is nothing at that path', class: 'not_found' },
  refused: { words: 'it refused the request', class: 'failed' },
  busy: { words: 'it has received too many requests', class: 'rate_limit' },
  broken: { words: 'it reports an error of its own', class: 'failed' },
} as const satisfies Record<string, Failure>;

type Failure = { readonly words: string; readonly class: ToolErrorClass };
export type HttpFailure = keyof typeof failures | keyof typeof refusals;

/** `kind` selects the remedy; undefined for any other error, which has its own wording. */
export function httpFailureOf(error: unknown): (Failure & { readonly kind: HttpFailure }) | undefined {
  for (let each: unknown = error; each instanceof Error; each = each.cause) {
    const { code, status, data } = each as Partial<Record<'code' | 'status' | 'data', unknown>>; // any object can be read by key
    const kind = keys.find((key) => (failures[key].codes as readonly unknown[]).includes(code));
    if (kind) return { kind, words: failures[kind].words, class: failures[kind].class };
    const refusal = typeof status === 'number' ? refusalOf(status) : undefined;
    if (refusal)
      return { kind: refusal, words: `${refusals[refusal].words} (HTTP ${status})${saidIn(data)}`, class: refusals[refusal].class };
  }
  return undefined;
}

const keys = Object.keys(failures) as (keyof typeof failures)[]; // these are the keys of a constant

function refusalOf(status: number): keyof typeof refusals | undefined {
  if (status === 404 || status === 405) return 'missing';
  if (status === 403) return 'denied';
  if (status === 429) return 'busy';
  if (status >= 300 && status < 400) return 'redirected';
  if (status >= 400 && status < 500 && status !== 401) return 'refused'; // 401 has its own wording
  return status >= 500 && status < 600 ? 'broken' : undefined;
}

/** The server's message, unless it is a web page. */
function saidIn(data: unknown): string {
  const { text } = Object(data) as { readonly text?: unknown }; // any object can be read by key
  return typeof text !== 'string' || text.trim() === '' || text.trim().startsWith('<') ? '' : `: ${oneLine(text, 200)}`;
}
