/**
 * One task whose commands run on three workers, while a seed kills, freezes, cuts off, slows and shifts them, kills the server, and delivers messages twice and
 * in another order. Whatever happens, the task ends once, with the verdict and the files of a run without faults, and its journal replays.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, connect as dial, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { headers, type NatsConnection } from '@nats-io/transport-node';
import { expect, onTestFinished, test } from 'vitest';
import { openDemo } from '../../src/app/demo/demo.ts';
import { makePlace } from '../../src/app/demo/demo-place.ts';
import { clusterScenario } from '../../src/app/demo/scenarios.ts';
import { openBus } from '../../src/cluster/bus.ts';
import { makeStreams } from '../../src/cluster/streams.ts';
import { createHostWorkers } from '../../src/cluster/workers/host-workers.ts';
import type { Entry } from '../../src/journal/entry.ts';
import { readJournal } from '../../src/journal/reader.ts';
import { tapeOf } from '../../src/journal/tape.ts';
import { busAddress } from '../../src/laws/network/bus-address.ts';
import { stagingIn } from '../../src/tools/containment/staging.ts';
import { type NatsServer, startNats } from '../support/nats.ts';
import { isProof } from '../support/sample.ts';
import { scratch } from '../support/scratch.ts';

const child = fileURLToPath(new URL('../../src/app/demo/cluster/demo-worker.ts', import.meta.url));
const shiftClock = fileURLToPath(new URL('../support/shift-clock.mjs', import.meta.url));

/** Numbers in [0, 1) that follow from a seed. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A way to the server that can be cut and slowed. */
async function wayTo(port: number) {
  const sockets = new Set<Socket>();
  const state = { isCut: false, slowMs: 0 };
  const passing = (from: Socket, to: Socket) =>
    from.on('data', (data) => {
      if (state.isCut) return;
      if (state.slowMs === 0) to.write(data);
      else setTimeout(() => to.write(data), state.slowMs);
    });
  const server = createServer((near) => {
    const far = dial(port, '127.0.0.1');
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.once('close', () => {
        near.destroy();
        far.destroy();
      });
    }
    passing(near, far);
    passing(far, near);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { state, url: `nats://127.0.0.1:${address.port}` };
}

async function startWorker(url: string, name: string, skewMs: number) {
  const env = { ...process.env, ...(skewMs !== 0 && { SHIFT_MS: String(skewMs) }) };
  const execArgv = skewMs === 0 ? [] : ['--import', shiftClock];
  const running = fork(child, [url, name, join(scratch(), 'data')], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv, env });
  onTestFinished(() => ended(running));
  await once(running, 'message');
  return running;
}

async function ended(running: ChildProcess): Promise<void> {
  if (running.exitCode !== null || running.signalCode !== null) return;
  running.kill('SIGKILL');
  await once(running, 'exit');
}

/** Sends copies of what hosts and workers say to each other, later and in another order. */
function echo(connection: NatsConnection, random: () => number): void {
  for (const subject of ['artoo.default.work.*', 'artoo.default.done.*'])
    connection.subscribe(subject, {
      callback: (error, message) => {
        if (error || message.headers?.has('Echo')) return;
        const told = headers();
        told.set('Echo', '1');
        const data = message.data.slice();
        for (let copies = Math.floor(random() * 3); copies > 0; copies -= 1)
          setTimeout(() => {
            if (!connection.isClosed()) connection.publish(message.subject, data, { headers: told });
          }, random() * 1_500);
      },
    });
}

const faults = ['kill', 'freeze', 'cut', 'slow', 'server'] as const;
type Parts = {
  readonly server: NatsServer;
  readonly workers: readonly ChildProcess[];
  readonly ways: readonly Awaited<ReturnType<typeof wayTo>>[];
};

/** Something goes wrong at a moment of the task, and is well again later, unless it is dead. */
async function goWrong({ server, workers, ways }: Parts, random: () => number): Promise<string> {
  await delay(random() * 900); // real time is the subject: the fault falls anywhere in the task
  const fault = faults[Math.floor(random() * faults.length)] ?? 'kill';
  const at = Math.floor(random() * workers.length);
  const [worker, way] = [workers[at], ways[at]];
  const lasting = 300 + random() * 2_000;
  if (!worker || !way) throw new Error('no worker');
  if (fault === 'kill') await ended(worker);
  if (fault === 'freeze') {
    worker.kill('SIGSTOP');
    await delay(lasting);
    worker.kill('SIGCONT');
  }
  if (fault === 'cut') {
    way.state.isCut = true;
    await delay(lasting);
    way.state.isCut = false;
  }
  if (fault === 'slow') {
    way.state.slowMs = random() * 300;
    await delay(lasting);
    way.state.slowMs = 0;
  }
  if (fault === 'server') {
    await server.kill();
    await delay(random() * 800);
    await server.start();
  }
  return `${fault} ${at}`;
}

async function runWithFaults(seed: number): Promise<void> {
  const random = randomFrom(seed);
  const server = await startNats();
  const bus = await openBus(busAddress(server.url));
  onTestFinished(() => bus.close());
  await makeStreams(bus);
  const gremlin = await openBus(busAddress(server.url));
  onTestFinished(() => gremlin.close());
  echo(gremlin.connection, random);
  const ways = await Promise.all([1, 2, 3].map(() => wayTo(server.port)));
  const skews = ways.map(() => (random() < 0.3 ? Math.round((random() - 0.5) * 7_200_000) : 0));
  const workers = await Promise.all(ways.map(({ url }, at) => startWorker(url, `w${at}`, skews[at] ?? 0)));
  await using host = createHostWorkers({ bus, silentMs: 1_000, newFolder: async () => (await stagingIn('/var/tmp')).newFolder() });
  const files = { ...clusterScenario.files, 'count.sh': (clusterScenario.files['count.sh'] ?? '').replace('sleep 1', 'sleep 0.4') };
  await using place = await makePlace(files);
  await using demo = await openDemo(clusterScenario, place, { workers: host });
  const { task, journal } = demo.start();
  const wrong = Promise.all(Array.from({ length: 1 + Math.floor(random() * 3) }, () => goWrong({ server, workers, ways }, random)));
  const [result, happened] = await Promise.all([task.result, wrong]);
  expect([seed, happened, result.directive, result.reason]).toEqual([seed, happened, 'accept', 'met']);
  const { entries } = await readJournal(journal);
  expectWhole(entries, place.cwd, files);
  const { size, result: again } = await demo.host.replay(tapeOf(entries));
  expect([size, again?.directive]).toEqual([entries.length, 'accept']);
}

function expectWhole(entries: readonly Entry[], cwd: string, files: Readonly<Record<string, string>>): void {
  expect(entries.filter((entry) => entry.kind === 'message' && entry.type === 'FinalResult')).toHaveLength(1);
  const numbers = entries.flatMap((entry) => (entry.kind === 'claim' ? [entry.number] : []));
  expect(numbers).toEqual(numbers.map((_, at) => at + 1));
  const keys = entries.flatMap((entry) => (entry.kind === 'outcome' ? [entry.key] : []));
  expect(new Set(keys).size).toBe(keys.length);
  for (const [name, text] of Object.entries(files).filter(([file]) => file.startsWith('chapters/')))
    expect(readFileSync(join(cwd, name.replace('chapters/', 'counts/')), 'utf8').trim()).toBe(String(text.trim().split(/\s+/).length));
}

const seeds = Array.from({ length: isProof ? 70 : 1 }, (_, at) => at + 1);

test.each(seeds)('a task ends as without faults, whatever happens to its workers: seed %i', runWithFaults, 90_000);
