/**
 * 1,000 scripted tasks, each with a command, whose models take 50 ms a step: in one process, and with the commands on 1, 2, 4 and 8 workers on this machine.
 * Processor time is that of the host, the workers and all commands; with workers on other machines, the host would not pay theirs.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { wire } from '../src/app/wiring/wire.ts';
import { openBus } from '../src/cluster/bus.ts';
import { makeStreams } from '../src/cluster/streams.ts';
import { createHostWorkers, type HostWorkers } from '../src/cluster/workers/host-workers.ts';
import { defaultSettings } from '../src/config/settings.ts';
import { there } from '../src/contracts/late.ts';
import { createCassette } from '../src/effects/cassette.ts';
import { busAddress } from '../src/laws/network/bus-address.ts';
import type { Model } from '../src/models/model.ts';
import { stagingIn } from '../src/tools/containment/staging.ts';
import { seconds } from './measure.ts';
import { startBenchServer } from './nats-server.ts';
import { report } from './report.ts';

const many = 1_000;
/** The time for each number of workers; on a slow machine, fewer tasks are done in it. */
const limitS = Number(process.env.ARTOO_BENCH_SECONDS ?? 90);
const atOnce = 32;
const modelMs = 50;

const criterion = { criterion: 'the answer says 3', mode: 'verifiable', weight: 1, check: { kind: 'output_contains', text: '3' } };
const scripted = createCassette([
  { role: 'R1', repeat: true, answer: { slug: 'count', intent: 'Count the words.' } },
  {
    role: 'R2',
    repeat: true,
    answer: { task_criteria: [criterion], subtasks: [{ intent: 'Count', success_criteria: [criterion], tools: ['shell'], sequence: 1 }] },
  },
  { key: '1.1.1/R3/1.0', repeat: true, calls: [{ tool: 'shell', input: { command: 'wc -w < note.md' } }] },
  { key: '1.1.1/R3/2.0', repeat: true, answer: 'It has 3 words.' },
  {
    role: 'R4a',
    repeat: true,
    answer: { verdicts: [0, 1].map((at) => ({ criterion: at, verdict: 'pass', failure_class: null, evidence: ['3'] })) },
  },
]);
const model: Model = {
  async step(request, origin, signal) {
    await delay(modelMs, undefined, { signal });
    return scripted.step(request, origin, signal);
  },
};

const folder = mkdtempSync('/var/tmp/artoo-bench-');
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const cwd = join(folder, 'home/project');
mkdirSync(cwd, { recursive: true });
writeFileSync(join(cwd, 'note.md'), 'three small words\n');

let runs = 0;
let elsewhere = 0;

type Rate = { readonly done: number; readonly took: number; readonly processor: number };

/** How many tasks were done in how many seconds, and the processor time of each in all processes. */
async function measured(workers: HostWorkers | undefined, processes: readonly ChildProcess[]): Promise<Rate> {
  runs += 1;
  const settings = defaultSettings({ data: join(folder, `data-${runs}`), workspace: cwd });
  const env = { PATH: process.env.PATH, HOME: join(folder, 'home') };
  await using host = wire({ settings, model, env, ...(workers && { workers: there(workers) }) });
  const run = async () => {
    const { directive, summary } = await host.start({ text: 'Count the words.', session: [], cwd }).result;
    if (directive !== 'accept') throw new Error(`${directive}: ${summary}`);
  };
  await run();
  const before = processorOf(processes);
  const until = performance.now() + limitS * 1_000;
  let done = 0;
  const took = await seconds(async () => {
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        while (done < many && performance.now() < until) {
          done += 1;
          await run();
        }
      }),
    );
  });
  return { done, took, processor: (processorOf(processes) - before) / done };
}

/** Seconds, including those of ended children. */
function processorOf(processes: readonly ChildProcess[]): number {
  const ticks = [process.pid, ...processes.flatMap(({ pid }) => pid ?? [])].map((pid) => {
    const [user = 0, system = 0, ofChildren = 0, systemOfChildren = 0] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
      .slice(11, 15)
      .map(Number);
    return user + system + ofChildren + systemOfChildren;
  });
  return ticks.reduce((sum, each) => sum + each, 0) / 100;
}

const alone = await measured(undefined, []);
const what = `scripted tasks with a command each, ${atOnce} at once, models that take ${modelMs} ms a step`;
report({ name: `${what}: one process`, figure: alone.done / alone.took, unit: 'tasks a second', against: `${alone.done} tasks` });
for (const count of [1, 2, 4, 8]) {
  await using server = await startBenchServer();
  await using bus = await openBus(busAddress(server.url));
  await makeStreams(bus);
  const child = new URL('../src/app/demo/cluster/demo-worker.ts', import.meta.url).pathname;
  const processes = await Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const running = fork(child, [server.url, `w${at}`, join(folder, 'data')], {
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
        execArgv: [],
      });
      await once(running, 'message');
      return running;
    }),
  );
  elsewhere = 0;
  await using workers = createHostWorkers({
    ...{ bus, silentMs: 60_000 },
    newFolder: async () => (await stagingIn('/var/tmp')).newFolder(),
    onPlaced: (placed) => {
      if ('worker' in placed) elsewhere += 1;
    },
  });
  const { done, took, processor } = await measured(workers, processes);
  const name = `the same with ${count} ${count === 1 ? 'worker' : 'workers'} of 4 places`;
  const there = `${done} tasks; ${Math.round((100 * elsewhere) / (done + 1))} % of the commands ran there`;
  report({ name, figure: done / took, unit: 'tasks a second', against: there });
  report({
    name: `${name}: processor time of a task in all processes`,
    figure: processor * 1000,
    unit: 'ms',
    ratio: processor / alone.processor,
    against: `one process (${(alone.processor * 1000).toFixed(1)} ms)`,
    aim: 'at most 1.3×, flat in the number of workers',
  });
  for (const running of processes) {
    running.kill('SIGKILL');
    await once(running, 'exit');
  }
}
