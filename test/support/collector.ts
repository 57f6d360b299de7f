/** A collector of traces on a local port that accepts OTLP as JSON and keeps what it has received. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { z } from 'zod';

const Value = z
  .union([
    z.strictObject({ stringValue: z.string() }).transform(({ stringValue }) => stringValue),
    z.strictObject({ boolValue: z.boolean() }).transform(({ boolValue }) => boolValue),
    z.strictObject({ intValue: z.string().regex(/^-?\d+$/) }).transform(({ intValue }) => Number(intValue)),
    z.strictObject({ doubleValue: z.number() }).transform(({ doubleValue }) => doubleValue),
    z
      .strictObject({ arrayValue: z.strictObject({ values: z.array(z.strictObject({ stringValue: z.string() })) }) })
      .transform(({ arrayValue }) => arrayValue.values.map(({ stringValue }) => stringValue)),
  ])
  .meta({ description: 'AnyValue of opentelemetry-proto' });

const Attributes = z
  .array(z.strictObject({ key: z.string().min(1), value: Value }))
  .transform((pairs) => Object.fromEntries(pairs.map(({ key, value }) => [key, value])));
const Nanos = z.string().regex(/^\d{19}$/);

const ReceivedSpan = z.strictObject({
  traceId: z.string().regex(/^[0-9a-f]{32}$/),
  spanId: z.string().regex(/^[0-9a-f]{16}$/),
  parentSpanId: z
    .string()
    .regex(/^[0-9a-f]{16}$/)
    .optional(),
  name: z.string().min(1),
  kind: z.int().min(1).max(5),
  startTimeUnixNano: Nanos,
  endTimeUnixNano: Nanos,
  attributes: Attributes,
  events: z.array(z.strictObject({ name: z.string().min(1), timeUnixNano: Nanos, attributes: Attributes })),
  status: z.strictObject({ code: z.literal(2).optional(), message: z.string().optional() }),
});
type ReceivedSpan = z.infer<typeof ReceivedSpan>;

const ExportRequest = z.strictObject({
  resourceSpans: z.array(
    z.strictObject({
      resource: z.strictObject({ attributes: Attributes }),
      scopeSpans: z.array(
        z.strictObject({ scope: z.strictObject({ name: z.string(), version: z.string() }), spans: z.array(ReceivedSpan) }),
      ),
    }),
  ),
});

type Request = { readonly path: string | undefined; readonly headers: IncomingHttpHeaders; readonly body: string };

export type Collector = {
  /** The value for `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  readonly endpoint: string;
  readonly requests: readonly Request[];
  /** All that it has received; throws if a body does not conform to the protocol. */
  spans(): readonly ReceivedSpan[];
  resources(): readonly Readonly<Record<string, unknown>>[];
};

/** `answer` answers in place of an ordinary collector; without an answer it keeps the sender waiting. */
export async function startCollector(answer: (response: ServerResponse) => void = accepted): Promise<Collector> {
  const requests: Request[] = [];
  const server = createServer(async (incoming, response) => {
    requests.push({ path: incoming.url, headers: incoming.headers, body: await text(incoming) });
    answer(response);
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const parsed = () => requests.flatMap(({ body }) => ExportRequest.parse(JSON.parse(body)).resourceSpans);
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // it listens on a port
    requests,
    spans: () => parsed().flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
    resources: () => parsed().map(({ resource }) => resource.attributes),
  };
}

const accepted = (response: ServerResponse): void => void response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
