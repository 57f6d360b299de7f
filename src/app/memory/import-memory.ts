/** Imports a file of memories. The whole file is checked before anything is written. */
import type { FileHandle } from 'node:fs/promises';
import { ArtooError, asArtooError } from '../../contracts/errors.ts';
import type { Keeper, StoredMemory } from '../../memory/keeper.ts';
import { noHeader, pageSize, readHeader, readMemory, refusedAt } from './export-format.ts';
import { type FileLine, fileLines } from './file-lines.ts';

/** The longest line: no memory is that long, so a file with longer lines is not an export. */
const maxLineBytes = 8_000_000;
/** The largest number of characters in one page, which has fewer than `pageSize` memories if they are long. */
const maxPageLength = 8_000_000;

export type Imported = { readonly added: number; readonly known: number };

export type Importing = {
  readonly keeper: Pick<Keeper, 'importAll' | 'erase'>;
  /** Called with the number of lines checked or imported so far. */
  readonly onProgress: (doing: 'checked' | 'imported', count: number) => void;
  /** Stops the import between two pages. */
  readonly signal: AbortSignal;
  /** Called when the whole file has been checked, before anything is imported. */
  readonly agrees?: ((found: Found) => Promise<boolean>) | undefined;
};

/** What a file contains: how many memories, and how many of each space. */
export type Found = { readonly count: number; readonly spaces: ReadonlyMap<string, number> };

/**
 * Failure contract: throws `memory_refused` with line and reason, or `memory_too_new`, before anything is written; `cancelled` when it was stopped.
 * What had been imported stays, and is skipped when the file is imported again. Undefined when the person did not agree.
 */
export async function importMemory(file: FileHandle, importing: Importing): Promise<Imported | undefined> {
  const spaces = new Map<string, number>();
  let checked = 0;
  try {
    const { count } = await pass(file, importing, true, (space) => spaces.set(space, (spaces.get(space) ?? 0) + 1));
    checked = count;
  } catch (error) {
    const { code, message } = asArtooError(error, 'memory_refused');
    throw new ArtooError(code, `${message}; nothing was imported`, { cause: error });
  }
  if (importing.agrees && !(await importing.agrees({ count: checked, spaces }))) return undefined;
  let taken = 0;
  const onProgress: Importing['onProgress'] = (doing, count) => {
    taken = count;
    importing.onProgress(doing, count);
  };
  try {
    const { added, known } = await pass(file, { ...importing, onProgress }, false);
    await importing.keeper.erase({}); // memories that were purged on the other machine are purged here
    return { added, known };
  } catch (error) {
    const { code, message } = asArtooError(error, 'memory_unwritable');
    const soFar = `${taken.toLocaleString('en')} lines had been imported; import the same file again to continue`;
    throw new ArtooError(code, `${message}; ${soFar}`, { cause: error });
  }
}

type Read = { readonly number: number; readonly kept: StoredMemory };

async function pass(
  file: FileHandle,
  { keeper, onProgress, signal }: Importing,
  check: boolean,
  see: (space: string) => void = () => {},
): Promise<Imported & { readonly count: number }> {
  const lineOf = new Map<string, number>();
  let [added, known, count] = [0, 0, 0];
  for await (const page of pagesOf(fileLines(file, maxLineBytes))) {
    if (signal.aborted) throw new ArtooError('cancelled', 'the import was stopped');
    if (check) for (const each of page) refuseDuplicate(lineOf, each);
    for (const { kept } of page) if (kept.megram) see(kept.megram.space);
    const taken = await keeper.importAll({ kept: page.map(({ kept }) => kept), check });
    const [refused] = taken.refused;
    if (refused) throw refusedAt(page.find(({ kept }) => kept.id === refused.id)?.number ?? 0, `${refused.id}: ${refused.why}`);
    added += taken.added;
    known += taken.known;
    count += page.length;
    onProgress(check ? 'checked' : 'imported', count);
  }
  return { added, known, count };
}

function refuseDuplicate(lineOf: Map<string, number>, { number, kept: { id } }: Read): void {
  const before = lineOf.get(id);
  if (before !== undefined) throw refusedAt(number, `${id} is already on line ${before}`);
  lineOf.set(id, number);
}

async function* pagesOf(lines: AsyncIterable<FileLine>): AsyncGenerator<readonly Read[]> {
  let page: Read[] = [];
  let size = 0;
  let isHeaded = false;
  for await (const line of lines) {
    if (!isHeaded) {
      readHeader(line);
      isHeaded = true;
      continue;
    }
    if (page.length === pageSize || size + line.text.length > maxPageLength) {
      if (page.length > 0) yield page;
      page = [];
      size = 0;
    }
    page.push({ number: line.number, kept: readMemory(line) });
    size += line.text.length;
  }
  if (!isHeaded) throw noHeader(1);
  if (page.length > 0) yield page;
}
