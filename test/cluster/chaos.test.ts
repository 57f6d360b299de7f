/** Tasks on a bus while hosts and the server fail, at places that a seed picks: each ends once, as without faults, and nothing is done twice. */
import { hash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { replayTask } from '../../src/app/replay.ts';
import type { Artoo } from '../../src/app/tasks.ts';
import { ArtooError } from '../../src/contracts/errors.ts';
import type { TaskId } from '../../src/contracts/ids.ts';
import { journalPath } from '../../src/journal/files.ts';
import { type BusHost, busHost, busServer, copyOf, logOf } from '../support/bus-place.ts';
import { filesIn, harvest, harvestGoal } from '../support/harvest.ts';
import type { NatsServer } from '../support/nats.ts';
import { isProof } from '../support/sample.ts';

/** What can fail. All but `host stopped` are over by themselves; that one is opened again, and resumes the task. */
const kinds = ['server killed', 'server frozen', 'host stopped', 'host and server'] as const;
type Fault = { readonly kind: (typeof kinds)[number]; readonly seq: number };

/** As many entries as every run of the harvest has at least. */
const places = 60;
const taskId = 'chaos' as TaskId;

/** One to three faults, in the order of their entries; the same for the same seed. */
function faultsOf(seed: number): readonly Fault[] {
  const bytes = hash('sha256', `seed ${seed}`, 'buffer');
  const count = 1 + (bytes.readUInt8(0) % 3);
  const faults = Array.from({ length: count }, (_, at): Fault => {
    const kind = kinds[(at === 0 ? seed : bytes.readUInt8(1 + at)) % kinds.length] ?? 'host stopped';
    return { kind, seq: 1 + (bytes.readUInt8(8 + at) % places) };
  });
  return faults.toSorted((a, b) => a.seq - b.seq);
}

/** Each fault happens once, at its entry or the first later one that is new. */
function faulty(server: NatsServer, faults: readonly Fault[]) {
  const left = [...faults];
  const under: Promise<unknown>[] = [];
  const restart = () => server.kill().then(() => server.start());
  const freeze = async () => {
    server.freeze();
    await delay(300); // real time is the subject: the server does not answer
    server.thaw();
  };
  return {
    see(seq: number, stop: () => Promise<void>): void {
      const next = left[0];
      if (!next || seq < next.seq || under.length > 0) return;
      left.shift();
      const acts = { 'server killed': [restart], 'server frozen': [freeze], 'host stopped': [stop], 'host and server': [stop, restart] };
      under.push(...acts[next.kind].map((act) => act()));
    },
    async settled(): Promise<void> {
      await Promise.all(under.splice(0));
    },
  };
}

/** Runs the task, and opens another host for it whenever one was stopped; what it ended with. */
async function runToEnd(host: BusHost, faults: ReturnType<typeof faulty>) {
  for (let isNew = true; ; isNew = false) {
    const opened = Promise.withResolvers<Artoo>();
    const artoo = await host.open({ onEntry: ({ seq }) => faults.see(seq, async () => (await opened.promise).close()) });
    opened.resolve(artoo);
    try {
      return await (isNew ? artoo.run(harvestGoal, { cwd: host.cwd, task_id: taskId }) : artoo.resume(taskId)).result;
    } catch (error) {
      if (!(error instanceof ArtooError) || error.code !== 'stopped') throw error;
    } finally {
      await faults.settled();
      await artoo.close();
    }
  }
}

const seeds = Array.from({ length: isProof ? 200 : 2 }, (_, seed) => seed + 1);

test.each(seeds)('seed %i: the task ends once, as without faults', { timeout: 120_000 }, async (seed) => {
  const { server, bus } = await busServer();
  const host = busHost(server);
  const faults = faulty(server, faultsOf(seed));
  expect(await runToEnd(host, faults), JSON.stringify(faultsOf(seed))).toMatchObject({ directive: 'accept', reason: 'met' });
  expect(filesIn(host.cwd)).toEqual(harvest);
  const text = await logOf(bus, taskId);
  expect(text).toBe(copyOf(host, taskId));
  expect(text.split('"type":"FinalResult"')).toHaveLength(2);
  expect(await replayTask({ task_id: taskId, path: journalPath(host.data, taskId) })).toMatchObject({ differences: [] });
});
