/** `artoo memory import <file>`: adds the memories of an export, all or none. */
import { createWriteStream } from 'node:fs';
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Found, importMemory } from '../../app/memory/import-memory.ts';
import { ArtooError, asArtooError } from '../../contracts/errors.ts';
import { visible } from '../../contracts/text/visible.ts';
import { type BusAddress, shownBus } from '../../laws/network/bus-address.ts';
import { counted } from '../../view/pages.ts';
import { exits, type Terminal } from '../command.ts';
import type { CalledPart } from '../command-parts.ts';
import { createPrompter } from '../terminal/prompter.ts';
import { report } from '../terminal/report.ts';
import { findTty } from '../terminal/tty.ts';
import { memoryFor, useOrCreateMemory } from './use-memory.ts';

export async function importFile(called: CalledPart): Promise<number> {
  const { words, signal, terminal } = called;
  const [wanted = ''] = words;
  await using source = wanted === '-' ? await copied(terminal, signal) : await opened(resolve(terminal.cwd, wanted));
  const onProgress = (doing: string, count: number) => terminal.status?.(`${count.toLocaleString('en')} ${doing}`);
  const { bus } = await memoryFor(called);
  const agrees = bus && called.given.yes !== true ? (found: Found) => agreesToShare(found, bus, called) : undefined;
  const importing = useOrCreateMemory(called, (keeper) => importMemory(source.file, { keeper, signal, onProgress, agrees }));
  const imported = await importing.catch((error) => {
    if (signal.aborted) terminal.note(`artoo: ${asArtooError(error, 'cancelled').message}`); // other errors are reported with their hints
    throw error;
  });
  if (!imported) {
    terminal.note('Nothing was imported.');
    return terminal.cancel.aborted ? exits.cancelled : exits.notDone;
  }
  const { added, known } = imported;
  return report(called, { added, known }, () => [
    `${counted(added, 'memory', 'memories')} added, ${known.toLocaleString('en')} already known.`,
  ]);
}

/** How many spaces are named in the question. */
const maxNamed = 12;

/** Asks first, because everyone in the realm can read what is imported. Anything but a plain yes means no. */
async function agreesToShare({ count, spaces }: Found, bus: BusAddress, { terminal, signal }: CalledPart): Promise<boolean> {
  using tty = findTty(terminal, false);
  const noTerminal = 'importing to a bus asks first, and there is no terminal here; --yes imports without asking';
  if (!tty) throw new ArtooError('usage', noTerminal);
  const largest = [...spaces].toSorted(([, a], [, b]) => b - a);
  const named = largest.slice(0, maxNamed).map(([space, size]) => `  ${visible(space)}: ${size.toLocaleString('en')}`);
  const more = largest.length > maxNamed ? [`  and ${counted(largest.length - maxNamed, 'other space')}`] : [];
  const prompter = createPrompter(tty.input, terminal, signal);
  const question = `Share ${counted(count, 'memory', 'memories')} with every machine on ${shownBus(bus)}? [y/N] `;
  const answer = await prompter.ask(['', ...named, ...more], question);
  return /^y(es)?$/i.test(answer?.trim() ?? '');
}

type Source = AsyncDisposable & { readonly file: FileHandle };

async function opened(path: string): Promise<Source> {
  const file = await open(path).catch((cause) => {
    throw new ArtooError('usage', `cannot read ${visible(path)}: ${cause.code ?? cause.message}`, { cause });
  });
  if ((await file.stat()).isFile()) return { file, [Symbol.asyncDispose]: () => file.close() };
  await file.close();
  throw new ArtooError('usage', `${visible(path)} is not a regular file; to import from standard input, use -`);
}

/** An import is read twice, so standard input is copied to a file. */
async function copied({ input }: Terminal, signal: AbortSignal): Promise<Source> {
  if (!input || input.isTTY) throw new ArtooError('usage', 'there is nothing on standard input; use artoo memory import - < file');
  const folder = await mkdtemp(join(tmpdir(), 'artoo-import-')).catch((cause) => {
    throw new ArtooError('scratch_unwritable', `cannot make a scratch folder in ${tmpdir()}: ${cause.message}`, { cause });
  });
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const path = join(folder, 'import.jsonl');
    await pipeline(input, createWriteStream(path, { mode: 0o600 }), { signal });
    const file = await open(path);
    return {
      file,
      async [Symbol.asyncDispose]() {
        await file.close();
        await remove();
      },
    };
  } catch (cause) {
    await remove();
    throw new ArtooError('scratch_unwritable', `standard input could not be copied to ${tmpdir()}: ${cause}`, { cause });
  }
}
