/** Where this machine keeps what it has of a bus. */
import { join } from 'node:path';
import type { BusAddress } from '../../laws/network/bus-address.ts';

/** One folder for each realm of each bus: the replica of its memory, and copies of logs. */
export const busFolder = (data: string, { server, realm }: BusAddress): string =>
  join(data, 'bus', `${realm}@${server.replaceAll(/[^A-Za-z0-9.-]/g, '_')}`);
