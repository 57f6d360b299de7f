/** What it costs a machine that joins late to fetch a whole memory of 100,000 Megrams, and what one message costs in the stream. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBus } from '../src/cluster/bus.ts';
import { openBusKeeper } from '../src/cluster/memory/bus-keeper.ts';
import { encodeNews, subjectOf } from '../src/cluster/memory/message.ts';
import { makeStreams, streamInfo } from '../src/cluster/streams.ts';
import { busAddress } from '../src/laws/network/bus-address.ts';
import { quantize } from '../src/memory/fading/quantize.ts';
import { openLocalKeeper } from '../src/memory/local-keeper.ts';
import { seconds, whole, worked } from './measure.ts';
import { startBenchServer } from './nats-server.ts';
import { report } from './report.ts';

const memories = 100_000;
const atOnce = 500;
const folder = mkdtempSync(join(tmpdir(), 'artoo-bench-'));
await using server = await startBenchServer();
await using bus = await openBus(busAddress(server.url));
await makeStreams(bus);

const start = Date.now() - memories;
const megramAt = (at: number) => ({
  id: `task${String(at).padStart(6, '0')}-m01`,
  level: 'M' as const,
  created_at: new Date(start + at).toISOString(),
  space: `intent:kind_${at % 500}`,
  entity: `tool:shell:program_${at % 7}`,
  content: `What task ${at} taught: the list was made with one command and had all of its sizes; it came back at once.`,
  state: 'accept' as const,
  ...quantize('accept'),
});
for (let from = 0; from < memories; from += atOnce)
  await Promise.all(
    Array.from({ length: atOnce }, (_, at) => {
      const megram = megramAt(from + at);
      const news = { kind: 'written', said: { id: megram.id, megram } } as const;
      return bus.stream.publish(subjectOf(bus.names, news), encodeNews(news), { expect: { lastSubjectSequence: 0 } });
    }),
  );

const options = { clock: () => new Date(), onNotice: (text: string) => console.error(text) };
const local = await openLocalKeeper(join(folder, 'local'), options);
if (local === 'locked') throw new Error('locked');
const written = await worked(async () => {
  for (let from = 0; from < memories; from += atOnce)
    await local.write({ megrams: Array.from({ length: atOnce }, (_, at) => megramAt(from + at)) });
});
await local.close();

const keeper = openBusKeeper({ folder: join(folder, 'replica'), bus, ...options });
let took = 0;
const processor = await worked(async () => {
  took = await seconds(async () => {
    if (!(await keeper.sync({ ms: 55_000 })).reached) throw new Error('it was not reached in time');
  });
});
const { kept } = await keeper.exportFrom({ after: null, limit: 1 });
if (kept.length !== 1) throw new Error('nothing arrived');
await keeper.close();
const stream = await streamInfo(bus, 'memory');

report({
  name: `a machine that comes late has ${whole(memories)} memories`,
  figure: took,
  unit: 's',
  against: `${processor.toFixed(1)} s of its processor time, ${(processor / written).toFixed(1)} times that of writing them to a memory of its own`,
});
report({
  name: 'one memory in the stream',
  figure: (stream?.state.bytes ?? 0) / memories,
  unit: 'bytes',
  against: `${whole((processor * 1e6) / memories)} µs of processor time for each machine that folds it`,
});
rmSync(folder, { recursive: true, force: true });
