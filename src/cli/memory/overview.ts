/** `artoo memory`: how much is remembered, and the strongest tags. */
import { overviewLines } from '../../view/memory/overview-lines.ts';
import { type MemoryCommand, report, useMemory } from './memory-command.ts';

const strongest = 10;

export async function overviewMemory(command: MemoryCommand): Promise<number> {
  const { data, terminal } = command;
  const found = await useMemory(command, (keeper) => keeper.overview({ strongest }));
  return report(command, found, () => overviewLines(found, { data, width: terminal.width }));
}
