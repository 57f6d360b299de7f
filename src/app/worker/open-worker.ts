/** Opens a worker on this machine: its connection, its containment, and the folder where it restores snapshots. */
import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { type Bus, openBus } from '../../cluster/bus.ts';
import type { StreamKind } from '../../cluster/names.ts';
import { openObjects } from '../../cluster/objects/objects.ts';
import { needStreams, streamInfo } from '../../cluster/streams.ts';
import { createCheckouts } from '../../cluster/worker/checkouts.ts';
import { startWorker, type Worker, type WorkerOptions } from '../../cluster/worker/worker.ts';
import { surroundingsIn } from '../../config/surroundings.ts';
import { version } from '../../config/version.ts';
import { createRedactor, secretsIn } from '../../journal/redact.ts';
import { type BusAddress, secretsOfBus } from '../../laws/network/bus-address.ts';
import { chooseContainment } from '../../tools/containment/choose.ts';
import { stagingIn } from '../../tools/containment/staging.ts';
import type { Environment } from '../../tools/running/environment.ts';

export type OpenWorkerOptions = Pick<WorkerOptions, 'onEvent' | 'parallel' | 'beatMs'> & {
  readonly bus: BusAddress;
  readonly pool: string;
  readonly data: string;
  readonly env: Environment;
  readonly signal: AbortSignal;
  /** The worker's name; by default the machine's name and a suffix that differs for each worker on it. */
  readonly id?: string | undefined;
};

export type OpenedWorker = Worker & {
  readonly id: string;
  /** What the worker's containment consists of. */
  readonly detail: string;
  /** Whether the worker is given commands; if not, `detail` says what is missing. */
  readonly isFit: boolean;
  /** Whether its credentials let it read logs, which no worker needs. */
  readonly mayReadLogs: boolean;
};

/** Throws `bus_unreachable`, `bus_denied` or `bus_unfit`. */
export async function openWorker({
  bus: address,
  pool,
  parallel,
  data,
  env,
  signal,
  onEvent,
  beatMs,
  id = newId(),
}: OpenWorkerOptions): Promise<OpenedWorker> {
  const containment = await chooseContainment({ surroundings: surroundingsIn(env, data), signal });
  const bus = await openBus(address, 'worker');
  try {
    await needStreams(bus, ['object']);
    const mayReadLogs = bus.connection.info?.auth_required === true && (await mayRead(bus, 'log'));
    const objects = openObjects(bus, { failsWhenFull: true });
    const checkouts = createCheckouts((await stagingIn('/var/tmp')).newFolder(), objects);
    const redact = createRedactor([...secretsIn(env), ...secretsOfBus(address)]);
    const worker = startWorker({
      bus,
      id,
      pool,
      parallel,
      version,
      containment,
      checkouts,
      objects,
      redact,
      onEvent,
      ...(beatMs !== undefined && { beatMs }),
    });
    return {
      get running() {
        return worker.running;
      },
      ...{ id, detail: containment.detail, isFit: containment.restored !== undefined, mayReadLogs },
      finish: worker.finish,
      giveBack: worker.giveBack,
      async [Symbol.asyncDispose]() {
        await worker[Symbol.asyncDispose]();
        await bus.close();
      },
    };
  } catch (error) {
    await bus.close();
    throw error;
  }
}

const mayRead = (bus: Bus, kind: StreamKind): Promise<boolean> =>
  streamInfo(bus, kind).then(
    (info) => info !== undefined,
    () => false, // it is denied, or not answered
  );

const newId = (): string =>
  `${hostname()
    .replaceAll(/[^A-Za-z0-9_-]/g, '-')
    .slice(0, 40)}-${randomBytes(3).toString('hex')}`;
