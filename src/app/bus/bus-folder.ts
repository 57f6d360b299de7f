/** Where this machine keeps its copies from a bus. */
import { join } from 'node:path';
import type { BusAddress } from '../../laws/network/bus-address.ts';

/** One folder for each realm of each bus: a replica of the realm's memory, and copies of its logs. */
export const busFolder = (data: string, { server, realm }: BusAddress): string =>
  join(data, 'bus', `${realm}@${server.replaceAll(/[^A-Za-z0-9.-]/g, '_')}`);
