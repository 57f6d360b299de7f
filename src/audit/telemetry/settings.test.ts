import { expect, test } from 'vitest';
import { collectorHeaders, shownAddress, telemetryIn } from './settings.ts';

const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };

test.each([
  ['nothing is set', {}],
  ['it is empty', { OTEL_EXPORTER_OTLP_ENDPOINT: ' ' }],
  ['all of OpenTelemetry is switched off', { ...endpoint, OTEL_SDK_DISABLED: 'TRUE' }],
  ['traces are switched off', { ...endpoint, OTEL_TRACES_EXPORTER: 'none' }],
])('no traces are wanted where %s', (_, env) => {
  expect(telemetryIn(env)).toBeUndefined();
});

test.each([
  ['http://127.0.0.1:4318', 'http://127.0.0.1:4318/v1/traces'],
  ['https://otel.example/base/', 'https://otel.example/base/v1/traces'],
])('to the address %s the path is added', (given, address) => {
  expect(telemetryIn({ OTEL_EXPORTER_OTLP_ENDPOINT: given })).toMatchObject({ address });
});

test('an address for traces alone is taken as it stands, and wins, as its headers and its limit do', () => {
  const env = {
    ...endpoint,
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://127.0.0.1:6006/mine',
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=general',
    OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'x-key=special%20one, y=a%',
    OTEL_EXPORTER_OTLP_TIMEOUT: '500',
    OTEL_EXPORTER_OTLP_TRACES_TIMEOUT: '900',
  };
  expect(telemetryIn(env)).toMatchObject({
    address: 'http://127.0.0.1:6006/mine',
    headers: { 'x-key': 'special one', y: 'a%' },
    timeoutMs: 900,
  });
  expect(collectorHeaders(env).map(([, value]) => value)).toEqual(['special one', 'a%', 'general']);
});

test('settings that are not set have their defaults', () => {
  expect(telemetryIn({ ...endpoint, OTEL_EXPORTER_OTLP_TIMEOUT: 'soon' })).toMatchObject({
    headers: {},
    resource: { 'service.name': 'artoo' },
    timeoutMs: 10_000,
    withContent: false,
  });
});

test.each([
  [{ OTEL_RESOURCE_ATTRIBUTES: 'service.name=shop,team=a' }, { 'service.name': 'shop', team: 'a' }],
  [{ OTEL_RESOURCE_ATTRIBUTES: 'service.name=shop', OTEL_SERVICE_NAME: 'mine' }, { 'service.name': 'mine' }],
])('the service is named by %j', (env, resource) => {
  expect(telemetryIn({ ...endpoint, ...env })).toMatchObject({ resource });
});

test.each([
  ['no address', { OTEL_EXPORTER_OTLP_ENDPOINT: 'localhost' }],
  ['another protocol', { OTEL_EXPORTER_OTLP_ENDPOINT: 'ftp://host' }],
  ['grpc', { ...endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }],
  ['grpc for traces', { ...endpoint, OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'grpc' }],
  ['a password in the address', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://ada:hunter2hunter2@host' }],
  ['a header with a line break', { ...endpoint, OTEL_EXPORTER_OTLP_HEADERS: 'x-key=hunter2hunter2%0A' }],
  ['a header whose name cannot be one', { ...endpoint, OTEL_EXPORTER_OTLP_HEADERS: 'x key=hunter2hunter2' }],
])('%s is wrong, and no secret is quoted', (_, env) => {
  const settings = telemetryIn(env);
  expect(settings).toEqual({ wrong: expect.stringMatching(/^OTEL_EXPORTER_OTLP_ENDPOINT /) });
  expect(JSON.stringify(settings)).not.toContain('hunter2');
});

test('a query is not shown', () => {
  expect(shownAddress('https://otel.example/v1/traces?key=hunter2')).toBe('https://otel.example/v1/traces');
});
