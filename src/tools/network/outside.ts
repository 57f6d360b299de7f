/**
 * The port to other machines: resolves names and opens connections, for pages and for the proxies of commands. Callers must judge an address before
 * connecting to it.
 */
import { lookup } from 'node:dns/promises';
import { addAbortListener, once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Rejects with a system error, or with the reason of the signal. */
export type Outside = {
  /** Every address that a name currently resolves to. */
  resolve(name: string, signal: AbortSignal): Promise<readonly string[]>;
  /** A connection to exactly this address. */
  connect(address: string, port: number, signal: AbortSignal): Promise<Socket>;
  /** Certificates to trust instead of the system's. */
  readonly ca?: string;
};

/** How many look-ups run at once: the system uses the same threads to resolve names and to read and write files. */
const maxLookups = 2;

/** The network of this machine. */
export function outsideWorld(): Outside {
  const waiting: (() => void)[] = [];
  let running = 0;

  async function lookUp(name: string): Promise<readonly string[]> {
    if (running >= maxLookups) await new Promise<void>((next) => waiting.push(next));
    running += 1;
    try {
      return (await lookup(name, { all: true, order: 'ipv4first' })).map(({ address }) => address);
    } finally {
      running -= 1;
      waiting.shift()?.();
    }
  }

  return { resolve: (name, signal) => orAborted(lookUp(name), signal), connect: open };
}

async function open(address: string, port: number, signal: AbortSignal): Promise<Socket> {
  signal.throwIfAborted();
  const socket = connect({ host: address, port, noDelay: true });
  try {
    await once(socket, 'connect', { signal });
    return socket;
  } catch (error) {
    socket.on('error', () => {}).destroy(); // the failure has already been reported
    signal.throwIfAborted();
    throw error;
  }
}

async function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  promise.catch(() => {}); // the caller may have given up in the meantime
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  using _aborting = addAbortListener(signal, () => reject(signal.reason));
  return await Promise.race([promise, aborted]);
}

const [maxAddresses, maxConnectMs] = [4, 10_000] as const;

/**
 * A connection to the first of these addresses that answers. Rejects with the error of the last one, with ETIMEDOUT if it took too long, or with the
 * signal's reason.
 */
export async function connectToFirst(
  outside: Outside,
  { addresses, port }: { readonly addresses: readonly string[]; readonly port: number },
  signal: AbortSignal,
): Promise<Socket> {
  let failure: unknown = Object.assign(new Error('the host has no address'), { code: 'ENODATA' });
  for (const address of addresses.slice(0, maxAddresses)) {
    const limit = AbortSignal.timeout(maxConnectMs);
    try {
      return await outside.connect(address, port, AbortSignal.any([signal, limit]));
    } catch (error) {
      signal.throwIfAborted();
      failure = limit.aborted ? Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' }) : error;
    }
  }
  throw failure;
}
