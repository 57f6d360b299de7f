/** The bus that a subcommand of `artoo bus` acts on: the one that tasks would use. */
import { homeIn } from '../../config/folders.ts';
import { ArtooError } from '../../contracts/errors.ts';
import type { BusAddress } from '../../laws/network/bus-address.ts';
import type { CalledPart } from '../command-parts.ts';

/** Throws `usage` when no bus is named. */
export async function namedBus({ given, terminal: { env, cwd } }: Pick<CalledPart, 'given' | 'terminal'>): Promise<BusAddress> {
  const { ownBus } = await import('../../config/configure.ts');
  const address = await ownBus({ flags: given, env, cwd, home: homeIn(env) });
  if (address) return address;
  throw new ArtooError('usage', 'no bus is configured: use --bus nats://127.0.0.1:4222, ARTOO_BUS, or bus: in your config.yaml');
}
