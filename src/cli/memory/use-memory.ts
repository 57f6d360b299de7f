/** How the subcommands of `artoo memory` open the memory. */
import { type WithMemoryOptions, withMemory } from '../../app/memory/with-memory.ts';
import { homeIn } from '../../config/folders.ts';
import type { BusAddress } from '../../laws/network/bus-address.ts';
import type { Keeper } from '../../memory/keeper.ts';
import type { Terminal } from '../command.ts';
import type { CalledPart } from '../command-parts.ts';

/** Opens the memory; if there is none, `use` gets an empty one that is not saved. */
export const useMemory = async <T>(called: CalledPart, use: (keeper: Keeper) => Promise<T>): Promise<T> =>
  withMemory({ ...(await memoryFor(called)), create: false }, use);

/** Opens the memory, and creates it if there is none. */
export const useOrCreateMemory = async <T>(called: CalledPart, use: (keeper: Keeper) => Promise<T>): Promise<T> =>
  withMemory({ ...(await memoryFor(called)), create: true }, use);

/** Where the memory is, and what prints its notices. */
export const memoryFor = async ({
  data,
  given,
  terminal,
}: Pick<CalledPart, 'data' | 'given' | 'terminal'>): Promise<Omit<WithMemoryOptions, 'create'>> => ({
  data,
  bus: await busFor(given, terminal),
  clock: () => new Date(),
  onNotice: (text) => terminal.note(`artoo: ${text}`),
});

/** The bus whose memory is used: the one that tasks would use. */
async function busFor(given: CalledPart['given'], { env, cwd }: Pick<Terminal, 'env' | 'cwd'>): Promise<BusAddress | undefined> {
  const { ownBus } = await import('../../config/configure.ts'); // this code is not needed when the command starts
  return ownBus({ flags: given, env, cwd, home: homeIn(env) });
}
