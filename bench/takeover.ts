/**
 * How long a task stands still when its host dies, until another host with a data folder of its own continues it: with the default times of hosts.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBus } from '../src/cluster/bus.ts';
import { shareFolder } from '../src/cluster/owners/shared-folder.ts';
import { makeStreams } from '../src/cluster/streams.ts';
import { busAddress } from '../src/laws/network/bus-address.ts';
import { placeChapters, startBells } from '../test/cluster/chaos/task.ts';
import { median, seconds } from './measure.ts';
import { startBenchServer } from './nats-server.ts';
import { report } from './report.ts';

const rounds = 3;
/** The entry at which the host dies: all eight sub-tasks are under way. */
const diesAt = 50;
const program = new URL('../test/support/children/runs-chaos-host.ts', import.meta.url);

/** Resolves once a host reports that entry or a later one. */
async function toldBy(host: ChildProcess, from: number): Promise<void> {
  for (;;) {
    const [{ seq = -1 }] = await once(host, 'message');
    if (seq >= from) return;
  }
}

/** Seconds from the death of a host to the first entry of its successor. */
async function takeover(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'artoo-bench-'));
  await using server = await startBenchServer();
  await using bus = await openBus(busAddress(server.url));
  await makeStreams(bus);
  using bells = await startBells();
  const cwd = join(folder, 'work');
  placeChapters(cwd);
  shareFolder(cwd);
  const start = (name: string, begins: string) =>
    fork(program, [server.url, join(folder, name), cwd, bells.url, begins, 'usual'], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const [first, second] = [start('one', 'begins'), start('two', '')];
  try {
    await toldBy(first, diesAt);
    first.kill('SIGKILL');
    return await seconds(() => toldBy(second, diesAt));
  } finally {
    for (const host of [first, second]) host.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

const took: number[] = [];
for (let round = 0; round < rounds; round += 1) took.push(await takeover());
report({
  name: "from a host's death to the first entry of its successor",
  figure: median(took),
  unit: 's',
  against: 'of which it counts as alive for 15 s after its last heartbeat',
});
