/** The workers of which a host has heard recently, by its own clock, while it was connected itself. */
import type { Bus } from '../bus.ts';
import { beatFrom, encoded, thisSystem, type WorkerBeat } from './wire-messages.ts';

export type WorkerList = Disposable & {
  /** The workers that commands of this host may be given to. */
  readonly fit: readonly WorkerBeat[];
  /** Resolves once a worker has answered, or after a moment without an answer. */
  readonly asked: Promise<void>;
};

export type WorkerListOptions = {
  readonly bus: Bus;
  /** Which pool to use; any pool, if none is named. */
  readonly pool: string | undefined;
  /** How long a worker may be silent. */
  readonly silentMs: number;
  readonly onLost: (worker: string, why: 'silent' | 'left') => void;
};

/** How long workers may take to give their first answer. */
const askMs = 500;

export function createWorkerList({ bus, pool, silentMs, onLost }: WorkerListOptions): WorkerList {
  const known = new Map<string, { readonly beat: WorkerBeat; readonly at: number }>();
  const asked = Promise.withResolvers<void>();
  const waiting = setTimeout(asked.resolve, askMs);
  /** The time from which silence counts; undefined while this host is not connected. */
  let connectedAt: number | undefined = performance.now();
  let sweptAt = performance.now();

  function heard(data: Uint8Array, subject: string): void {
    const beat = beatFrom(data);
    if (!beat || subject !== bus.names.place(`worker.${beat.id}`)) return; // a worker cannot announce another worker
    const isNew = !known.has(beat.id);
    known.set(beat.id, { beat, at: performance.now() });
    if (beat.leaving && beat.running === 0) lose(beat.id, 'left');
    if (isNew) setTimeout(asked.resolve, 20);
  }

  function lose(worker: string, why: 'silent' | 'left'): void {
    if (known.delete(worker)) onLost(worker, why);
  }

  /** A process that stood still has heard nothing, and its timers fire before it reads what was sent meanwhile, so the measurement starts again. */
  function sweep(): void {
    const now = performance.now();
    if (connectedAt !== undefined && now - sweptAt > silentMs / 2) connectedAt = now;
    sweptAt = now;
    if (connectedAt === undefined || now - connectedAt < silentMs) return;
    for (const [worker, { at }] of known) if (now - at > silentMs) lose(worker, 'silent');
  }

  async function watchConnection(): Promise<void> {
    for await (const { type } of bus.connection.status()) {
      if (type === 'disconnect') connectedAt = undefined;
      if (type === 'reconnect') {
        connectedAt = performance.now();
        ask();
      }
    }
  }

  function ask(): void {
    if (!bus.connection.isClosed()) bus.connection.publish(bus.names.work('all'), encoded({ kind: 'who' }));
  }

  const subscription = bus.connection.subscribe(bus.names.place('worker.*'), {
    callback: (error, message) => {
      if (!error) heard(message.data, message.subject);
    },
  });
  const sweeping = setInterval(sweep, Math.min(500, silentMs / 4));
  void watchConnection();
  ask();

  return {
    get fit() {
      return [...known.values()]
        .map(({ beat }) => beat)
        .filter(
          (beat) =>
            !beat.leaving && beat.containment !== 'none' && beat.system === thisSystem && (pool === undefined || beat.pool === pool),
        );
    },
    asked: asked.promise,
    [Symbol.dispose]() {
      clearTimeout(waiting);
      clearInterval(sweeping);
      subscription.unsubscribe();
      asked.resolve();
    },
  };
}
