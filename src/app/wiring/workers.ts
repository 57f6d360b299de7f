/** The workers of the buses that tasks are on. Their code is loaded with the first command, or with the first task on a bus. */
import type { Pace } from '../../cluster/owners/presence.ts';
import type { HostWorkers } from '../../cluster/workers/host-workers.ts';
import { type Late, late } from '../../contracts/late.ts';
import type { World } from '../../effects/effects.ts';
import type { BusAddress } from '../../laws/network/bus-address.ts';
import type { Elsewhere } from './assemble-tools.ts';
import type { Buses } from './buses.ts';

export type Workers = {
  /** The workers of a bus, as a host on it sees them. */
  at(address: BusAddress): Late<HostWorkers>;
  close(): Promise<void>;
};

/** Where new contents are kept until they are applied. */
const staging = '/var/tmp';

export function createWorkers(buses: Buses, pace?: Pace): Workers {
  const known = new Map<string, Late<HostWorkers>>();

  function at(address: BusAddress): Late<HostWorkers> {
    const name = JSON.stringify(address);
    const workers = known.get(name) ?? late(() => open(address));
    known.set(name, workers);
    return workers;
  }

  async function open(address: BusAddress): Promise<HostWorkers> {
    const [bus, { createHostWorkers }, { stagingIn }] = await Promise.all([
      buses.at(address).load(),
      import('../../cluster/workers/host-workers.ts'),
      import('../../tools/containment/staging.ts'),
    ]);
    const newFolder = async () => (await stagingIn(staging)).newFolder();
    return createHostWorkers({ bus, pool: address.pool, newFolder, silentMs: pace?.deadMs });
  }

  async function close(): Promise<void> {
    await Promise.all([...known.values()].map((workers) => workers.now()?.[Symbol.asyncDispose]()));
  }

  return { at, close };
}

/** Runs commands of sub-tasks on workers, if the result is the same. */
export const elsewhereOn =
  (workers: Late<HostWorkers>): Elsewhere =>
  async (own, place) =>
    (await workers.load()).containment(own, place);

/** Has workers' claims written into the log of each task. Without workers, a task's commands run on the host. */
export const attachTo =
  (workers: Late<HostWorkers>): NonNullable<World['attach']> =>
  (task_id, tell) => {
    let isOver = false;
    let detach = () => {};
    const attach = (known: HostWorkers) => {
      if (!isOver) detach = known.attach(task_id, tell);
    };
    const known = workers.now();
    if (known) attach(known);
    else workers.load().then(attach, () => {}); // the first command reports why
    return () => {
      isOver = true;
      detach();
    };
  };
