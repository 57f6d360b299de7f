/** What every part of `artoo memory` is given, and how it comes to the memory. */
import { type WithMemoryOptions, withMemory } from '../../app/memory/with-memory.ts';
import type { Keeper } from '../../memory/keeper.ts';
import type { Terminal } from '../command.ts';
import type { Parsed } from '../flags/flags.ts';

export type MemoryCommand = {
  /** What stands behind the name of the part. */
  readonly words: readonly string[];
  readonly given: Parsed['flags'];
  readonly json: boolean;
  readonly data: string;
  readonly signal: AbortSignal;
  readonly terminal: Terminal;
};

type InMemory = Pick<MemoryCommand, 'data' | 'terminal'>;

/** Uses the memory as it is: where there is none, an empty one. */
export const useMemory = <T>(command: InMemory, use: (keeper: Keeper) => Promise<T>): Promise<T> =>
  withMemory({ ...memoryFor(command), create: false }, use);

/** Uses the memory, which is made where there is none. */
export const useOrCreateMemory = <T>(command: InMemory, use: (keeper: Keeper) => Promise<T>): Promise<T> =>
  withMemory({ ...memoryFor(command), create: true }, use);

/** The memory that an command is about, and where it tells what a person should know. */
export const memoryFor = ({ data, terminal }: InMemory): Omit<WithMemoryOptions, 'create'> => ({
  data,
  clock: () => new Date(),
  onNotice: (text) => terminal.note(`artoo: ${text}`),
});
