import { expect, onTestFinished, test } from 'vitest';
import { startNats } from '../../../test/support/nats.ts';
import { busAddress } from '../../laws/network/bus-address.ts';
import { append } from '../append.ts';
import { type Bus, openBus } from '../bus.ts';
import type { Role, StreamKind } from '../names.ts';
import { openObjects } from '../objects/objects.ts';
import { lastOf, messagesOf } from '../read.ts';
import { configOf, makeStreams, needStreams } from '../streams.ts';
import { initStreams } from './init-streams.ts';
import { lookAtBus } from './look-at-bus.ts';
import { serverConfiguration } from './permissions.ts';

const { signal } = new AbortController();
const MiB = 1024 * 1024;

async function opened(url: string, role: Role = 'host'): Promise<Bus> {
  const bus = await openBus(busAddress(url), role);
  onTestFinished(() => bus.close());
  return bus;
}

test('streams are made once, and what is there is left as it is', async () => {
  const bus = await opened((await startNats()).url);
  const first = await initStreams(bus, 100 * MiB);
  expect(first.map(({ made }) => made)).toEqual([true, true, true, true]);
  const total = first.reduce((sum, { maxBytes }) => sum + maxBytes, 0);
  expect([total > 99 * MiB, total <= 101 * MiB]).toEqual([true, true]);
  await needStreams(bus);
  expect(await initStreams(bus)).toEqual(first.map((each) => ({ ...each, made: false })));
});

test('a stream of contents from an earlier version is given what it lacks, and keeps what it has', async () => {
  const bus = await opened((await startNats()).url);
  const old = { ...configOf(bus.names, 'object', 10 * MiB), max_msgs_per_subject: -1, discard_new_per_subject: false };
  await bus.manager.streams.add(old);
  const objects = openObjects(bus);
  const hash = await objects.put(Buffer.alloc(600_000, 'x'), signal);
  const limits = { log: MiB, memory: MiB, place: MiB };
  await makeStreams(bus, limits);
  await needStreams(bus);
  const outdated = async () => (await lookAtBus(bus, signal)).streams.map((each) => each.outdated);
  expect(await outdated()).toEqual([undefined, expect.stringContaining('an earlier version'), undefined, undefined]);
  expect((await initStreams(bus)).map(({ made, fixed }) => [made, fixed])).toEqual([0, 1, 0, 0].map((at) => [false, at === 1]));
  expect(await outdated()).toEqual(Array(4).fill(undefined));
  expect(await openObjects(bus).get(hash, 600_000, signal)).toEqual(Buffer.alloc(600_000, 'x'));
  await expect(bus.stream.publish(bus.names.object(hash, 0), 'y')).rejects.toThrow();
});

test('where there is less room than usual, streams take a part of it, so that the disk does not fill', async () => {
  const bus = await opened((await startNats()).url);
  const { limits } = await bus.manager.getAccountInfo();
  expect(limits.max_storage).toBe(-1);
  const made = await initStreams(bus, 1_000 * 1024 * 1024 * MiB); // a thousand terabytes
  const total = made.reduce((sum, { maxBytes }) => sum + maxBytes, 0);
  expect(total).toBeLessThan(64 * 1024 * MiB);
  expect(total).toBeGreaterThan(1024 * MiB);
});

test('what is there, what is missing, and the difference of the clocks are reported', async () => {
  const bus = await opened((await startNats()).url);
  expect(await lookAtBus(bus, signal)).toMatchObject({
    asksCredentials: false,
    aheadMs: undefined,
    streams: [{ unfit: 'is missing' }, {}, {}, {}],
  });
  await initStreams(bus);
  const seen = await lookAtBus(bus, signal);
  expect(seen.streams.map(({ unfit, replicas }) => [unfit, replicas])).toEqual(Array(4).fill([undefined, 1]));
  expect(Math.abs(seen.aheadMs ?? 9_999)).toBeLessThan(1_000);
});

/** Whether each of these is allowed; a request that is refused gets no answer. */
async function may(bus: Bus, kind: StreamKind, subject: string): Promise<{ readonly writes: boolean; readonly reads: boolean }> {
  const answered = (work: Promise<unknown>) =>
    work.then(
      () => true,
      () => false,
    );
  const soon = AbortSignal.timeout(1_500);
  const message = { kind, subject, data: new Uint8Array([1]), id: subject, expected: 0 };
  const writes = answered(append(bus, message, { signal: soon }));
  const reads = answered(Promise.race([lastOf(bus, kind, subject), new Promise((_, reject) => setTimeout(reject, 1_500))]));
  return { writes: await writes, reads: await reads };
}

test('a worker can neither write nor read logs and memories, and no role of another realm can do anything', async () => {
  const passwords = { operator: 'o', host: 'h', worker: 'w' };
  const server = await startNats(serverConfiguration('one', passwords));
  const at = (role: Role, realm = 'one') => opened(`${server.url.replace('//', `//one-${role}:${passwords[role]}@`)}/${realm}`, role);
  const operator = await at('operator');
  await initStreams(operator);
  const [host, worker] = [await at('host'), await at('worker')];
  await needStreams(host);
  await needStreams(worker, ['object']);
  const each = {
    log: 'artoo.one.log.t',
    memory: 'artoo.one.memory.h.written',
    object: 'artoo.one.object.h.0',
    place: 'artoo.one.place.task.t',
  } as const;
  const mayAll = async (bus: Bus) =>
    Object.fromEntries(
      await Promise.all(Object.entries(each).map(async ([kind, subject]) => [kind, await may(bus, kind as StreamKind, subject)] as const)), // its keys
    );
  const [all, none] = [
    { writes: true, reads: true },
    { writes: false, reads: false },
  ];
  expect(await mayAll(host)).toEqual({ log: all, memory: all, object: all, place: all });
  expect(await mayAll(worker)).toEqual({
    log: none,
    memory: none,
    object: all,
    place: none,
  });
  expect(await may(worker, 'object', 'artoo.one.object.i.0')).toEqual(all);
  expect(await may(worker, 'place', 'artoo.one.place.worker.w')).toEqual({ writes: true, reads: false });
  expect(await may(host, 'log', 'artoo.other.log.t')).toMatchObject({ writes: false });
  const denied = Promise.withResolvers<unknown>();
  worker.connection.subscribe(`${host.names.inbox('host')}.>`, { callback: (error) => denied.resolve(error) });
  expect(await denied.promise).toMatchObject({ name: 'PermissionViolationError' });
  const read: string[] = [];
  for await (const { subject } of messagesOf(host, 'memory', host.names.all('memory'))) read.push(subject);
  expect(read).toEqual([each.memory]);
});
