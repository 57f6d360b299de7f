/**
 * What the pieces of the board's text said when they were last read, `.liza/board.cache.json`: a new process parses only those that differ by now. It holds nothing that the board does not, and is
 * believed only as it was written.
 */
import { createHash } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { parsedJson } from '../../contracts/text/parsed-json.ts';
import { type BoardText, joinedValue, type List, type Section } from './text/board-text.ts';

/** A section with a list is its parts: neither its text nor its value is kept besides. */
type Kept = { readonly name?: string; readonly text?: string; readonly value?: unknown; readonly list?: List };

/** The pieces that were kept; undefined where there are none, or not as they were written. */
export function readCache(path: string): Pick<BoardText, 'sections'> | undefined {
  const text = textOf(path);
  const body = text.slice(text.indexOf('\n') + 1);
  if (text === '' || text.slice(0, text.indexOf('\n')) !== sumOf(body)) return undefined;
  return { sections: (parsedJson(body) as readonly Kept[]).map(sectionOf) }; // as writeCache wrote it
}

/** Nothing is lost where it cannot be written: the next process reads the whole board. */
export function writeCache(path: string, { sections }: Pick<BoardText, 'sections'>): void {
  const kept = sections?.map(keptOf);
  const body = JSON.stringify(kept);
  if (!kept || !isDeepStrictEqual(JSON.parse(body), kept)) return; // a number that JSON does not know, such as .inf
  const draft = `${path}.${process.pid}`;
  try {
    writeFileSync(draft, `${sumOf(body)}\n${body}`);
    renameSync(draft, path);
  } catch {
    // a folder that cannot be written to, or a full disk: writes of the board say so
  }
}

/** Whether every piece was taken from what was known. */
export const isKnown = ({ sections = [] }: Pick<BoardText, 'sections'>, known: Pick<BoardText, 'sections'> | undefined): boolean =>
  sections.length === known?.sections?.length && sections.every((section, at) => isSame(section, known.sections?.[at]));

const isSame = ({ text, list }: Section, known: Section | undefined): boolean =>
  list
    ? list.parts.length === known?.list?.parts.length && list.parts.every((part, at) => part === known.list?.parts[at])
    : text === known?.text;

const keptOf = ({ name, text, value, list }: Section): Kept => ({
  ...(name === undefined ? {} : { name }),
  ...(list ? { list } : { text, ...(value === undefined ? {} : { value }) }),
});

function sectionOf({ name, text = '', value, list }: Kept): Section {
  return list ? { name, text, value: joinedValue(list), list } : { name, text, value };
}

const sumOf = (text: string): string => createHash('sha256').update(text).digest('hex');

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; // there is none yet
  }
}
