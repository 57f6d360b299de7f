/** How the chaos test causes each fault, and what ends it. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Bus } from '../../../src/cluster/bus.ts';
import type { NatsServer } from '../../support/nats.ts';
import type { Machine } from './machine.ts';
import type { Fault, FaultKind } from './plan.ts';

type Parts = {
  readonly server: NatsServer;
  readonly bus: Bus;
  readonly hosts: readonly Machine[];
  readonly workers: readonly Machine[];
  readonly owner: () => number;
};

export function strikes({ server, bus, hosts, workers, owner }: Parts): Readonly<Record<FaultKind, (fault: Fault) => Promise<void>>> {
  const host = () => hosts[owner()] as Machine; // the owner is always one of the hosts
  const worker = () => workers.toSorted((a, b) => b.running - a.running)[0] as Machine; // there are three
  const serverFree = createQueue();
  const restarted = async (machine: Machine, { ms }: Fault) => {
    await machine.kill();
    await delay(ms);
    machine.start();
  };
  const frozen = async (machine: Machine, { ms }: Fault) => {
    machine.signal('SIGSTOP');
    await delay(ms);
    machine.signal('SIGCONT');
  };
  const cut = async ({ link }: Machine, { ms, isLate }: Fault) => {
    link.cut();
    await delay(ms);
    link.heal({ isLate });
  };
  const slowed = async ({ link }: Machine, { ms, lagMs }: Fault) => {
    link.slow(lagMs);
    await delay(ms);
    link.slow(0);
  };
  /** How large a stream is once it has what slow links still carried. */
  const settledBytes = async (name: string): Promise<number> => {
    for (let before = -1; ; await delay(settleMs)) {
      const { bytes } = (await bus.manager.streams.info(name)).state;
      if (bytes === before) return bytes;
      before = bytes;
    }
  };
  return {
    'server killed': ({ ms }) =>
      serverFree(async () => {
        await server.kill();
        await delay(ms);
        await server.start();
      }),
    'server frozen': ({ ms }) =>
      serverFree(async () => {
        server.freeze();
        await delay(ms);
        server.thaw();
      }),
    'store full': ({ ms }) =>
      serverFree(async () => {
        const name = bus.names.stream('log');
        const { config } = await answered(() => bus.manager.streams.info(name));
        const lowered = await answered(async () => {
          for (const each of hosts) each.signal('SIGSTOP'); // a busy machine would otherwise append more than that meanwhile
          try {
            return await bus.manager.streams.update(name, { max_bytes: (await settledBytes(name)) + roomBytes });
          } finally {
            for (const each of hosts) each.signal('SIGCONT');
          }
        });
        if (lowered.state.first_seq > 1) throw new Error('the chaos itself has cut the log: its limit was set below what it holds');
        await delay(ms);
        await answered(() => bus.manager.streams.update(name, { max_bytes: config.max_bytes }));
      }),
    'acknowledgement lost': async ({ ms }) => host().link.loseAcknowledgement(ms),
    'host killed': (fault) => restarted(host(), fault),
    'worker killed': (fault) => restarted(worker(), fault),
    'host frozen': (fault) => frozen(host(), fault),
    'worker frozen': (fault) => frozen(worker(), fault),
    'host cut off': (fault) => cut(host(), fault),
    'worker cut off': (fault) => cut(worker(), fault),
    'host slowed': (fault) => slowed(host(), fault),
    'worker slowed': (fault) => slowed(worker(), fault),
  };
}

/**
 * What a stream that is about to be full still accepts: with a limit below its size, 2.9 deletes its oldest messages, whatever its discard policy.
 */
const roomBytes = 24 * 1024;

/** Longer than any link lags. */
const settleMs = 350;

/** What the server answers, although it may have been killed a moment ago and the machine is busy. */
async function answered<T>(ask: () => Promise<T>): Promise<T> {
  for (let left = 5; ; left -= 1) {
    try {
      return await ask();
    } catch (error) {
      if (left === 0 || !(error instanceof Error && error.name === 'TimeoutError')) throw error;
    }
  }
}

/** Runs one after another. */
function createQueue() {
  let last: Promise<void> = Promise.resolve();
  return (act: () => Promise<void>): Promise<void> => {
    last = last.then(act);
    return last;
  };
}
