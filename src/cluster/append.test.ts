import { expect, test } from 'vitest';
import { startNats } from '../../test/support/nats.ts';
import { busAddress } from '../laws/network/bus-address.ts';
import { append } from './append.ts';
import { type Bus, openBus } from './bus.ts';
import { persist } from './persist.ts';
import { lastOf, messagesOf, type Stored } from './read.ts';
import { makeStreams, needStreams } from './streams.ts';

const text = (data: Uint8Array) => new TextDecoder().decode(data);
const { signal } = new AbortController();

async function opened(config?: string) {
  const server = await startNats(config);
  const bus = await openBus(busAddress(server.url));
  return { server, bus };
}

async function stored(bus: Bus): Promise<readonly Stored[]> {
  const all: Stored[] = [];
  for await (const each of messagesOf(bus, 'log', 'artoo.default.log.t')) all.push(each);
  return all;
}

const message = (id: string, expected: number, data = id) =>
  ({ kind: 'log', subject: 'artoo.default.log.t', data: new TextEncoder().encode(data), id, expected }) as const;

test('if two writers expect the same position, one appends, and the other gets the message that took it', async () => {
  await using bus = (await opened()).bus;
  await makeStreams(bus);
  await needStreams(bus);
  const answers = await Promise.all([append(bus, message('a-0', 0), { signal }), append(bus, message('b-0', 0), { signal })]);
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  expect(answers.find(({ ok }) => !ok)).toMatchObject({ ok: false, last: { id: expect.stringMatching(/^[ab]-0$/) } });
});

test('a message whose acknowledgement was lost is found again, and stored once', async () => {
  await using bus = (await opened()).bus;
  await makeStreams(bus);
  await append(bus, message('a-0', 0), { signal });
  expect(await append(bus, message('a-0', 0), { signal })).toEqual({ ok: true, seq: 1 });
  expect((await stored(bus)).map(({ data }) => text(data))).toEqual(['a-0']);
});

test("the same id in another task's log is not taken for ours", async () => {
  await using bus = (await opened()).bus;
  await makeStreams(bus);
  await append(bus, message('a-0', 0), { signal });
  const other = { ...message('a-0', 0), subject: 'artoo.default.log.u' };
  expect(await append(bus, other, { signal })).toEqual({ ok: false, last: undefined });
});

test('a server that is killed loses nothing that it acknowledged, and an append waits until it is back', async () => {
  const { server, bus: opening } = await opened();
  await using bus = opening;
  await makeStreams(bus);
  for (let at = 0; at < 50; at += 1) await append(bus, message(`a-${at}`, at), { signal });
  await server.kill();
  const waiting = append(bus, message('a-50', 50), { signal });
  await server.start();
  expect(await waiting).toEqual({ ok: true, seq: 51 });
  const ids = (await stored(bus)).map(({ id }) => id);
  expect(ids).toEqual(Array.from({ length: 51 }, (_, at) => `a-${at}`));
});

test('an answer that is lost with its connection is asked for again, before the client itself gives up', async () => {
  const { server, bus: opening } = await opened();
  await using bus = opening;
  await makeStreams(bus);
  await append(bus, message('a-0', 0), { signal });
  server.freeze();
  const { outMsgs: before } = bus.connection.stats();
  const began = performance.now();
  const asked = persist(() => lastOf(bus, 'log', 'artoo.default.log.t'), signal);
  await expect.poll(() => bus.connection.stats().outMsgs).toBeGreaterThan(before);
  await server.kill();
  await server.start();
  expect(await asked).toMatchObject({ id: 'a-0' });
  expect(performance.now() - began).toBeLessThan(9_000);
});

test('a full stream is waited for, and told once', async () => {
  await using bus = (await opened()).bus;
  await makeStreams(bus, { log: 64 * 1024 });
  const said: unknown[] = [];
  const large = 'x'.repeat(20_000);
  for (let at = 0; at < 3; at += 1) await append(bus, message(`a-${at}`, at, large), { signal });
  const waiting = append(bus, message('a-3', 3, large), { signal, onWait: (why) => said.push(why) });
  await expect.poll(() => said).toEqual(['full']);
  await bus.manager.streams.update(bus.names.stream('log'), { max_bytes: 1024 * 1024 });
  expect(await waiting).toEqual({ ok: true, seq: 4 });
  expect(said).toEqual(['full', undefined]);
});

test('waiting ends with its signal', async () => {
  const { server, bus: opening } = await opened();
  await using bus = opening;
  await makeStreams(bus);
  await server.kill();
  const stop = new AbortController();
  const waiting = append(bus, message('a-0', 0), { signal: stop.signal });
  stop.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow(/enough|aborted/);
});

test('nothing is read where there is nothing', async () => {
  await using bus = (await opened()).bus;
  await makeStreams(bus);
  expect(await lastOf(bus, 'log', 'artoo.default.log.t')).toBeUndefined();
  expect(await stored(bus)).toEqual([]);
});

test('streams that are missing, or that would lose messages, are refused', async () => {
  await using bus = (await opened()).bus;
  await expect(needStreams(bus)).rejects.toMatchObject({
    code: 'bus_unfit',
    message: expect.stringContaining('ARTOO_default_LOG is missing'),
  });
  await makeStreams(bus);
  await bus.manager.streams.update(bus.names.stream('log'), { max_age: 600_000_000_000 });
  await expect(needStreams(bus)).rejects.toMatchObject({ code: 'bus_unfit', message: expect.stringContaining('expire') });
});
