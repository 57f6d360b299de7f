/** What every part of `artoo memory` gets, and how it opens the memory. */
import { type WithMemoryOptions, withMemory } from '../../app/memory/with-memory.ts';
import type { Keeper } from '../../memory/keeper.ts';
import type { Line } from '../../view/style/line.ts';
import { withoutColour } from '../../view/style/paint.ts';
import { exits, type Terminal } from '../command.ts';
import type { Parsed } from '../flags/flags.ts';
import { printJson } from '../terminal/print-json.ts';

export type MemoryCommand = {
  /** The words after the name of the part. */
  readonly words: readonly string[];
  readonly given: Parsed['flags'];
  readonly json: boolean;
  readonly data: string;
  readonly signal: AbortSignal;
  readonly terminal: Terminal;
};

/** Prints a result as JSON, or as lines for a person. */
export function report({ json, terminal }: MemoryCommand, result: object, lines: () => readonly string[]): number {
  if (json) printJson(result, terminal);
  else for (const line of lines()) terminal.print(line);
  return exits.ok;
}

/** Prints a result as JSON, or in sentences for a person: styled on a terminal, and wrapped to its columns. */
export function tell(command: MemoryCommand, result: object, story: (columns: number | undefined) => readonly Line[]): number {
  const { paint, columns } = command.terminal.paintAnswer ?? { paint: withoutColour, columns: command.terminal.width };
  return report(command, result, () => story(columns).map(paint));
}

/** Opens the memory; if there is none, `use` gets an empty one that is not saved. */
export const useMemory = <T>(command: MemoryCommand, use: (keeper: Keeper) => Promise<T>): Promise<T> =>
  withMemory({ ...memoryFor(command), create: false }, use);

/** Opens the memory, and creates it if there is none. */
export const useOrCreateMemory = <T>(command: MemoryCommand, use: (keeper: Keeper) => Promise<T>): Promise<T> =>
  withMemory({ ...memoryFor(command), create: true }, use);

/** Where the memory is, and where its notices go. */
export const memoryFor = ({ data, terminal }: MemoryCommand): Omit<WithMemoryOptions, 'create'> => ({
  data,
  clock: () => new Date(),
  onNotice: (text) => terminal.note(`artoo: ${text}`),
});
