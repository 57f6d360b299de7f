/** The format of an export: a header, then one memory on each line, in the order of their ids. It is read and written page by page. */
import { ArtooError } from '../../contracts/errors.ts';
import { explain } from '../../contracts/text/explain.ts';
import { parsedJson } from '../../contracts/text/parsed-json.ts';
import { type Keeper, StoredMemory } from '../../memory/keeper.ts';
import type { FileLine } from './file-lines.ts';

/** The version of the format that is written; files with a newer version are refused. */
const version = 1;

/** How many memories are in one page. */
export const pageSize = 500;

/** The first line of an export. */
export const headerLine = JSON.stringify({ artoo_memory: version });

/** All memories as lines, page by page. */
export async function* exportPages(keeper: Pick<Keeper, 'exportFrom'>): AsyncGenerator<readonly string[]> {
  let after: string | null = null;
  do {
    const { kept, next } = await pageAfter(keeper, after, pageSize);
    yield kept.map(lineOf);
    after = next;
  } while (after !== null);
}

/** Asks for fewer memories when a page is too large for one message. */
async function pageAfter(keeper: Pick<Keeper, 'exportFrom'>, after: string | null, limit: number): ReturnType<Keeper['exportFrom']> {
  try {
    return await keeper.exportFrom({ after, limit });
  } catch (error) {
    if (limit === 1 || !(error instanceof ArtooError) || error.code !== 'memory_refused') throw error;
    return pageAfter(keeper, after, Math.ceil(limit / 8));
  }
}

/** Parsing puts the fields into the order of the schema. */
const lineOf = (kept: StoredMemory): string => JSON.stringify(StoredMemory.parse(kept));

/** Throws `memory_refused` when this is not a header, `memory_too_new` when a newer version of artoo wrote it. */
export function readHeader({ text, number }: FileLine): void {
  const value = parsedJson(text);
  const said = typeof value === 'object' && value !== null && 'artoo_memory' in value ? value.artoo_memory : undefined;
  if (said === version) return;
  if (typeof said === 'number' && said > version)
    throw new ArtooError(
      'memory_too_new',
      `line ${number}: the file has version ${said}, but this version of artoo reads only versions up to ${version}`,
    );
  throw noHeader(number);
}

/** The error for a file that does not begin with a header. */
export const noHeader = (number: number): ArtooError =>
  refusedAt(
    number,
    `this is not an export of a memory: the first line of an export is ${headerLine}. If only that line is missing, add it at the top`,
  );

/** Throws `memory_refused` with the line and the reason. */
export function readMemory({ text, number }: FileLine): StoredMemory {
  const value = parsedJson(text);
  if (value === undefined) throw refusedAt(number, 'it is not JSON');
  const kept = StoredMemory.safeParse(value);
  if (!kept.success) throw refusedAt(number, explain(kept.error));
  return kept.data;
}

export const refusedAt = (number: number, why: string): ArtooError => new ArtooError('memory_refused', `line ${number}: ${why}`);
