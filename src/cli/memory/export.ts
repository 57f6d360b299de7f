/** `artoo memory export [file]`: all memories as lines of JSON. */
import { resolve } from 'node:path';
import { exportPages, headerLine } from '../../app/memory/export-format.ts';
import { visible } from '../../contracts/text/visible.ts';
import type { Keeper } from '../../memory/keeper.ts';
import { counted } from '../../view/pages.ts';
import { exits } from '../command.ts';
import type { CalledPart } from '../command-parts.ts';
import { mustBeNew, writeNew } from '../terminal/new-file.ts';
import { printJsonText } from '../terminal/print-json.ts';
import { report } from '../terminal/report.ts';
import { useMemory } from './use-memory.ts';

export async function exportMemory(called: CalledPart): Promise<number> {
  const { words, terminal } = called;
  const [file] = words;
  const path = file === undefined || file === '-' ? undefined : resolve(terminal.cwd, file);
  if (path !== undefined) await mustBeNew(path);
  return useMemory(called, (keeper) => (path === undefined ? toOutput(keeper, called) : toFile(keeper, path, called)));
}

/** Writes to standard output, no faster than it is read. */
async function toOutput(keeper: Keeper, { signal, terminal }: CalledPart): Promise<number> {
  let isHeaded = false;
  for await (const page of exportPages(keeper)) {
    if (signal.aborted) return terminal.cancel.aborted ? exits.cancelled : exits.terminated;
    for (const line of isHeaded ? page : [headerLine, ...page]) printJsonText(line, terminal); // the header comes with the first page, so that a failure leaves no empty export
    isHeaded = true;
    await terminal.printed?.();
  }
  return exits.ok;
}

async function toFile(keeper: Keeper, path: string, called: CalledPart): Promise<number> {
  const { signal, terminal } = called;
  let count = 0;
  async function* text(): AsyncGenerator<string> {
    yield `${headerLine}\n`;
    for await (const page of exportPages(keeper)) {
      signal.throwIfAborted(); // `writeNew` then leaves no file
      count += page.length;
      terminal.status?.(`${count.toLocaleString('en')} exported`);
      if (page.length > 0) yield `${page.join('\n')}\n`;
    }
  }
  await writeNew(path, text());
  return report(called, { file: path, count }, () => [`${counted(count, 'memory', 'memories')} in ${visible(path)}`]);
}
