/** Tasks whose log is on a bus: what the bus has, what the file has, and what happens when the bus is unreachable, full or a different one. */
import { expect, test } from 'vitest';
import { replayTask } from '../../src/app/replay.ts';
import type { Entry } from '../../src/journal/entry.ts';
import { busHost, busServer, copyOf, logOf } from '../support/bus-place.ts';
import { filesIn, harvest, harvestGoal } from '../support/harvest.ts';
import { isProof } from '../support/sample.ts';

const met = { directive: 'accept', reason: 'met' };
const entriesOf = (text: string): readonly Entry[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

/** Calls the function once, at that entry. */
const at = (seq: number, act: () => void) => (entry: Entry) => {
  if (entry.seq === seq) act();
};

test('a task on a bus ends as any other, its log on the bus is its journal to the byte, and it replays without the bus', async () => {
  const { server, bus } = await busServer();
  const host = busHost(server);
  await using artoo = await host.open();
  const task = artoo.run(harvestGoal, { cwd: host.cwd });
  expect(await task.result).toMatchObject(met);
  expect(filesIn(host.cwd)).toEqual(harvest);
  const text = await logOf(bus, task.id);
  expect(text).toBe(copyOf(host, task.id));
  expect(entriesOf(text).at(-1)).toMatchObject({ type: 'FinalResult' });
  expect(await replayTask({ task_id: task.id, path: task.journal })).toMatchObject({ differences: [] });
});

test.runIf(isProof)('a server that is killed in the middle of a task and started again changes nothing but the time', async () => {
  const { server, bus } = await busServer();
  const host = busHost(server);
  let restarted: Promise<void> | undefined;
  const restart = () => {
    restarted = server.kill().then(() => server.start());
  };
  await using artoo = await host.open({ onEntry: at(25, restart) });
  const task = artoo.run(harvestGoal, { cwd: host.cwd });
  expect(await task.result).toMatchObject(met);
  await restarted;
  expect(filesIn(host.cwd)).toEqual(harvest);
  expect(await logOf(bus, task.id)).toBe(copyOf(host, task.id));
});

test('a full bus pauses the task until there is room: the person is told once, and the time does not count', async () => {
  const { server, bus } = await busServer({ log: 40 * 1024 });
  const host = busHost(server);
  await using artoo = await host.open();
  const task = artoo.run(harvestGoal, { cwd: host.cwd });
  await expect.poll(() => host.notices, { timeout: 10_000 }).toEqual([expect.stringContaining('is full')]);
  await bus.manager.streams.update(bus.names.stream('log'), { max_bytes: 16 * 1024 * 1024 });
  expect(await task.result).toMatchObject(met);
  expect(host.notices).toEqual([expect.stringContaining('is full'), expect.stringContaining('accepts entries again')]);
  const pauses = entriesOf(copyOf(host, task.id)).filter((entry) => entry.kind === 'pause');
  expect(pauses).toEqual([expect.objectContaining({ waited: 'bus' })]);
});

test('a task that is stopped while the bus is full has lost nothing, and continues once there is room', async () => {
  const { server, bus } = await busServer({ log: 40 * 1024 });
  const host = busHost(server);
  const first = await host.open();
  const task = first.run(harvestGoal, { cwd: host.cwd });
  await expect.poll(() => host.notices).toEqual([expect.stringContaining('is full')]);
  await Promise.all([first.close(), expect(task.result).rejects.toMatchObject({ code: 'stopped' })]);
  expect(copyOf(host, task.id)).toBe(await logOf(bus, task.id));
  await bus.manager.streams.update(bus.names.stream('log'), { max_bytes: 16 * 1024 * 1024 });
  await using again = await host.open();
  expect(await again.resume(task.id).result).toMatchObject(met);
  expect(filesIn(host.cwd)).toEqual(harvest);
  expect(await logOf(bus, task.id)).toBe(copyOf(host, task.id));
});

test('without its bus a task is not resumed, and with its bus it continues from where it was', async () => {
  const { server, bus } = await busServer();
  const host = busHost(server);
  const first = await host.open({ onEntry: at(30, () => void first.close()) });
  const task = first.run(harvestGoal, { cwd: host.cwd });
  await expect(task.result).rejects.toMatchObject({ code: 'stopped' });
  await first.close();
  const without = await host.open({ url: null });
  await expect(without.resume(task.id).result).rejects.toMatchObject({ code: 'bus_needed', message: expect.stringContaining(server.url) });
  const other = await host.open({ url: `${server.url}/other` });
  await expect(other.resume(task.id).result).rejects.toMatchObject({ code: 'bus_unfit' });
  await using again = await host.open();
  expect(await again.resume(task.id).result).toMatchObject(met);
  expect(filesIn(host.cwd)).toEqual(harvest);
  expect(await logOf(bus, task.id)).toBe(copyOf(host, task.id));
});

test('a fork of a task on a bus is a task on the bus, with a log of its own', async () => {
  const { server, bus } = await busServer();
  const host = busHost(server);
  await using artoo = await host.open();
  const task = artoo.run(harvestGoal, { cwd: host.cwd });
  await task.result;
  const fork = await artoo.fork(task.id, { at: 10 });
  await fork.result;
  expect(await logOf(bus, fork.id)).toBe(copyOf(host, fork.id));
});

test.runIf(isProof)('a task that is stopped while the bus is away does not wait for it', async () => {
  const { server } = await busServer();
  const host = busHost(server);
  let closed: Promise<void> | undefined;
  const stop = () => {
    closed = server.kill().then(() => artoo.close());
  };
  const artoo = await host.open({ onEntry: at(20, stop) });
  const task = artoo.run(harvestGoal, { cwd: host.cwd });
  await expect(task.result).rejects.toMatchObject({ code: 'stopped' });
  await server.start(); // memory waits longer
  await closed;
});
