/** Opens a bus for one command. */
import type { Bus } from '../../cluster/bus.ts';
import type { Role } from '../../cluster/names.ts';
import type { BusAddress } from '../../laws/network/bus-address.ts';

/** Closes the bus after use, also after a failure. Rejects with `bus_unreachable`, `bus_denied` or `bus_unfit`. */
export async function withBus<T>(address: BusAddress, role: Role, use: (bus: Bus) => Promise<T>): Promise<T> {
  const { openBus } = await import('../../cluster/bus.ts');
  await using bus = await openBus(address, role);
  return await use(bus);
}
