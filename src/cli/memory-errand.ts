/** What every part of `artoo memory` is given, and how it comes to the memory. */
import { useMemory } from '../app/use-memory.ts';
import type { Keeper } from '../memory/keeper.ts';
import type { Terminal } from './command.ts';
import type { Parsed } from './flags.ts';

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
  useMemory(optionsOf(errand, false), use);

/** Uses the memory, which is made where there is none. */
export const changeMemory = <T>(errand: Errand, use: (keeper: Keeper) => Promise<T>): Promise<T> => useMemory(optionsOf(errand, true), use);

const optionsOf = ({ data, terminal }: Errand, makes: boolean) => ({
  data,
  makes,
  clock: () => new Date(),
  onNotice: (text: string) => terminal.note(`artoo: ${text}`),
});
