import { expect, onTestFinished, test } from 'vitest';
import { startNats } from '../../../test/support/nats.ts';
import { isProof } from '../../../test/support/sample.ts';
import { scratch } from '../../../test/support/scratch.ts';
import { taskMemorySuite } from '../../../test/support/task-memory-suite.ts';
import { openBus } from '../../cluster/bus.ts';
import { makeStreams } from '../../cluster/streams.ts';
import { busAddress } from '../../laws/network/bus-address.ts';
import { replicaFolder } from './bus-memory.ts';
import { openMemoryForTasks } from './memory-for-tasks.ts';

async function onNewBus() {
  const address = busAddress((await startNats()).url);
  const bus = await openBus(address);
  await makeStreams(bus);
  await bus.close();
  const memory = openMemoryForTasks({ data: scratch(), address, clock: () => new Date(), maxWriteMs: 30_000, onNotice: () => {} });
  onTestFinished(() => memory.close());
  return memory;
}

if (isProof) taskMemorySuite({ name: 'the one of a bus', open: onNewBus, keeps: true });

test('a bus that cannot be reached is not a reason to fail: the task is told why there is no memory', async () => {
  const address = busAddress('nats://127.0.0.1:9');
  const notices: string[] = [];
  const memory = openMemoryForTasks({ data: scratch(), address, clock: () => new Date(), onNotice: (text) => notices.push(text) });
  expect((await memory.recall({ tags: [] })).missing).toMatch(/cannot be reached/);
  expect(notices).toHaveLength(1);
  await memory.close();
});

test('each realm of each server has its own replica', () => {
  const folders = ['nats://a/x', 'nats://a/y', 'nats://b/x', 'nats://a:1/x', 'nats://[::1]/x'].map((url) =>
    replicaFolder('/data', busAddress(url)),
  );
  expect(new Set(folders).size).toBe(5);
  expect(folders.every((folder) => /^\/data\/bus\/[\w@.-]+\/memory$/.test(folder))).toBe(true);
});
