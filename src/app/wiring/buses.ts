/** The buses that tasks are put on: each is connected to when it is first needed, and once. Nothing of NATS is loaded before that. */
import type { Bus } from '../../cluster/bus.ts';
import { type Late, late } from '../../contracts/late.ts';
import type { BusAddress } from '../../laws/network/bus-address.ts';

export type Buses = AsyncDisposable & {
  /** The bus at an address. `load` rejects with `bus_unreachable`, `bus_denied` or `bus_unfit`; the next caller tries again. */
  at(address: BusAddress): Late<Bus>;
  /** The same folder, once the bus that its settings name is connected; at once if they name none. */
  connected<T extends OnBus>(site: T | Promise<T>): T | Promise<T>;
  close(): Promise<void>;
};

/** What may be put on a bus. */
type OnBus = { readonly settings: { readonly bus?: BusAddress | undefined } };

export function createBuses(): Buses {
  const known = new Map<string, Late<Bus>>();

  function at(address: BusAddress): Late<Bus> {
    const name = JSON.stringify(address);
    const bus = known.get(name) ?? late(() => open(address));
    known.set(name, bus);
    return bus;
  }

  function connected<T extends OnBus>(site: T | Promise<T>): T | Promise<T> {
    if (site instanceof Promise) return site.then(connected<T>);
    const { bus } = site.settings;
    if (bus === undefined) return site;
    const ready = at(bus).load();
    return ready.then(() => site);
  }

  async function close(): Promise<void> {
    await Promise.all([...known.values()].map((bus) => bus.now()?.close()));
  }

  return { at, connected, close, [Symbol.asyncDispose]: close };
}

async function open(address: BusAddress): Promise<Bus> {
  const [{ openBus }, { needStreams }] = await Promise.all([import('../../cluster/bus.ts'), import('../../cluster/streams.ts')]);
  const bus = await openBus(address);
  try {
    await needStreams(bus);
    return bus;
  } catch (error) {
    await bus.close();
    throw error;
  }
}
