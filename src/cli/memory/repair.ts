/** `artoo memory repair`: saves what can be read of a damaged memory. */
import { type Repaired, repairMemory } from '../../app/memory/repair-memory.ts';
import { visible } from '../../contracts/text/visible.ts';
import { counted } from '../../view/pages.ts';
import { wrap } from '../../view/wrap.ts';
import type { CalledPart } from '../command-parts.ts';
import { report } from '../terminal/report.ts';
import { memoryFor } from './use-memory.ts';

const nothing: Repaired = { memories: 0, tags: 0, rebuilt: 0, set_aside: null };

export async function repair(called: CalledPart): Promise<number> {
  const { data, terminal } = called;
  terminal.status?.('repairing …');
  const repaired = await repairMemory(await memoryFor(called));
  const { width } = terminal;
  const fit = (line: string) => (width === undefined ? [line] : wrap(line, width, 0));
  return report(called, repaired ?? nothing, () => linesOf(repaired, data).flatMap(fit));
}

function linesOf(repaired: Repaired | undefined, data: string): readonly string[] {
  if (!repaired) return [`The memory in ${visible(data)} is empty: there is nothing to repair.`];
  const { memories, tags, rebuilt, set_aside } = repaired;
  const repairs = rebuilt > 0 ? `; ${counted(rebuilt, 'tag')} had to be rebuilt` : '';
  return [
    `Saved: ${counted(memories, 'memory', 'memories')} at ${counted(tags, 'tag')}${repairs}.`,
    ...(set_aside === null
      ? []
      : [`Files that were replaced or could not be read are in ${visible(set_aside)}; the next purge removes them.`]),
  ];
}
