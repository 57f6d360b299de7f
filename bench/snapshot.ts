/** What a snapshot of 10,000 files costs the host, the first time and when little has changed, and what it costs a worker to restore it. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBus } from '../src/cluster/bus.ts';
import { openObjects } from '../src/cluster/objects/objects.ts';
import { createCheckout } from '../src/cluster/snapshots/checkout.ts';
import { createSnapshots } from '../src/cluster/snapshots/take-snapshot.ts';
import { createTrees } from '../src/cluster/snapshots/trees.ts';
import { makeStreams } from '../src/cluster/streams.ts';
import { busAddress } from '../src/laws/network/bus-address.ts';
import { createReadingGate } from '../src/tools/files/reading-gate.ts';
import { seconds, worked } from './measure.ts';
import { startBenchServer } from './nats-server.ts';
import { report } from './report.ts';

const files = 10_000;
const folder = mkdtempSync(join(tmpdir(), 'artoo-bench-'));
const [real, restored] = [join(folder, 'real'), join(folder, 'restored')];
for (let at = 0; at < files; at += 1) {
  const inner = join(real, `package-${at % 100}`, `part-${at % 1_000}`);
  if (at < 1_000) mkdirSync(inner, { recursive: true });
  writeFileSync(join(inner, `file-${at}.ts`), `${at}\n`.repeat(200 + (at % 800)));
}

await using server = await startBenchServer();
await using bus = await openBus(busAddress(server.url));
await makeStreams(bus);
const { signal } = new AbortController();
const snapshots = createSnapshots(openObjects(bus));
const gate = createReadingGate({ home: join(folder, 'home'), data: join(folder, 'data'), homes: [] });
const take = async () => {
  const taken = await snapshots.take({ roots: [real], gate: gate.for({ cwd: real }), signal });
  if ('why' in taken) throw new Error(taken.why);
  return taken.roots[0];
};
const measured = async (name: string, work: () => Promise<unknown>) => {
  let took = 0;
  const processor = await worked(async () => {
    took = await seconds(work);
  });
  report({
    name,
    figure: took * 1000,
    unit: 'ms',
    against: `of which ${(processor * 1000).toFixed(0)} ms of processor time in this process`,
  });
};

await measured(`snapshot of ${files} files, the first time`, take);
await take(); // files as young as this are read twice
await measured(`snapshot of ${files} files, nothing has changed`, take);
writeFileSync(join(real, 'package-1/part-1/file-1.ts'), 'changed');
await measured(`snapshot of ${files} files, one has changed`, take);

const objects = openObjects(bus);
const checkout = createCheckout(restored, { objects, trees: createTrees(objects) });
const fill = async () => {
  const root = await take();
  if (root) await checkout.fill(root, signal);
};
await measured(`${files} files restored at a worker, the first time`, fill);
writeFileSync(join(real, 'package-1/part-1/file-1.ts'), 'changed again');
await measured(`${files} files restored at a worker, one has changed`, fill);
rmSync(folder, { recursive: true, force: true });
