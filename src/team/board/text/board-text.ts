/**
 * The text of a board with what each piece of it says. When the text changes, only pieces that are different are parsed; when the board changes, only pieces whose value is another object are written
 * anew. Either way the result is that of reading or writing the whole. Values are never changed in place.
 */
import { isUtf8 } from 'node:buffer';
import { isDeepStrictEqual } from 'node:util';
import { ArtooError } from '../../../contracts/errors.ts';
import { allOf } from './all-of.ts';
import { entriesOf, itemsOf, sectionsOf } from './pieces.ts';
import { plain } from './plain.ts';
import { type PieceKind, readPiece } from './read-piece.ts';
import { checkSize, readText } from './read-text.ts';

export type Sections = Readonly<Record<string, unknown>>;

export type BoardText = {
  /** In UTF-8. */
  readonly bytes: Buffer;
  /** What it says. */
  readonly board: unknown;
  /** Undefined where the text cannot be cut: it is read and changed as a whole. */
  readonly sections?: readonly Section[];
};

/** What comes before the first section has no name. The text of tasks and agents is that of their list, where they can be told apart. */
export type Section = { readonly name: string | undefined; readonly value: unknown } & (
  | { readonly text: string; readonly list?: undefined }
  | { readonly text?: undefined; readonly list: List }
);
export type List = { readonly kind: PieceKind; readonly head: string; readonly parts: readonly Part[] };
export type Part = { readonly name?: string; readonly text: string; readonly value: unknown };

/** The text of the sections, piece by piece. */
export const textsOf = (sections: readonly Section[]): readonly string[] =>
  sections.flatMap(({ text, list }) => (list ? [list.head, ...list.parts.map((part) => part.text)] : [text]));

/**
 * Reads a text. Pieces that `known` has are not parsed again, and have the same value as there; nor are other pieces where `said` is what the whole text is known to say. Throws `board_invalid` as
 * `readText` does.
 */
export function readBoard(source: string | Buffer, known?: Pick<BoardText, 'sections'>, said?: Sections): BoardText {
  const text = source.toString();
  const bytes = typeof source === 'string' || !isUtf8(source) ? Buffer.from(text) : source;
  checkSize(bytes.length);
  const sections = readSections(text, known?.sections ?? [], known?.sections && said);
  return sections ? { bytes, board: boardOf(sections), sections } : { bytes, board: readText(text) };
}

/** What the sections say. */
export const boardOf = (sections: readonly Section[]): Sections =>
  Object.fromEntries(sections.flatMap(({ name, value }) => (name === undefined ? [] : [[name, value]])));

function readSections(text: string, known: readonly Section[], said: Sections = {}): readonly Section[] | undefined {
  const pieces = sectionsOf(text);
  const names = new Set(pieces?.map(({ name }) => name));
  if (!pieces || pieces.length < 2 || names.size < pieces.length || names.has('__proto__')) return undefined;
  const before = new Map(known.map((section) => [section.name, section]));
  return allOf(pieces, ({ name, text: piece }) =>
    name === undefined ? silent(piece) : readSection(name, piece, before.get(name), said[name]),
  );
}

/** Comments and empty lines. */
const silent = (text: string): Section | undefined =>
  spoken(text).length === 0 ? { name: undefined, text: copied(text), value: undefined } : undefined;

/** The lines that say something. */
const spoken = (text: string): readonly string[] => text.split('\n').filter((line) => !/^\s*(?:#.*)?$/.test(line));

/** One section of a board, by its parts where it has some. `said` is what it is known to say. */
export function readSection(name: string, text: string, known?: Section, said?: unknown): Section | undefined {
  if (known?.text === text) return known;
  const list = readList(name, text, known?.list, said);
  if (list) return { name: copied(name), value: isSame(list, known?.list) ? known?.value : joinedValue(list), list };
  const own = { name: copied(name), text: copied(text) };
  return isKnown(said, text) ? { ...own, value: said } : readPart('entry', own);
}

/** A part of a string keeps the whole of it in memory; and what is parsed from it is part of it, too. Without copies, each task would keep the board as it was when the task was last changed. */
const copied = (text: string): string => plain(text) as string; // of a text, it is one

const isSame = (list: List, known: List | undefined): boolean =>
  known?.parts.length === list.parts.length && list.parts.every((part, at) => part === known.parts[at]);

/** What a section of parts says. */
export const joinedValue = ({ kind, parts }: List): unknown =>
  kind === 'item' ? parts.map(({ value }) => value) : Object.fromEntries(parts.map(({ name, value }) => [name, value]));

/** Sections that are long, and how their parts are told apart. */
const lists: Readonly<Record<string, PieceKind>> = { tasks: 'item', agents: 'entry' };

/** JSON, which it comes from, has no such numbers. */
const isKnown = (said: unknown, text: string): boolean => said !== undefined && !/\.(?:inf|nan)/i.test(text);

function readList(name: string, section: string, known: List | undefined, said: unknown): List | undefined {
  const kind = Object.hasOwn(lists, name) ? lists[name] : undefined;
  if (!kind) return undefined;
  const [head, ...pieces] = kind === 'item' ? itemsOf(section) : entriesOf(section);
  const names = new Set(pieces.map((piece) => piece.name));
  if (!head || pieces.length === 0 || names.size < pieces.length || names.has('__proto__') || !isHead(head.text, name)) return undefined;
  const before = known?.parts ?? [];
  const values = Object.keys(said ?? {}).length === pieces.length ? (said as Sections) : {}; // else they were cut otherwise than it was written
  let byText: ReadonlyMap<string, Part> | undefined;
  const parts = allOf(pieces, ({ name: key, text }, at) => {
    if (before[at]?.text === text) return before[at];
    byText ??= new Map(before.map((part) => [part.text, part]));
    const value = values[key ?? at];
    const there = byText.get(text);
    if (there) return there;
    const own = { ...(kind === 'entry' && key !== undefined && { name: copied(key) }), text: copied(text) };
    return isKnown(value, text) ? { ...own, value } : readPart(kind, own);
  });
  return parts && { kind, head: copied(head.text), parts };
}

/** Undefined where it says something else than its name. */
function readPart<T extends { readonly name?: string; readonly text: string }>(
  kind: PieceKind,
  part: T,
): (T & { readonly value: unknown }) | undefined {
  const read = readPiece(part.text, kind);
  return read && read.name === part.name ? { ...part, value: read.value } : undefined;
}

/** The line of the key, with nothing of the value on it, and comments around it. */
function isHead(text: string, name: string): boolean {
  const [line = '', ...others] = spoken(text);
  return others.length === 0 && /^(["']?)([\w-]+)\1:\s*(?:\s#.*)?$/.exec(line)?.[2] === name;
}

/** The text with the board's own objects as values, so that what is the same object later is known to be unchanged. Throws `board_invalid` where the text says something else. */
export function pairText(text: string, board: Sections): BoardText {
  const read = readBoard(text);
  if (!isDeepStrictEqual(read.board, plain(board)))
    throw new ArtooError('board_invalid', 'the text of the board does not say what was read from it');
  const sections = read.sections?.map((section) => (section.name === undefined ? section : pairSection(section, board[section.name])));
  return { ...read, board, ...(sections && { sections }) };
}

/** A section that says this value, with the value's own objects. */
export function pairSection(section: Section, value: unknown): Section {
  if (!section.list) return { ...section, value };
  const parts = section.list.parts.map((part, at) => ({ ...part, value: (value as Sections)[part.name ?? at] })); // it is a list or a mapping, as was read
  return { ...section, value, list: { ...section.list, parts } };
}
