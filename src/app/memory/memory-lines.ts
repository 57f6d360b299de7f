/** A memory as a file: a header, then one memory a line in the order of ids. In memory there is one page at a time. */
import { ArtooError } from '../../contracts/errors.ts';
import { explain } from '../../contracts/explain.ts';
import { parsedJson } from '../../contracts/parsed-json.ts';
import { type Keeper, Kept } from '../../memory/keeper.ts';
import type { FileLine } from './file-lines.ts';

/** The version that is written; a newer one is refused. */
const version = 1;

/** How many memories go together. */
export const pageSize = 500;

/** The first line. */
export const headerLine = JSON.stringify({ artoo_memory: version });

/** Everything that is kept, page by page. */
export async function* exportPages(keeper: Pick<Keeper, 'exportFrom'>): AsyncGenerator<readonly string[]> {
  let after: string | null = null;
  do {
    const { kept, next } = await pageBehind(keeper, after, pageSize);
    yield kept.map(lineOf);
    after = next;
  } while (after !== null);
}

/** Of memories so large that a page does not fit one message, fewer are asked for. */
async function pageBehind(keeper: Pick<Keeper, 'exportFrom'>, after: string | null, limit: number): ReturnType<Keeper['exportFrom']> {
  try {
    return await keeper.exportFrom({ after, limit });
  } catch (error) {
    if (limit === 1 || !(error instanceof ArtooError) || error.code !== 'memory_refused') throw error;
    return pageBehind(keeper, after, Math.ceil(limit / 8));
  }
}

/** Parsed first: so its fields stand in the order of the schema, whoever has written it. */
const lineOf = (kept: Kept): string => JSON.stringify(Kept.parse(kept));

/** Throws `memory_refused` for what is no header, `memory_too_new` for that of a newer artoo. */
export function readHeader({ text, number }: FileLine): void {
  const value = parsedJson(text);
  const said = typeof value === 'object' && value !== null && 'artoo_memory' in value ? value.artoo_memory : undefined;
  if (said === version) return;
  if (typeof said === 'number' && said > version)
    throw new ArtooError('memory_too_new', `line ${number}: the file has version ${said}; this artoo reads up to ${version}`);
  throw noHeader(number);
}

/** What a file is told that does not begin as it should. */
export const noHeader = (number: number): ArtooError =>
  new ArtooError(
    'memory_refused',
    `line ${number}: this is no export of a memory, which begins with ${headerLine}. Where only that line is missing, put it in front`,
  );

/** Throws `memory_refused` with the line and the reason. */
export function readMemory({ text, number }: FileLine): Kept {
  const value = parsedJson(text);
  if (value === undefined) throw refusedAt(number, 'it is not JSON');
  const kept = Kept.safeParse(value);
  if (!kept.success) throw refusedAt(number, explain(kept.error));
  return kept.data;
}

export const refusedAt = (number: number, why: string): ArtooError => new ArtooError('memory_refused', `line ${number}: ${why}`);
