/** Carries out a plan: a server, two hosts and three workers as processes, and the faults at their places. */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Bus } from '../../../src/cluster/bus.ts';
import { shareFolder } from '../../../src/cluster/owners/shared-folder.ts';
import { busServer } from '../../support/bus-place.ts';
import { scratch } from '../../support/scratch.ts';
import { Course } from './course.ts';
import { echo } from './echo.ts';
import { machine } from './machine.ts';
import { type FaultKind, type Plan, randomFrom } from './plan.ts';
import { strikes } from './strikes.ts';
import { placeChapters, startBells } from './task.ts';

const hostProgram = new URL('../../support/children/runs-chaos-host.ts', import.meta.url);
const workerProgram = new URL('../../../src/app/demo/cluster/demo-worker.ts', import.meta.url);

export type Played = {
  readonly bus: Bus;
  readonly url: string;
  /** The data folders of the hosts. */
  readonly data: readonly string[];
  readonly cwd: string;
  /** How often each bell was rung. */
  readonly rung: ReadonlyMap<string, number>;
  /** The faults that happened, without those whose entry was never reached. */
  readonly happened: readonly FaultKind[];
  /** What hosts reported besides entries. */
  readonly told: readonly string[];
};

/** How long a task may take, whatever happens. */
const limitMs = 60_000;

export async function play(plan: Plan): Promise<Played> {
  const { server, bus } = await busServer();
  const { port } = server;
  const folder = scratch();
  const cwd = join(folder, 'work');
  const data = plan.hostSkews.map((_, at) => join(folder, `data-${at}`));
  placeChapters(cwd);
  shareFolder(cwd);
  using bells = await startBells();
  if (plan.hasEchoes) await echo(server, randomFrom(plan.seed));
  const course = new Course();
  const workers = await Promise.all(
    plan.workerSkews.map((skewMs, at) =>
      machine({ port, skewMs, program: workerProgram, args: (url, lives) => [url, `w${at}-${lives}`, join(folder, `worker-${at}`)] }),
    ),
  );
  const hosts = await Promise.all(
    plan.hostSkews.map((skewMs, at) =>
      machine({
        ...{ port, skewMs, program: hostProgram, hear: (message) => course.hear(at, message) },
        args: (url) => [url, data[at] ?? '', cwd, bells.url, at === 0 ? 'begins' : ''],
      }),
    ),
  );
  for (const [at, each] of workers.entries()) {
    each.start();
    if (at === 0) await each.ready; // the others find compiled what it has compiled
  }
  await Promise.all(workers.map(({ ready }) => ready));
  for (const each of hosts) each.start();

  const happened: FaultKind[] = [];
  const strike = strikes({ server, bus, hosts, workers, owner: () => course.owner });
  async function strikeInTurn(): Promise<void> {
    const under: Promise<void>[] = [];
    for (const fault of plan.faults) {
      if (!(await course.reached(fault.at))) break;
      happened.push(fault.kind);
      under.push(delay(fault.afterMs).then(() => strike[fault.kind](fault)));
    }
    await Promise.all(under);
  }
  const limited = within(limitMs, () => `the task has not ended after ${limitMs} ms\n${course.told.join('\n')}`);
  await limited(Promise.all([course.ended, strikeInTurn()]));
  await limited(Promise.all(hosts.map((host) => host.leave())));
  return { bus, url: server.url, data, cwd, rung: bells.rung, happened, told: course.told };
}

const within =
  (ms: number, why: () => string) =>
  async <T>(awaited: Promise<T>): Promise<T> => {
    const stop = new AbortController();
    const late = delay(ms, undefined, { signal: stop.signal }).then(() => Promise.reject(new Error(why())));
    try {
      return await Promise.race([awaited, late]);
    } finally {
      stop.abort();
      late.catch(() => {}); // nothing waits for it now
    }
  };
