import { cpSync, readFileSync, rmSync } from 'node:fs';
import { headers } from '@nats-io/transport-node';
import { expect, test } from 'vitest';
import { busServer, logOf, quickPace } from '../../../test/support/bus-place.ts';
import type { NatsServer } from '../../../test/support/nats.ts';
import { scratch } from '../../../test/support/scratch.ts';
import { openEntry, refusalAt, suiteTask, writerSuite } from '../../../test/support/writer-suite.ts';
import { ArtooError } from '../../contracts/errors.ts';
import { completeJournal, createJournal, journalPath } from '../../journal/files.ts';
import type { JournalWriter } from '../../journal/writer.ts';
import { busAddress } from '../../laws/network/bus-address.ts';
import { type Bus, openBus } from '../bus.ts';
import { makeStreams } from '../streams.ts';
import { openTaskLogs, type TaskLogs } from './task-logs.ts';

const { signal } = new AbortController();
const recover = async (): Promise<void> => {};
const nowhere = { cwd: '/nowhere', workspace: '/nowhere' };
const messages = async (bus: Bus) => (await bus.manager.streams.info(bus.names.stream('log'))).state.messages;

type Host = { readonly data: string; readonly logs: TaskLogs; readonly writer: JournalWriter; readonly path: string };

/** A host with the journal of a new task. */
async function hostOn(bus: Bus, folder = 'one'): Promise<Host> {
  const data = scratch();
  const logs = await openTaskLogs({ bus, machine: `machine ${folder}`, folder, pace: quickPace, recover, signal });
  const writer = createJournal(data, suiteTask, await logs.create(suiteTask, nowhere, signal));
  return { data, logs, writer, path: journalPath(data, suiteTask) };
}

/** Another host, with a copy of its own, takes the same task. */
async function takenBy(bus: Bus, { folder = 'one', data = scratch() } = {}) {
  const logs = await openTaskLogs({ bus, machine: 'machine two', folder, pace: quickPace, recover, signal });
  return { data, logs, reopened: await completeJournal(data, suiteTask, await logs.take(suiteTask, nowhere, signal)) };
}

/** A host that has fallen silent, and does not detect that others consider it dead. */
async function fallenSilent(server: NatsServer): Promise<Host & { readonly own: Bus }> {
  const own = await openBus(busAddress(server.url));
  const host = await hostOn(own);
  host.writer.append(openEntry);
  await host.writer.flush();
  return { ...host, own };
}

/** Resolves once the connection is restored. */
async function reconnected(bus: Bus): Promise<void> {
  for await (const { type } of bus.connection.status()) if (type === 'reconnect') return;
}

writerSuite(async () => {
  const { bus } = await busServer();
  const { writer, path } = await hostOn(bus);
  return { writer, path, written: () => logOf(bus, suiteTask) };
});

test('a batch is one message; one of more than half of what the server takes is an object', async () => {
  const { bus } = await busServer();
  await using writer = (await hostOn(bus)).writer;
  writer.append(openEntry);
  writer.append(refusalAt(1, 'small'));
  await writer.flush();
  expect(await messages(bus)).toBe(1);
  writer.append(refusalAt(2, 'x'.repeat(600_000)));
  await writer.flush();
  const objects = (await bus.manager.streams.info(bus.names.stream('object'))).state;
  expect([await messages(bus), objects.bytes > 600_000]).toEqual([2, true]);
});

test('an acknowledgement that was lost does not stop the host', async () => {
  const { bus } = await busServer();
  const { writer, path } = await hostOn(bus);
  await using _ = writer;
  writer.append(openEntry);
  const { publish } = bus.stream;
  bus.stream.publish = async (...call) => {
    bus.stream.publish = publish;
    await publish.apply(bus.stream, call);
    throw new Error('timeout'); // it is stored, but the acknowledgement does not arrive
  };
  await writer.flush();
  expect(await messages(bus)).toBe(1);
  expect(await logOf(bus, suiteTask)).toBe(readFileSync(path, 'utf8'));
});

test("a message of another task that has the same id does not pass for the task's own", async () => {
  const { bus } = await busServer();
  const { writer, path } = await hostOn(bus);
  await using _ = writer;
  writer.append(openEntry);
  const { publish } = bus.stream;
  bus.stream.publish = async (subject, data, options) => {
    bus.stream.publish = publish;
    await publish.call(bus.stream, bus.names.log('other' as typeof suiteTask), 'theirs', { msgID: options?.msgID ?? '' });
    return publish.call(bus.stream, subject, data, options);
  };
  await writer.flush();
  expect(await logOf(bus, suiteTask)).toBe(readFileSync(path, 'utf8'));
});

test('a host that another has succeeded cannot append, does nothing any more, and has written nothing of it to its copy', async () => {
  const { server, bus } = await busServer();
  const { writer, path, own, logs } = await fallenSilent(server);
  await logs.close(); // to others, the host seems to have left
  const { data, reopened } = await takenBy(bus);
  reopened.writer.append(refusalAt(1, 'the second goes on'));
  await reopened.writer.flush();
  writer.append(refusalAt(1, 'the first has not noticed'));
  await expect(writer.flush()).rejects.toMatchObject({ code: 'task_taken' });
  expect(readFileSync(path, 'utf8')).not.toContain('not noticed');
  expect(await logOf(bus, suiteTask)).toBe(readFileSync(journalPath(data, suiteTask), 'utf8'));
  await Promise.all([writer.close(), reopened.writer.close()]);
  await own.close();
});

test('a host that lost its task before it had anything to append performs nothing that must not be repeated', async () => {
  const { server, bus } = await busServer();
  const { writer, own, logs } = await fallenSilent(server);
  await logs.close();
  const { reopened } = await takenBy(bus);
  await expect(Promise.resolve(writer.mayAct()).then(() => writer.flush())).resolves.toBeUndefined(); // its heartbeat is recent, so it has not noticed yet
  writer.append(refusalAt(1, 'an intent'));
  await expect(writer.sync()).rejects.toMatchObject({ code: 'task_taken' });
  await Promise.all([writer.close(), reopened.writer.close()]);
  await own.close();
});

test('a living host keeps its task', async () => {
  const { server, bus } = await busServer();
  const { writer, own } = await fallenSilent(server);
  await expect(takenBy(bus)).rejects.toMatchObject({ code: 'task_taken', message: expect.stringContaining('machine one') });
  await writer.close();
  await own.close();
});

test('another data folder is refused: what the task did is on record in the first', async () => {
  const { server, bus } = await busServer();
  const { writer, own, logs } = await fallenSilent(server);
  await logs.close();
  await expect(takenBy(bus, { folder: 'two' })).rejects.toMatchObject({ code: 'task_elsewhere' });
  await writer.close();
  await own.close();
});

test('a host whose takeover was stored but never acknowledged has the task, and appends', async () => {
  const { server, bus } = await busServer();
  const { logs, data } = await fallenSilent(server);
  await logs.close();
  const { publish } = bus.stream;
  bus.stream.publish = async (...call) => {
    const acknowledged = await publish.apply(bus.stream, call);
    if (!call[2]?.msgID?.endsWith('-takes')) return acknowledged;
    bus.stream.publish = publish;
    throw new Error('timeout'); // it is stored, and its answer does not arrive
  };
  rmSync(data, { recursive: true });
  const { reopened } = await takenBy(bus);
  await using writer = reopened.writer;
  writer.append(refusalAt(1, 'mine'));
  await writer.flush();
  expect(await messages(bus)).toBe(3);
});

test('a host that takes a task while the bus is full says so, and has it once there is room', async () => {
  const { server, bus } = await busServer();
  const { logs } = await fallenSilent(server);
  await logs.close();
  const stream = bus.names.stream('log');
  const { bytes } = (await bus.manager.streams.info(stream)).state;
  await bus.manager.streams.update(stream, { max_bytes: bytes + 10 });
  const told: unknown[] = [];
  const onWait = (why: unknown): void => void told.push(why);
  const second = await openTaskLogs({ bus, machine: 'two', folder: 'one', pace: quickPace, recover, onWait, signal });
  const taking = completeJournal(scratch(), suiteTask, await second.take(suiteTask, nowhere, signal));
  await expect.poll(() => told).toEqual(['full']);
  await bus.manager.streams.update(stream, { max_bytes: 1024 * 1024 });
  await (await taking).writer.close();
  expect([told, await messages(bus)]).toEqual([['full', undefined], 2]);
});

test('a large batch that finds no room for its content says so once, and is appended once there is room', async () => {
  const { bus } = await busServer({ object: 300_000 });
  const told: unknown[] = [];
  const onWait = (why: unknown): void => void told.push(why);
  const logs = await openTaskLogs({ bus, machine: 'one', folder: 'one', pace: quickPace, recover, onWait, signal });
  await using writer = createJournal(scratch(), suiteTask, await logs.create(suiteTask, nowhere, signal));
  writer.append(openEntry);
  writer.append(refusalAt(1, 'x'.repeat(900_000)));
  const flushed = writer.flush();
  await expect.poll(() => told).toEqual(['full']);
  await bus.manager.streams.update(bus.names.stream('object'), { max_bytes: 16 * 1024 * 1024 });
  await flushed;
  expect(told).toEqual(['full', undefined]);
  expect(writer.waitedMs?.()).toBeGreaterThan(0);
  expect(await logOf(bus, suiteTask)).toContain('x'.repeat(900_000));
});

test('a batch of the host before that arrives while its successor reads belongs to the copy', async () => {
  const { server, bus } = await busServer();
  const { writer, own, logs, path } = await fallenSilent(server);
  await logs.close();
  const second = await openTaskLogs({ bus, machine: 'two', folder: 'one', pace: quickPace, recover, signal });
  const complete = await second.take(suiteTask, nowhere, signal);
  writer.append(refusalAt(1, 'late'));
  const data = scratch();
  let isLate = false;
  const { writer: next } = await completeJournal(data, suiteTask, (file) =>
    complete({
      ...file,
      get size() {
        if (!isLate) void writer.flush(); // when the reader reaches the end, this is in the log
        isLate = true;
        return file.size;
      },
    }),
  );
  await next.close();
  expect(readFileSync(journalPath(data, suiteTask), 'utf8')).toBe(await logOf(bus, suiteTask));
  expect(await logOf(bus, suiteTask)).toBe(readFileSync(path, 'utf8'));
  await writer.close();
  await own.close();
});

test('leaving ends every wait for a bus that is away, and what is in the file is in the log', async () => {
  const { server, bus } = await busServer();
  const { writer, path } = await hostOn(bus);
  writer.append(openEntry);
  await writer.flush();
  await server.kill();
  writer.append(refusalAt(1, 'never taken'));
  const flushed = writer.flush();
  writer.leave(50);
  await expect(flushed).rejects.toMatchObject({ code: 'stopped' });
  await writer.close();
  await server.start();
  await using again = await openBus(busAddress(server.url));
  expect(await logOf(again, suiteTask)).toBe(readFileSync(path, 'utf8'));
});

test('what a bus that was restored from an older state has lost is appended again', async () => {
  const { server, bus } = await busServer();
  const { writer, path } = await hostOn(bus);
  await using _ = writer;
  const flush = async (seq: number) => {
    writer.append(seq === 0 ? openEntry : refusalAt(seq, `entry ${seq}`));
    await writer.flush();
  };
  await flush(0);
  const first = reconnected(bus);
  await server.kill();
  const kept = scratch();
  cpSync(server.store, kept, { recursive: true });
  await server.start();
  await first;
  await flush(1);
  await flush(2);
  const second = reconnected(bus);
  await server.kill();
  rmSync(server.store, { recursive: true });
  cpSync(kept, server.store, { recursive: true });
  await server.start();
  await second;
  await flush(3);
  const text = await logOf(bus, suiteTask);
  expect(text).toBe(readFileSync(path, 'utf8'));
  expect(text).toContain('entry 1');
});

test.each([
  ['its end', 2, false],
  ['all of it', 0, false],
  ['its end, which another machine had begun', 2, true],
] as const)('a host that takes a log of which the bus has lost %s appends it again', async (_, kept, isForeign) => {
  const { bus } = await busServer();
  const { writer, logs, data, path } = await hostOn(bus, isForeign ? 'another' : 'one');
  for (const seq of [0, 1, 2]) {
    writer.append(seq === 0 ? openEntry : refusalAt(seq, `entry ${seq}`));
    await writer.flush();
  }
  await writer.close();
  await logs.close();
  const stream = bus.names.stream('log');
  const stored = await Promise.all([1, 2].map((seq) => bus.manager.streams.getMessage(stream, { seq })));
  await bus.manager.streams.delete(stream);
  await makeStreams(bus);
  for (const each of stored.slice(0, kept)) {
    const told = headers();
    for (const name of ['Nats-Msg-Id', 'Artoo-Folder']) told.set(name, each?.header.get(name) ?? '');
    await bus.stream.publish(bus.names.log(suiteTask), each?.data, { headers: told });
  }
  const taking = takenBy(bus, { data });
  if (isForeign) return expect(taking).rejects.toMatchObject({ code: 'task_elsewhere' });
  const { reopened } = await taking;
  await using next = reopened.writer;
  expect(await logOf(bus, suiteTask)).toBe(readFileSync(path, 'utf8'));
  expect([0, 2, 3].map((seq) => next.hasReceiptsOf(seq))).toEqual([true, true, true]);
});

test('where log and copy differ, nothing is appended, and a message says so', async () => {
  const { server, bus } = await busServer();
  const { writer, own, logs, data } = await fallenSilent(server);
  await writer.close();
  await logs.close();
  await own.close();
  await bus.manager.streams.purge(bus.names.stream('log'));
  await bus.stream.publish(bus.names.log(suiteTask), `${JSON.stringify(refusalAt(0, 'of another time'))}\n`, { msgID: 'x-0' });
  await expect(takenBy(bus, { data })).rejects.toMatchObject({ code: 'log_rolled_back' });
});

test('a host that falls silent loses its task once it has been silent for long enough', async () => {
  const { server, bus } = await busServer();
  const { writer, own, path } = await fallenSilent(server);
  await own.close(); // the host no longer renews its register
  const began = performance.now();
  const { data, reopened } = await takenBy(bus);
  expect(performance.now() - began).toBeGreaterThan(quickPace.deadMs - quickPace.beatMs);
  await reopened.writer.close();
  expect(readFileSync(journalPath(data, suiteTask), 'utf8')).toBe(readFileSync(path, 'utf8'));
  await writer.close();
});

test.each([
  ['for a silent host to count as dead', () => {}],
  ['for a server that does not answer', (server: NatsServer) => server.freeze()],
])('a host that is stopped while it waits %s says so at once', async (_, waitFor) => {
  const { server, bus } = await busServer();
  const { own } = await fallenSilent(server);
  await own.close();
  const stop = new AbortController();
  const pace = { beatMs: 200, deadMs: 60_000 };
  const logs = await openTaskLogs({ bus, machine: 'machine two', folder: 'one', pace, recover, signal });
  const taking = logs.take(suiteTask, nowhere, stop.signal);
  await expect.poll(async () => (await bus.manager.streams.info(bus.names.stream('place'))).state.num_subjects).toBeGreaterThan(1);
  waitFor(server);
  const began = performance.now();
  stop.abort(new ArtooError('stopped', 'artoo was closed'));
  await expect(taking).rejects.toMatchObject({ code: 'stopped' });
  expect(performance.now() - began).toBeLessThan(1_000);
  server.thaw();
});
