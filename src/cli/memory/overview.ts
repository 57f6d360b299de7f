/** `artoo memory`: how much is remembered, and what of it points most clearly. */

import { overviewLines } from '../../view/memory/overview-lines.ts';
import { exits } from '../command.ts';
import { printJson } from '../terminal/print-json.ts';
import { lookAtMemory, type MemoryErrand } from './memory-command.ts';

const strongest = 10;

export async function overviewMemory(errand: MemoryErrand): Promise<number> {
  const { json, data, terminal } = errand;
  const found = await lookAtMemory(errand, (keeper) => keeper.overview({ strongest }));
  if (json) printJson(found, terminal);
  else for (const line of overviewLines(found, { data, width: terminal.width })) terminal.print(line);
  return exits.ok;
}
