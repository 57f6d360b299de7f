import { once } from 'node:events';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { startCollector } from '../../../test/support/collector.ts';
import { goldenEntries, goldenPath } from '../../../test/support/golden-entries.ts';
import { scratch } from '../../../test/support/scratch.ts';
import type { TaskId } from '../../contracts/ids.ts';
import { journalPath } from '../../journal/files.ts';
import { TraceSchedule } from './trace-schedule.ts';

const task = 'first-task' as TaskId;

/** A data folder with the journal of one task that has ended. */
function ended(): string {
  const data = scratch();
  const path = journalPath(data, task);
  mkdirSync(dirname(path), { recursive: true });
  cpSync(goldenPath(task), path);
  return data;
}

/** A process in which two tasks end. */
async function twoEnd(env: Readonly<Record<string, string>>, { data = ended(), closeMs = 2_000 } = {}): Promise<readonly string[]> {
  const notices: string[] = [];
  const traces = new TraceSchedule({ data, env, closeMs, onNotice: (notice) => notices.push(notice) });
  for (const _ of [1, 2]) {
    traces.begin();
    traces.end(task);
  }
  await traces.close();
  return notices;
}

const endpointOf = (endpoint: string) => ({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint });

test('the spans of a task that ended are sent, with the headers and as the service that the variables name', async () => {
  const collector = await startCollector();
  const env = { ...endpointOf(collector.endpoint), OTEL_EXPORTER_OTLP_HEADERS: 'x-key=abc', OTEL_SERVICE_NAME: 'mine' };
  expect(await twoEnd(env)).toEqual([]);
  expect(collector.requests[0]).toMatchObject({ path: '/v1/traces', headers: { 'x-key': 'abc', 'content-type': 'application/json' } });
  expect(collector.resources()[0]).toEqual({ 'service.name': 'mine' });
  const spans = collector.spans();
  expect(spans.length).toBe(2 * new Set(spans.map(({ spanId }) => spanId)).size); // what is sent twice has the same ids
});

test('nothing is sent where no collector is named, or where the caller records nothing', async () => {
  const collector = await startCollector();
  expect(await twoEnd({})).toEqual([]);
  const unrecorded = { TRACEPARENT: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00' };
  expect(await twoEnd({ ...endpointOf(collector.endpoint), ...unrecorded })).toEqual([]);
  expect(collector.requests).toEqual([]);
});

test('a task that did not end is not sent: it may be resumed', async () => {
  const collector = await startCollector();
  const data = ended();
  writeFileSync(
    journalPath(data, task),
    goldenEntries(task)
      .slice(0, -1)
      .map((entry) => `${JSON.stringify(entry)}\n`)
      .join(''),
  );
  expect(await twoEnd(endpointOf(collector.endpoint), { data })).toEqual([]);
  expect(collector.requests).toEqual([]);
});

test.each<[string, (response: ServerResponse) => void, RegExp]>([
  ['answers 500', (response) => response.writeHead(500).end('no'), /answered 500\. Check the collector's own log\.$/],
  ['answers 400', (response) => response.writeHead(400).end('no'), /answered 400\. Check the collector's own log\.$/],
  ['answers 401', (response) => response.writeHead(401).end(), /answered 401\. Check the key in OTEL_EXPORTER_OTLP_HEADERS\.$/],
  ['answers 404', (response) => response.writeHead(404).end(), /answered 404\. Check the path in OTEL_EXPORTER_OTLP_ENDPOINT/],
  ['sends elsewhere', (response) => response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end(), /redirect.*\. Start the collector/],
  ['resets the connection', (response) => response.socket?.resetAndDestroy(), /\. Start the collector at this address, or correct/],
])('a collector that %s is reported once, with a remedy and without a key', async (_, answer, told) => {
  const collector = await startCollector(answer);
  const env = { ...endpointOf(collector.endpoint), OTEL_EXPORTER_OTLP_HEADERS: 'x-key=hunter2hunter2' };
  const notices = await twoEnd(env);
  expect(notices).toEqual([expect.stringMatching(told)]);
  expect(notices[0]).toMatch(/^Traces are not sent: http:\/\/127\.0\.0\.1:\d+\/v1\/traces/);
  expect(notices[0]).not.toContain('hunter2');
});

test('where nothing listens, that is reported once', async () => {
  const gone = createServer().listen(0, '127.0.0.1');
  await once(gone, 'listening');
  const { port } = gone.address() as AddressInfo; // it listens on a port
  gone.close();
  await once(gone, 'close');
  expect(await twoEnd(endpointOf(`http://127.0.0.1:${port}`))).toEqual([expect.stringContaining('ECONNREFUSED')]);
});

test('a collector that never answers is not waited for longer than the end of the process allows', async () => {
  const collector = await startCollector(() => {});
  const notices = await twoEnd(endpointOf(collector.endpoint), { closeMs: 50 });
  expect(notices).toEqual([expect.stringContaining('no answer in time')]);
  expect(collector.requests.length).toBeLessThanOrEqual(1);
});

test('a collector that takes longer than its limit is reported, too', async () => {
  const collector = await startCollector(() => {});
  expect(await twoEnd({ ...endpointOf(collector.endpoint), OTEL_EXPORTER_OTLP_TIMEOUT: '50' }, { closeMs: 60_000 })).toEqual([
    expect.stringContaining('no answer in time'),
  ]);
});

test.each([
  ['a bad address', endpointOf('localhost:4318')],
  ['grpc', { ...endpointOf('http://127.0.0.1:4317'), OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }],
])('%s is reported once', async (_, env) => {
  expect(await twoEnd(env)).toEqual([
    expect.stringMatching(/^Traces are not sent: OTEL_EXPORTER_OTLP_ENDPOINT .*http:\/\/127\.0\.0\.1:4318/),
  ]);
});

test('a journal that cannot be read is reported, and stops nothing', async () => {
  const collector = await startCollector();
  const data = ended();
  writeFileSync(journalPath(data, task), 'no journal\n');
  expect(await twoEnd(endpointOf(collector.endpoint), { data })).toEqual([expect.stringMatching(/^Traces are not sent: /)]);
});

test('with a collector that is slower than tasks end, further ones are left out', async () => {
  const notices: string[] = [];
  const collector = await startCollector(() => {});
  const env = endpointOf(collector.endpoint);
  const traces = new TraceSchedule({ data: ended(), env, closeMs: 20, onNotice: (notice) => notices.push(notice) });
  for (let at = 0; at < 101; at += 1) traces.end(task);
  await traces.close();
  expect(notices).toEqual([expect.stringContaining('some tasks are dropped')]);
  expect(collector.requests.length).toBeLessThanOrEqual(1);
});
