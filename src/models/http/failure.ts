/** Turns any error from a call into a code, a sentence that says what to do, the possible cost, and whether to retry. Pure. */
import type { ErrorCode } from '../../contracts/errors.ts';
import { oneLine } from '../../contracts/text/shorten.ts';
import { addressOf, type Endpoint, nameOf } from '../endpoints/endpoint.ts';
import { connectionFaults } from '../endpoints/model-list.ts';
import { isObject, type ServerWords, serverWords } from './server-words.ts';
import { type Lost, type Traffic, TransportError } from './transport.ts';

/** `once`: the connection failed, but the server may be fine. `later`: the server needs some time; how much depends on what is wrong. */
export type Retry =
  | { readonly when: 'never' | 'once' }
  | { readonly when: 'later'; readonly after_ms?: number; readonly because: Obstacle };

/** `failing`: the server reports that it failed. `limited`: a rate limit was exceeded. `overloaded`: the server reports that it is overloaded or unavailable. `closed`: nothing listens at its address; the server may be starting. */
export type Obstacle = 'failing' | 'limited' | 'overloaded' | 'closed';

export type Failure = {
  readonly code: ErrorCode;
  readonly message: string;
  readonly cost: 'nothing' | 'most';
  readonly retry: Retry;
  readonly cause: unknown;
};

/** The state of the call when it failed. */
export type FailureContext = {
  readonly endpoint: Endpoint;
  readonly traffic: Traffic;
  /** Whether any part of an answer had arrived. */
  readonly started: boolean;
  readonly now: number;
};

type Found = Omit<Failure, 'cause'>;

export function failureOf(thrown: unknown, scene: FailureContext): Failure {
  const { message, ...found } = find(thrown, scene);
  return { ...found, message: withoutKey(message, scene.endpoint.api_key), cause: thrown };
}

function find(thrown: unknown, scene: FailureContext): Found {
  const transport = transportErrorIn(thrown);
  if (transport) return lost[transport.lost](transport, scene);
  const { traffic, endpoint } = scene;
  const body = bodyIn(thrown) ?? traffic.head;
  const hidden = (text: string) => withoutKey(text, endpoint.api_key);
  const words = serverWords(body, hidden);
  if (traffic.status === undefined) {
    if (!traffic.sent && /[^\x20-\x7e]/.test(endpoint.api_key ?? '')) {
      const message = `the key for ${nameOf(endpoint)} contains characters that cannot be sent; is it the key, and nothing but the key?`;
      return { code: 'model_denied', message, cost: 'nothing', retry: never };
    }
    const message = `${nameOf(endpoint)} was not asked: ${reasonIn(thrown, hidden)}`;
    return { code: 'model_unreachable', message, cost: traffic.sent ? 'most' : 'nothing', retry: never };
  }
  if (traffic.status >= 300) return refused(traffic.status, words, headersIn(thrown), scene);
  if (!words.isError) {
    const isPage = typeof body === 'string' && /^\s*<(?:!doctype|html)\b/i.test(body); // sent by a web server: no model has read anything
    return isPage ? page(scene, words.text) : strange(scene, words.text || reasonIn(thrown, hidden));
  }
  const found = refused(words.status ?? statusByMarks(words.marks), words, {}, scene);
  return scene.started ? { ...found, cost: 'most', retry: soon(found.retry) } : found;
}

const never = { when: 'never' } as const;
/** Answers that may already have been billed get fewer retries. */
const soon = (retry: Retry): Retry => (retry.when === 'later' ? { ...retry, because: 'failing' } : retry);
const tail = (words: string): string => (words === '' ? '' : `: ${words}`);

const lost: Record<Lost, (error: TransportError, scene: FailureContext) => Found> = {
  not_connected: (error, { endpoint }) => {
    const message = `cannot connect to ${nameOf(endpoint)}: ${whyNot(error)}`;
    const retry: Retry = faultCode(error) === 'ECONNREFUSED' ? { when: 'later', because: 'closed' } : never;
    return { code: 'model_unreachable', message, cost: 'nothing', retry };
  },
  broken_off: ({ message }, { endpoint, traffic }) => ({
    code: 'model_unreachable',
    message: `the answer from ${nameOf(endpoint)} was cut off: ${oneLine(message, 300)}${perhapsSecure(endpoint, traffic)}`,
    cost: 'most',
    retry: { when: 'once' },
  }),
  too_large: ({ message }, { endpoint }) => ({
    code: 'model_unreachable',
    message: `the answer from ${nameOf(endpoint)} was not read to the end: ${message}`,
    cost: 'most',
    retry: never,
  }),
  garbled: ({ message }, scene) => strange(scene, message),
};

/** A server that expects TLS closes a connection on which it receives plain HTTP. */
const perhapsSecure = ({ base_url }: Endpoint, { status }: Traffic): string =>
  status === undefined && base_url.startsWith('http:') ? '; is it https instead of http?' : '';

function page({ endpoint }: FailureContext, words: string): Found {
  const title = words === '' ? '' : ` (${oneLine(words, 100)})`;
  const message = `${addressOf(endpoint)} answers with a web page${title} instead of a model's answer; is the base URL right, or does this network want you to log in first? Open it in a browser to see the page`;
  return { code: 'model_unreachable', message, cost: 'nothing', retry: never };
}

function strange({ endpoint }: FailureContext, words: string): Found {
  const message = `the server at ${addressOf(endpoint)} does not answer like ${an[endpoint.protocol]}; is the base URL right?${words && ` It said: ${oneLine(words, 300)}`}`;
  return { code: 'model_unreachable', message, cost: 'most', retry: never };
}

const an = { openai: 'an OpenAI-compatible server', anthropic: "Anthropic's server", google: "Google's server" } as const satisfies Record<
  Endpoint['protocol'],
  string
>;

/** An error status costs nothing: providers do not bill requests that they refuse. */
function refused(status: number, { text, marks, isError }: ServerWords, headers: Headers, { endpoint, now }: FailureContext): Found {
  const why = tail(text);
  const fail = (code: ErrorCode, message: string, retry: Retry = never): Found => ({ code, message, cost: 'nothing', retry });
  if (status < 400) {
    const to = headers.location ? ` to ${shownUrl(headers.location, endpoint)}` : '';
    return fail('model_unreachable', `${addressOf(endpoint)} redirects${to} (${status}); is the base URL right?`);
  }
  if (status === 401 || status === 403 || (status === 400 && keyMarks.test(marks))) {
    const refusal = status === 403 ? 'does not permit this with the key that is set' : 'refuses the key';
    const unset = status === 403 ? 'does not permit this, and no key is set' : 'needs a key, but none is set';
    const what = endpoint.api_key === undefined ? unset : refusal;
    return fail(endpoint.api_key === undefined ? 'model_key_missing' : 'model_denied', `${nameOf(endpoint)} ${what} (${status})${why}`);
  }
  if (status !== 429 && status < 500 && modelMarks.test(marks)) return fail('model_missing', `${noModel(endpoint)} (${status})${why}`);
  if (status === 404) {
    if (isError && marks.includes(endpoint.model.toLowerCase())) return fail('model_missing', `${noModel(endpoint)} (${status})${why}`);
    const said = why && ` It said${why}`;
    return fail('model_unreachable', `there is nothing at ${addressOf(endpoint)} (${status}); is the base URL right?${said}`);
  }
  if (status === 402) return fail('model_spent', `${nameOf(endpoint)} ${spent} (${status})${why}`);
  if (status === 429 || status >= 500) {
    const after_ms = retryAfter(headers, text, now);
    const because: Obstacle = status === 429 ? 'limited' : overloadedStatuses.has(status) ? 'overloaded' : 'failing';
    const what = because !== 'failing' ? 'is not taking more requests right now' : 'failed';
    const wish = after_ms === undefined ? '' : `; it asks to wait ${waitText(after_ms, now)}`;
    const hopeless = status === 429 && after_ms === undefined && quotaMarks.test(marks);
    const retry: Retry = hopeless ? never : { when: 'later', because, ...(after_ms === undefined ? {} : { after_ms }) };
    return fail(hopeless ? 'model_spent' : 'model_busy', `${nameOf(endpoint)} ${hopeless ? spent : what} (${status})${why}${wish}`, retry);
  }
  if (status === 413 || lengthMarks.test(marks)) {
    return fail('model_too_small', `the prompt is too long for ${nameOf(endpoint)} (${status})${why}`);
  }
  return fail('model_rejected', `${nameOf(endpoint)} does not accept the request (${status})${why}`);
}

/** 503: unavailable, for example while the server starts or is overloaded. 529: Anthropic's code for overloaded. */
const overloadedStatuses: ReadonlySet<number> = new Set([503, 529]);

/** "20 s"; for a long wait, also the time when it ends. */
function waitText(ms: number, now: number): string {
  if (ms < 2 * 60_000) return `${Math.ceil(ms / 1000)} s`;
  const at = new Date(Math.min(now + ms, 8.64e15)).toISOString();
  return `${Math.ceil(ms / 60_000)} min, until ${ms < 12 * 3_600_000 ? at.slice(11, 16) : at.slice(0, 16).replace('T', ' ')} UTC`;
}

const spent = 'has no credit or quota left for this key';

const noModel = (endpoint: Endpoint): string => `there is no model ${endpoint.model} at ${addressOf(endpoint)}`;

/** Servers report these conditions only as text; each of these phrases is in use. */
const keyMarks = /api_key_invalid|api key not valid|invalid[_ ]api[_ ]key|incorrect api key|authentication_error/;
const modelMarks =
  /model_not_found|(?:invalid|unknown)[_ ]model|no such model|\bmodels?\b.{0,200}?\b(?:not found|does not exist|not exist|is not available)/;
const quotaMarks = /quota|billing|insufficient balance|credit/;
const lengthMarks =
  /context_length_exceeded|string_above_max_length|(?:prompt|input) is too long|too many tokens|request_too_large|context (?:length|window|size)|exceeds? [^.]{0,80}\btokens?\b/;

/** An error inside a successful answer has no status, so one is inferred from its text. */
function statusByMarks(marks: string): number {
  if (/rate.?limit|quota|too many requests/.test(marks)) return 429;
  if (/authentication|invalid.?api.?key|unauthorized/.test(marks)) return 401;
  if (/permission|forbidden/.test(marks)) return 403;
  if (modelMarks.test(marks)) return 404;
  if (/invalid.?request|bad.?request/.test(marks) || lengthMarks.test(marks)) return 400;
  return /overloaded|unavailable/.test(marks) ? 503 : 500;
}

/** How long the server asks to wait, in ms: given in seconds, as a date, or in Google's format. */
function retryAfter(headers: Headers, words: string, now: number): number | undefined {
  const ms = Number(headers['retry-after-ms'] ?? Number.NaN);
  if (ms >= 0) return ms;
  const after = headers['retry-after']?.trim() ?? /retry in (\d+(?:\.\d+)?) ?s/i.exec(words)?.[1];
  if (after === undefined || after === '') return undefined;
  if (Number(after) >= 0) return Math.min(Number(after), Number.MAX_SAFE_INTEGER) * 1000;
  const date = Date.parse(after);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

function whyNot(error: TransportError): string {
  const code = faultCode(error);
  return connectionFaults[code] ?? oneLine(error.message || code, 300);
}

const faultCode = ({ cause }: TransportError): string => (isObject(cause) && typeof cause.code === 'string' ? cause.code : '');

type Headers = Readonly<Record<string, string | undefined>>;

/** The packages wrap errors, some of them twice. */
function transportErrorIn(thrown: unknown): TransportError | undefined {
  let inner: unknown = thrown;
  for (let depth = 0; depth < 8 && isObject(inner); depth += 1) {
    if (inner instanceof TransportError) return inner;
    inner = inner.cause;
  }
  return undefined;
}

const headersIn = (thrown: unknown): Headers =>
  isObject(thrown) && isObject(thrown.responseHeaders) ? (thrown.responseHeaders as Headers) : {}; // written by our transport

/** The body of an error answer, or the error inside a stream. */
function bodyIn(thrown: unknown): unknown {
  if (!isObject(thrown)) return undefined;
  if (typeof thrown.responseBody === 'string') return thrown.responseBody;
  if (!(thrown instanceof Error)) return { error: thrown };
  return 'value' in thrown ? thrown.value : undefined; // an event that matches no schema
}

const reasonIn = (thrown: unknown, hidden: (text: string) => string): string =>
  thrown instanceof Error ? oneLine(hidden(thrown.message), 300) : '';

function shownUrl(location: string, { base_url }: Endpoint): string {
  const url = URL.parse(location, base_url);
  return url ? oneLine(`${url.protocol}//${url.host}${url.pathname}`, 300) : 'somewhere that is not an address';
}

/** Removes the key, because a server may quote the key that it refuses. */
const withoutKey = (message: string, key: string | undefined): string =>
  key && key.length > 3 ? message.replaceAll(key, '(the key)') : message;
