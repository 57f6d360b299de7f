/** Where traces go, according to OpenTelemetry's own variables. Pure. */
import type { Resource } from './otlp.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export type TelemetrySettings = {
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly resource: Resource;
  readonly timeoutMs: number;
  readonly withContent: boolean;
};

export type WrongSettings = { readonly wrong: string };

const defaultTimeoutMs = 10_000;
const maxTimeoutMs = 60_000;
const example = 'http://127.0.0.1:4318';

/** Undefined if no traces are wanted; an error if the variables are wrong. */
export function telemetryIn(env: Environment): TelemetrySettings | WrongSettings | undefined {
  const [name, address] = addressIn(env);
  if (address === undefined || isTrue(env.OTEL_SDK_DISABLED) || env.OTEL_TRACES_EXPORTER?.trim() === 'none') return undefined;
  const wrong = wrongWith(address, env);
  if (wrong !== undefined) return { wrong: `${name} ${wrong}` };
  const given = pairsIn(env.OTEL_RESOURCE_ATTRIBUTES);
  return {
    address,
    headers: headersIn(env),
    resource: { ...given, 'service.name': env.OTEL_SERVICE_NAME?.trim() || (given['service.name'] ?? 'artoo') },
    timeoutMs: timeoutIn(env.OTEL_EXPORTER_OTLP_TRACES_TIMEOUT ?? env.OTEL_EXPORTER_OTLP_TIMEOUT),
    withContent: isTrue(env.OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT),
  };
}

/** All headers that are set for collectors, by name and value; their values are often keys. */
export const collectorHeaders = (env: Environment): readonly (readonly [name: string, value: string])[] =>
  [env.OTEL_EXPORTER_OTLP_TRACES_HEADERS, env.OTEL_EXPORTER_OTLP_HEADERS].flatMap((text) => Object.entries(pairsIn(text)));

const headersIn = (env: Environment) => pairsIn(env.OTEL_EXPORTER_OTLP_TRACES_HEADERS ?? env.OTEL_EXPORTER_OTLP_HEADERS);

/** An address that is safe to show, without its query, which may contain a key. */
export const shownAddress = (address: string): string => {
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname}`;
};

/** The variable, and the address that it gives for traces. */
function addressIn(env: Environment): readonly [name: string, address: string | undefined] {
  const exact = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT?.trim();
  if (exact) return ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', exact];
  const base = env.OTEL_EXPORTER_OTLP_ENDPOINT?.trim();
  return ['OTEL_EXPORTER_OTLP_ENDPOINT', base ? `${base.replace(/\/+$/, '')}/v1/traces` : undefined];
}

function wrongWith(address: string, env: Environment): string | undefined {
  const url = URL.parse(address);
  const protocol = env.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL ?? env.OTEL_EXPORTER_OTLP_PROTOCOL;
  if (protocol?.trim() === 'grpc')
    return `works with HTTP only: set OTEL_EXPORTER_OTLP_PROTOCOL=http/json and the collector's address for HTTP, such as ${example}`;
  if (!url || !/^https?:$/.test(url.protocol)) return `must be an address such as ${example}`;
  if (url.username || url.password) return 'must not contain a name or password: put them into OTEL_EXPORTER_OTLP_HEADERS';
  const bad = Object.entries(headersIn(env)).find(([name, value]) => !/^[\w!#$%&'*+.^`|~-]+$/.test(name) || /[^\t\x20-\x7e]/.test(value));
  return bad && `cannot be used: in OTEL_EXPORTER_OTLP_HEADERS, ${JSON.stringify(bad[0])} contains a character that cannot be sent`; // the value is not quoted, because it may be a key
}

function timeoutIn(text: string | undefined): number {
  const ms = Number(text);
  return ms > 0 ? Math.min(ms, maxTimeoutMs) : defaultTimeoutMs;
}

/** `key=value,key2=value2`, with percent-encoded values. */
function pairsIn(text = ''): Readonly<Record<string, string>> {
  const pairs = text.split(',').flatMap((pair) => {
    const at = pair.indexOf('=');
    return at < 1 ? [] : [[pair.slice(0, at).trim(), decoded(pair.slice(at + 1).trim())]];
  });
  return Object.fromEntries(pairs);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a lone % is taken literally
  }
}

const isTrue = (text = ''): boolean => /^(?:true|1)$/i.test(text.trim());
