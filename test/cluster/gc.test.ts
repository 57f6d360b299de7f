/** Housekeeping on a bus: what it removes, what it leaves alone, and what a host with an older copy then does. */
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { gc } from '../../src/cli/machine/gc.ts';
import { planRemoval } from '../../src/cluster/housekeeping/plan-removal.ts';
import { removeContents, removeLog, removeRegisters } from '../../src/cluster/housekeeping/remove.ts';
import { readRegisters } from '../../src/cluster/housekeeping/settled-registers.ts';
import { readLogs } from '../../src/cluster/log/read-logs.ts';
import { openObjects } from '../../src/cluster/objects/objects.ts';
import type { TaskId } from '../../src/contracts/ids.ts';
import { shortId } from '../../src/contracts/text/short-ids.ts';
import { journalPath } from '../../src/journal/files.ts';
import { type BusHost, busHost, busServer, copyOf, logOf } from '../support/bus-place.ts';
import { harvestGoal } from '../support/harvest.ts';
import { runHere } from '../support/in-process.ts';
import { scratch } from '../support/scratch.ts';

const { signal } = new AbortController();

test('removes only the logs of ended tasks, after it has said so, and no host brings them back', async () => {
  const { server, bus } = await busServer();
  const host = busHost(server);
  const first = await host.open();
  const { task_id } = await first.run(harvestGoal, { cwd: host.cwd }).result;
  const stopped = await host.open({ onEntry: ({ seq, kind }) => void (seq === 30 && kind !== 'open' && stopped.close()) });
  await expect(stopped.run(harvestGoal, { cwd: host.cwd, task_id: 'stopped' }).result).rejects.toMatchObject({ code: 'stopped' });
  await first.close();
  const left = await logOf(bus, 'stopped');
  const cwd = scratch();
  const args = ['--bus', server.url, '--remove-after', '0d', '--data', host.data];
  const at = { cwd, env: { HOME: cwd } };
  const shown = await runHere(gc, args, at);
  expect(shown.out).toContain(shortId(task_id));
  expect(await logOf(bus, task_id)).toBe(copyOf(host, task_id));
  expect(await runHere(gc, [...args, '--yes'], at)).toMatchObject({ code: 0 });
  expect([await logOf(bus, task_id), await logOf(bus, 'stopped')]).toEqual(['', left]);

  await expect((await host.open({ data: olderCopy(host, task_id) })).resume(task_id).result).rejects.toMatchObject({ code: 'task_over' });
  expect(await logOf(bus, task_id)).toBe('');
  const again = await host.open();
  expect(await again.resume('stopped').result).toMatchObject({ directive: 'accept' });
});

/** The data folder of a host that died before the end, with what it had of the log. */
function olderCopy(host: BusHost, task_id: TaskId): string {
  const data = join(scratch(), 'data');
  const path = journalPath(data, task_id);
  mkdirSync(dirname(path), { recursive: true });
  cpSync(join(host.data, 'folder-id'), join(data, 'folder-id'));
  const lines = copyOf(host, task_id).split(/(?<=\n)/);
  writeFileSync(path, lines.slice(0, 40).join(''));
  return data;
}

test('removes the registers that nothing needs any more, and no host begins an ended task again', async () => {
  const { server, bus } = await busServer();
  const host = busHost(server);
  const first = await host.open();
  const [{ task_id: removed }, { task_id: kept }] = [
    await first.run(harvestGoal, { cwd: host.cwd }).result,
    await first.run(harvestGoal, { cwd: host.cwd }).result,
  ];
  const stopped = await host.open({ onEntry: ({ seq, kind }) => void (seq === 30 && kind !== 'open' && stopped.close()) });
  await expect(stopped.run(harvestGoal, { cwd: host.cwd, task_id: 'stopped' }).result).rejects.toMatchObject({ code: 'stopped' });
  await first.close();
  const logs = readLogs(bus, { signal });
  const all = { removeAfter: Number.POSITIVE_INFINITY, signal };
  const { logs: old } = await planRemoval(bus, logs, { ...all, removeAfter: 0 });
  for (const log of old.filter(({ task_id }) => task_id === removed)) expect(await removeLog(bus, log, signal)).toBe(true);

  expect((await planRemoval(bus, logs, all)).registers).toEqual([]);
  const { registers } = await planRemoval(bus, logs, { ...all, settledMs: -60_000 });
  expect(registers.map(({ name }) => name.split('.')[0]).toSorted()).toEqual(['host', 'host', 'task', 'task', 'task']);
  await removeRegisters(bus, registers, signal);
  expect((await readRegisters(bus, signal)).map(({ name }) => name)).not.toContainEqual(expect.stringMatching(/^(?:task|host)\./));

  for (const task_id of [removed, kept])
    await expect((await host.open({ data: olderCopy(host, task_id) })).resume(task_id).result).rejects.toMatchObject({ code: 'task_over' });
  expect([await logOf(bus, removed), await logOf(bus, kept)]).toEqual(['', copyOf(host, kept)]);
  expect(await (await host.open()).resume('stopped').result).toMatchObject({ directive: 'accept' });
});

test('removes contents that no log refers to, once they are old enough and no worker is connected', async () => {
  const { bus } = await busServer();
  const objects = openObjects(bus);
  const [used, unused] = [Buffer.alloc(600_000, 'a'), Buffer.alloc(600_000, 'b')];
  const [hash, gone] = [await objects.put(used, signal), await objects.put(unused, signal)];
  const { headers } = await import('@nats-io/transport-node');
  const told = headers();
  told.set('Artoo-Object', `${hash} ${used.length}`);
  await bus.stream.publish(bus.names.log('a-task' as TaskId), '', { headers: told });
  const plan = (youngMs?: number) =>
    planRemoval(bus, readLogs(bus, { signal }), {
      removeAfter: Number.POSITIVE_INFINITY,
      signal,
      ...(youngMs !== undefined && { youngMs }),
    });
  expect((await plan()).contents).toEqual([]);
  const old = await plan(-60_000);
  expect(old.contents).toEqual([{ hash: gone, bytes: 600_000, messages: [expect.any(Number), expect.any(Number), expect.any(Number)] }]);
  await bus.stream.publish(bus.names.place('worker.w1'), '{}');
  expect(await plan(-60_000)).toMatchObject({ contents: [], hasWorkers: true });
  await removeContents(bus, old.contents, signal);
  const reader = openObjects(bus);
  expect([await reader.has(hash), await reader.has(gone)]).toEqual([true, false]);
});
