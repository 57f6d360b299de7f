/** Spans as OTLP/JSON (opentelemetry-proto, trace service v1). Pure. */
import type { Attributes, Span, Value } from './span.ts';

export type Resource = Readonly<Record<string, string>>;

/** The limit on one request: collectors accept 20 MiB by default, some less. */
const maxBytes = 4 * 1024 * 1024;
const maxSpans = 512;

/** The bodies of the requests that send all spans to a collector, in order. */
export function otlpBodies(resource: Resource, version: string, spans: readonly Span[]): readonly string[] {
  const batches: string[][] = [];
  let bytes = 0;
  for (const span of spans) {
    const text = JSON.stringify(otlpSpan(span));
    const current = batches.at(-1);
    if (!current || current.length === maxSpans || bytes + text.length > maxBytes) {
      batches.push([text]);
      bytes = 0;
    } else current.push(text);
    bytes += text.length;
  }
  const about = JSON.stringify({ attributes: attributesOf(resource) });
  const scope = JSON.stringify({ name: 'artoo', version });
  return batches.map((batch) => `{"resourceSpans":[{"resource":${about},"scopeSpans":[{"scope":${scope},"spans":[${batch.join(',')}]}]}]}`);
}

/** `SPAN_KIND_INTERNAL` and `SPAN_KIND_CLIENT`. */
const kinds = { internal: 1, client: 3 } as const;
/** `STATUS_CODE_ERROR`. */
const errorStatus = 2;

const otlpSpan = ({ trace, id, parent, name, kind, from, to, attributes, events, failed }: Span): object => ({
  traceId: trace,
  spanId: id,
  ...(parent !== undefined && { parentSpanId: parent }),
  name,
  kind: kinds[kind],
  startTimeUnixNano: nanos(from),
  endTimeUnixNano: nanos(to),
  attributes: attributesOf(attributes),
  events: events.map((event) => ({ name: event.name, timeUnixNano: nanos(event.ms), attributes: attributesOf(event.attributes) })),
  status: failed === undefined ? {} : { code: errorStatus, message: failed },
});

/** Nanoseconds as text: milliseconds with six zeros, because a number would lose digits. */
const nanos = (ms: number): string => `${ms}000000`;

const attributesOf = (attributes: Attributes): readonly object[] =>
  Object.entries(attributes).flatMap(([key, value]) => (value === undefined ? [] : [{ key, value: otlpValue(value) }]));

function otlpValue(value: Value): object {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'number') return { intValue: String(value) };
  if ('decimal' in value) return { doubleValue: value.decimal };
  return { arrayValue: { values: value.map((each) => ({ stringValue: each })) } };
}
