/** The network outside of the walls: names are looked up and connections opened by this process. */
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Rejects with a system error, or with the reason of the signal. */
export type Outside = {
  /** All addresses of a name. */
  resolve(name: string, signal: AbortSignal): Promise<readonly string[]>;
  /** A connection to that very address. */
  connect(address: string, port: number, signal: AbortSignal): Promise<Socket>;
};

/** The system looks names up in the threads that also read and write files: so many at the same time, and the rest wait. */
const maxLookups = 2;

export function outsideWorld(): Outside {
  const waiting: (() => void)[] = [];
  let running = 0;

  async function resolve(name: string, signal: AbortSignal): Promise<readonly string[]> {
    if (running >= maxLookups) await new Promise<void>((next) => waiting.push(next));
    running += 1;
    const found = lookup(name, { all: true }).finally(() => {
      running -= 1;
      waiting.shift()?.();
    });
    found.catch(() => {}); // who waits for it may have given up
    return (await orAborted(found, signal)).map(({ address }) => address);
  }

  async function open(address: string, port: number, signal: AbortSignal): Promise<Socket> {
    const socket = connect({ host: address, port, noDelay: true });
    try {
      await once(socket, 'connect', { signal });
      return socket;
    } catch (error) {
      socket.destroy();
      throw error;
    }
  }

  return { resolve, connect: open };
}

function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const stop = () => reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  return Promise.race([promise, aborted]).finally(() => signal.removeEventListener('abort', stop));
}
