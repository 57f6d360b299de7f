/** The machines of `artoo demo cluster`: a bus, three workers in processes of their own, and this process as the host. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { z } from 'zod';
import { openBus } from '../../../cluster/bus.ts';
import { makeStreams } from '../../../cluster/streams.ts';
import { createHostWorkers, type HostWorkers } from '../../../cluster/workers/host-workers.ts';
import { ArtooError } from '../../../contracts/errors.ts';
import { busAddress } from '../../../laws/network/bus-address.ts';
import { stagingIn } from '../../../tools/containment/staging.ts';
import { demoWorker } from '../../demo-files.ts';
import { startDemoServer } from './demo-server.ts';

export type DemoCluster = AsyncDisposable & {
  readonly url: string;
  readonly workers: readonly string[];
  readonly host: HostWorkers;
  /** The commands that each worker has begun, by the keys of their calls. */
  readonly began: ReadonlyMap<string, readonly string[]>;
  /** Resolves with the busiest worker once this many commands have begun; with undefined if the signal fires first. */
  busiest(commands: number, signal: AbortSignal): Promise<string | undefined>;
  /** Ends the process of a worker without warning, and returns its id. */
  kill(worker: string): Promise<number>;
};

const names = ['anna', 'ben', 'cleo'];
/** How long a worker of the demo may be silent. A real worker may be silent for 15 s. */
const silentMs = 1_500;

const Told = z.union([
  z.object({ what: z.enum(['began', 'ended']), key: z.string() }),
  z.object({ what: z.literal('ready'), isFit: z.boolean(), detail: z.string() }),
]);

/** Throws `bus_unreachable` without a nats-server, and `containment_failed` if no worker can contain commands. */
export async function openDemoCluster(folder: string): Promise<DemoCluster> {
  await using starting = new AsyncDisposableStack();
  const server = starting.use(await startDemoServer(join(folder, 'nats')));
  const bus = starting.use(await openBus(busAddress(server.url)));
  await makeStreams(bus);
  const began = new Map<string, string[]>(names.map((name) => [name, []]));
  let onBegan = () => {};
  const processes = new Map<string, ChildProcess>();
  starting.defer(async () => {
    await Promise.all([...processes.values()].map(ended));
  });
  const started = names.map(async (name) => {
    const child = fork(demoWorker(), [server.url, name, join(folder, `data-of-${name}`)], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      execArgv: [],
    });
    processes.set(name, child);
    const ready = Promise.withResolvers<void>();
    child.once('exit', () => ready.reject(new ArtooError('stopped', `worker ${name} ended before it was ready`)));
    child.on('message', (message) => {
      const told = Told.parse(message);
      if (told.what === 'began') began.get(name)?.push(told.key);
      if (told.what === 'began') onBegan();
      if (told.what !== 'ready') return;
      if (told.isFit) ready.resolve();
      else ready.reject(new ArtooError('containment_failed', `workers cannot contain commands here: ${told.detail}`));
    });
    await ready.promise;
  });
  await Promise.all(started);
  const host = starting.use(createHostWorkers({ bus, silentMs, newFolder: async () => (await stagingIn('/var/tmp')).newFolder() }));
  const all = starting.move();

  async function busiest(commands: number, signal: AbortSignal): Promise<string | undefined> {
    const enough = Promise.withResolvers<void>();
    const look = () => {
      if (signal.aborted || [...began.values()].flat().length >= commands) enough.resolve();
    };
    onBegan = look;
    signal.addEventListener('abort', look, { once: true });
    look();
    await enough.promise;
    if (signal.aborted) return undefined;
    return names.toSorted((a, b) => (began.get(b)?.length ?? 0) - (began.get(a)?.length ?? 0))[0];
  }

  async function kill(worker: string): Promise<number> {
    const child = processes.get(worker);
    if (child) await ended(child);
    return child?.pid ?? 0;
  }

  return { url: server.url, workers: names, host, began, busiest, kill, [Symbol.asyncDispose]: () => all.disposeAsync() };
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}
