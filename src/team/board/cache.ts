/**
 * The text of the board as last cached, and the parsed pieces of it, in `.liza/board.cache.json`: a new process parses only the pieces that differ.
 * The cache contains nothing that is not on the board, and counts only if it is unaltered. It consists of a checksum, a line of JSON, and the text.
 */
import { hash } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { parsedJson } from '../../contracts/text/parsed-json.ts';
import { type BoardText, boardOf, joinedValue, type List, type Part, type Section, textsOf } from './text/board-text.ts';

/** Identifies the schemas by which a cached board was checked; a test checks its value. */
export const boardSchemas = '08be30d45df7';

/** A piece of the board, with its length instead of its text. */
type KeptPiece = { readonly name?: string; readonly length: number; readonly value?: unknown };
type KeptList = { readonly name: string; readonly kind: List['kind']; readonly head: number; readonly parts: readonly KeptPiece[] };
type Kept = KeptPiece | KeptList;

/** The cached board; undefined if there is none, or if it was altered. */
export function readCache(path: string): BoardText | undefined {
  const file = bytesOf(path);
  const [sumEnd, keptEnd] = [file.indexOf('\n'), file.indexOf('\n', file.indexOf('\n') + 1)];
  if (keptEnd === -1 || file.toString('latin1', 0, sumEnd) !== sumOf(file.subarray(sumEnd + 1))) return undefined;
  const bytes = file.subarray(keptEnd + 1);
  const kept = parsedJson(file.toString('utf8', sumEnd + 1, keptEnd)) as readonly Kept[]; // writeCache wrote it in this form
  const sections = sectionsOf(kept, bytes.toString());
  return { bytes, board: boardOf(sections), sections };
}

/** Writes the cache. If that fails, nothing is lost: the next process reads the whole board. */
export function writeCache(path: string, { bytes, sections }: BoardText): void {
  const kept = sections?.map(keptOf);
  const line = JSON.stringify(kept);
  if (!kept || !isDeepStrictEqual(JSON.parse(line), kept)) return; // a number that JSON cannot represent, such as .inf
  const body = Buffer.concat([Buffer.from(`${line}\n`), bytes]);
  const draft = `${path}.${process.pid}`;
  try {
    writeFileSync(draft, Buffer.concat([Buffer.from(`${sumOf(body)}\n`), body]));
    renameSync(draft, path);
  } catch {
    // a folder that cannot be written to, or a full disk: writing the board will report it
  }
}

/** The values of its sections, tasks and agents, each as one object. */
export const valuesOf = (sections: readonly Section[] = []): readonly unknown[] =>
  sections.flatMap(({ list, value }) => (list ? list.parts.map((part) => part.value) : [value]));

/** How many pieces are not among the known ones. */
export function unknownPieces(sections: readonly Section[] = [], known: readonly Section[] = []): number {
  const texts = new Set(textsOf(known));
  return textsOf(sections).filter((text) => !texts.has(text)).length;
}

const keptOf = (section: Section): Kept =>
  section.list
    ? { name: section.name ?? '', kind: section.list.kind, head: section.list.head.length, parts: section.list.parts.map(keptPiece) }
    : keptPiece(section);

const keptPiece = ({ name, text, value }: Omit<Part, 'name'> & { readonly name?: string | undefined }): KeptPiece => ({
  ...(name === undefined ? {} : { name }),
  length: text.length,
  ...(value === undefined ? {} : { value }),
});

function sectionsOf(kept: readonly Kept[], text: string): readonly Section[] {
  let at = 0;
  const next = (length: number): string => {
    at += length;
    return text.slice(at - length, at);
  };
  const partOf = ({ name, length, value }: KeptPiece): Part => ({ ...(name === undefined ? {} : { name }), text: next(length), value });
  return kept.map((section): Section => {
    if (!('parts' in section)) return { name: section.name, text: next(section.length), value: section.value };
    const list = { kind: section.kind, head: next(section.head), parts: section.parts.map(partOf) };
    return { name: section.name, value: joinedValue(list), list };
  });
}

/** The checksum of a cache, which includes the schemas, so that a cache from a version of artoo with other schemas does not count. */
const sumOf = (bytes: Buffer): string => `${boardSchemas} ${hash('sha256', bytes, 'hex')}`;

function bytesOf(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    return Buffer.alloc(0); // there is no cache yet
  }
}
