/** A bus with streams, and hosts and workers on it: each with its own connection, home and staging, as on separate machines. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Bus, openBus } from '../../src/cluster/bus.ts';
import type { Role } from '../../src/cluster/names.ts';
import { openObjects } from '../../src/cluster/objects/objects.ts';
import { makeStreams } from '../../src/cluster/streams.ts';
import { createCheckouts } from '../../src/cluster/worker/checkouts.ts';
import { startWorker, type Worker, type WorkerOptions } from '../../src/cluster/worker/worker.ts';
import { createHostWorkers, type HostWorkersOptions, type Placed } from '../../src/cluster/workers/host-workers.ts';
import { surroundingsIn } from '../../src/config/surroundings.ts';
import type { TaskId } from '../../src/contracts/ids.ts';
import type { Tell, Told } from '../../src/effects/effects.ts';
import { createRedactor } from '../../src/journal/redact.ts';
import { busAddress } from '../../src/laws/network/bus-address.ts';
import { chooseContainment } from '../../src/tools/containment/choose.ts';
import type { ContainedRequest, ContainedRun, Containment } from '../../src/tools/containment/containment.ts';
import { scrubbed } from '../../src/tools/running/environment.ts';
import { type NatsServer, startNats } from './nats.ts';
import { gateOf } from './reading-gate.ts';

const { signal } = new AbortController();

export type Cluster = {
  readonly server: NatsServer;
  connect(role?: Role): Promise<Bus>;
  worker(id: string, more?: Partial<WorkerOptions>): Promise<Worker>;
  host(more?: Partial<HostWorkersOptions>): Promise<ClusterHost>;
};

type ClusterHost = {
  readonly bus: Bus;
  readonly cwd: string;
  readonly home: string;
  /** What was reported about the task, in order. */
  readonly told: readonly (Told & { readonly number?: number | undefined })[];
  readonly placed: readonly Placed[];
  readonly containment: Containment;
  /** Runs the command of a call. */
  run(command: string, more?: Partial<ContainedRequest> & { readonly key?: string }): Promise<ContainedRun>;
  write(files: Readonly<Record<string, string>>): void;
  detach(): void;
};

/** Containment needs a folder that no command uses. */
function folderOnDisk(): string {
  const folder = mkdtempSync('/var/tmp/artoo-test-');
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** With a new server, or on an existing one, with its own credentials. */
export async function startCluster(given?: Pick<Cluster, 'server' | 'connect'>): Promise<Cluster> {
  const { server, connect } = given ?? (await ownServer());
  const worker: Cluster['worker'] = (id, more) => workerOn(connect('worker'), id, more);
  return { server, connect, worker, host: (more) => hostOn(connect('host'), more) };
}

async function ownServer(): Promise<Pick<Cluster, 'server' | 'connect'>> {
  const server = await startNats();
  const connect = async () => {
    const bus = await openBus(busAddress(server.url));
    onTestFinished(() => bus.close());
    return bus;
  };
  await makeStreams(await connect());
  return { server, connect };
}

const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

async function workerOn(connecting: Promise<Bus>, id: string, more: Partial<WorkerOptions> = {}): Promise<Worker> {
  const bus = await connecting;
  const folder = folderOnDisk();
  const env = { PATH: path, HOME: join(folder, 'home-of-the-worker') };
  mkdirSync(env.HOME);
  const objects = openObjects(bus, { failsWhenFull: true });
  const worker = startWorker({
    ...{ bus, id, objects, pool: 'default', parallel: 4, version: 'test', redact: createRedactor([]) },
    containment: await chooseContainment({ surroundings: surroundingsIn(env, join(folder, 'data')), signal }),
    checkouts: createCheckouts(join(folder, 'checkouts'), objects),
    ...more,
  });
  onTestFinished(() => worker[Symbol.asyncDispose]());
  return worker;
}

async function hostOn(connecting: Promise<Bus>, more: Partial<HostWorkersOptions> = {}): Promise<ClusterHost> {
  const bus = await connecting;
  const folder = folderOnDisk();
  const [home, cwd] = [join(folder, 'home'), join(folder, 'home/project')];
  mkdirSync(cwd, { recursive: true });
  const env = { PATH: path, HOME: home };
  const placed: Placed[] = [];
  const told: (Told & { number?: number | undefined })[] = [];
  let made = 0;
  const workers = createHostWorkers({
    bus,
    newFolder: async () => {
      made += 1;
      const at = join(folder, `come-home-${made}`);
      mkdirSync(at);
      return at;
    },
    onPlaced: (each) => placed.push(each),
    ...more,
  });
  onTestFinished(() => workers[Symbol.asyncDispose]());
  const own = await chooseContainment({ surroundings: surroundingsIn(env, join(folder, 'data')), signal });
  const containment = workers.containment(own, { gate: gateOf({ home }), home, env: scrubbed(env) });
  let claims = 0;
  const tell: Tell = async (one) => {
    if (one.kind === 'claim') claims += 1;
    told.push({ ...one, ...(one.kind === 'claim' && { number: claims }) });
    return claims;
  };
  const task_id = 'task' as TaskId;
  return {
    ...{ bus, cwd, home, told, placed, containment },
    detach: workers.attach(task_id, tell),
    run: (command, { key = '1.1.1/R3/1.1', ...request } = {}) =>
      containment.run({ call: { task_id, key }, command, cwd, workspace: cwd, timeoutMs: 30_000, signal, ...request }),
    write(files) {
      for (const [name, content] of Object.entries(files)) {
        mkdirSync(dirname(join(cwd, name)), { recursive: true });
        writeFileSync(join(cwd, name), content);
      }
    },
  };
}
