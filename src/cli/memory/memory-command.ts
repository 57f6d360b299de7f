/** What every part of `artoo memory` is given, and how it comes to the memory. */
import { type UseMemory, useMemory } from '../../app/memory/with-memory.ts';
import type { Keeper } from '../../memory/keeper.ts';
import type { Terminal } from '../command.ts';
import type { Parsed } from '../flags/flags.ts';

export type MemoryErrand = {
  /** What stands behind the name of the part. */
  readonly words: readonly string[];
  readonly given: Parsed['flags'];
  readonly json: boolean;
  readonly data: string;
  readonly signal: AbortSignal;
  readonly terminal: Terminal;
};

type Errand = Pick<MemoryErrand, 'data' | 'terminal'>;

/** Uses the memory as it is: where there is none, an empty one. */
export const lookAtMemory = <T>(errand: Errand, use: (keeper: Keeper) => Promise<T>): Promise<T> =>
  useMemory({ ...memoryFor(errand), makes: false }, use);

/** Uses the memory, which is made where there is none. */
export const changeMemory = <T>(errand: Errand, use: (keeper: Keeper) => Promise<T>): Promise<T> =>
  useMemory({ ...memoryFor(errand), makes: true }, use);

/** The memory that an errand is about, and where it tells what a person should know. */
export const memoryFor = ({ data, terminal }: Errand): Omit<UseMemory, 'makes'> => ({
  data,
  clock: () => new Date(),
  onNotice: (text) => terminal.note(`artoo: ${text}`),
});
