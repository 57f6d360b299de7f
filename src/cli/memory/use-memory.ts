/** How the parts of `artoo memory` open the memory. */
import { type WithMemoryOptions, withMemory } from '../../app/memory/with-memory.ts';
import type { Keeper } from '../../memory/keeper.ts';
import type { CalledPart } from '../command-parts.ts';

/** Opens the memory; if there is none, `use` gets an empty one that is not saved. */
export const useMemory = <T>(called: CalledPart, use: (keeper: Keeper) => Promise<T>): Promise<T> =>
  withMemory({ ...memoryFor(called), create: false }, use);

/** Opens the memory, and creates it if there is none. */
export const useOrCreateMemory = <T>(called: CalledPart, use: (keeper: Keeper) => Promise<T>): Promise<T> =>
  withMemory({ ...memoryFor(called), create: true }, use);

/** Where the memory is, and where its notices go. */
export const memoryFor = ({ data, terminal }: Pick<CalledPart, 'data' | 'terminal'>): Omit<WithMemoryOptions, 'create'> => ({
  data,
  clock: () => new Date(),
  onNotice: (text) => terminal.note(`artoo: ${text}`),
});
