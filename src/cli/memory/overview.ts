/** `artoo memory`: how much is remembered, and the strongest tags. */
import { overviewLines } from '../../view/memory/overview-lines.ts';
import { exits } from '../command.ts';
import { printJson } from '../terminal/print-json.ts';
import { type MemoryCommand, useMemory } from './memory-command.ts';

const strongest = 10;

export async function overviewMemory(command: MemoryCommand): Promise<number> {
  const { json, data, terminal } = command;
  const found = await useMemory(command, (keeper) => keeper.overview({ strongest }));
  if (json) printJson(found, terminal);
  else for (const line of overviewLines(found, { data, width: terminal.width })) terminal.print(line);
  return exits.ok;
}
