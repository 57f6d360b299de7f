/**
 * The text of a board together with the value of each piece. When the text changes, only the pieces that differ are parsed; when the board changes,
 * only the pieces whose value is another object are written again. The result is always the same as reading or writing everything. Values are never
 * changed in place.
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
  /** The text in UTF-8. */
  readonly bytes: Buffer;
  /** The value of the text. */
  readonly board: unknown;
  /** Undefined if the text cannot be cut into sections; it is then read and changed as a whole. */
  readonly sections?: readonly Section[];
};

/** The text before the first section has no name. The text of tasks and agents is in their lists, if these can be split. */
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
 * Reads a text. Pieces in `known` are not parsed again and keep their value; if `said` is known to be the value of the whole text, other pieces are
 * not parsed either. Throws `board_invalid` like `readText`.
 */
export function readBoard(source: string | Buffer, known?: Pick<BoardText, 'sections'>, said?: Sections): BoardText {
  const text = source.toString();
  const bytes = typeof source === 'string' || !isUtf8(source) ? Buffer.from(text) : source;
  checkSize(bytes.length);
  const sections = readSections(text, known?.sections ?? [], known?.sections && said);
  return sections ? { bytes, board: boardOf(sections), sections } : { bytes, board: readText(text) };
}

/** The value of all sections. */
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

/** A section of only comments and empty lines; undefined for any other text. */
const silent = (text: string): Section | undefined =>
  spoken(text).length === 0 ? { name: undefined, text: copied(text), value: undefined } : undefined;

/** The lines that are neither comments nor empty. */
const spoken = (text: string): readonly string[] => text.split('\n').filter((line) => !/^\s*(?:#.*)?$/.test(line));

/** One section of a board, split into its parts if it has any. `said` is its value, if known. */
export function readSection(name: string, text: string, known?: Section, said?: unknown): Section | undefined {
  if (known?.text === text) return known;
  const list = readList(name, text, known?.list, said);
  if (list) return { name: copied(name), value: isSame(list, known?.list) ? known?.value : joinedValue(list), list };
  const own = { name: copied(name), text: copied(text) };
  return isKnown(said, text) ? { ...own, value: said } : readPart('entry', own);
}

/**
 * A copy of a text: a substring, and anything parsed from it, keeps the whole string in memory, so each task would keep the board from the time when
 * the task last changed.
 */
const copied = (text: string): string => plain(text) as string; // `plain` returns a text for a text

const isSame = (list: List, known: List | undefined): boolean =>
  known?.parts.length === list.parts.length && list.parts.every((part, at) => part === known.parts[at]);

/** The value of a section that has parts. */
export const joinedValue = ({ kind, parts }: List): unknown =>
  kind === 'item' ? parts.map(({ value }) => value) : Object.fromEntries(parts.map(({ name, value }) => [name, value]));

/** The sections that are long, and how their parts are identified. */
const lists: Readonly<Record<string, PieceKind>> = { tasks: 'item', agents: 'entry' };

/** Whether the value of a text is known. Values come from JSON, which has no .inf and .nan. */
const isKnown = (said: unknown, text: string): boolean => said !== undefined && !/\.(?:inf|nan)/i.test(text);

function readList(name: string, section: string, known: List | undefined, said: unknown): List | undefined {
  const kind = Object.hasOwn(lists, name) ? lists[name] : undefined;
  if (!kind) return undefined;
  const [head, ...pieces] = kind === 'item' ? itemsOf(section) : entriesOf(section);
  const names = new Set(pieces.map((piece) => piece.name));
  if (!head || pieces.length === 0 || names.size < pieces.length || names.has('__proto__') || !isHead(head.text, name)) return undefined;
  const before = known?.parts ?? [];
  const values = Object.keys(said ?? {}).length === pieces.length ? (said as Sections) : {}; // otherwise the text was not cut the way the value is divided
  let byText: ReadonlyMap<string, Part> | undefined;
  const parts = allOf(pieces, ({ name: key, text }, at) => {
    if (before[at]?.text === text) return before[at];
    const value = values[key ?? at];
    if (isKnown(value, text)) return { ...ownText(kind, key, text), value };
    byText ??= new Map(before.map((part) => [part.text, part]));
    return byText.get(text) ?? readPart(kind, ownText(kind, key, text));
  });
  return parts && { kind, head: copied(head.text), parts };
}

const ownText = (kind: PieceKind, key: string | undefined, text: string): Omit<Part, 'value'> => ({
  ...(kind === 'entry' && key !== undefined && { name: copied(key) }),
  text: copied(text),
});

/** Reads a part; undefined if its value has another name. */
function readPart<T extends { readonly name?: string; readonly text: string }>(
  kind: PieceKind,
  part: T,
): (T & { readonly value: unknown }) | undefined {
  const read = readPiece(part.text, kind);
  return read && read.name === part.name ? { ...part, value: read.value } : undefined;
}

/** Whether a text is only the line of a key, without any of its value, and comments around it. */
function isHead(text: string, name: string): boolean {
  const [line = '', ...others] = spoken(text);
  return others.length === 0 && /^(["']?)([\w-]+)\1:\s*(?:\s#.*)?$/.exec(line)?.[2] === name;
}

/**
 * The text with the board's own objects as values, so that an object that is the same later is known to be unchanged. Throws `board_invalid` if the
 * text has another value.
 */
export function pairText(text: string, board: Sections): BoardText {
  const read = readBoard(text);
  if (!isDeepStrictEqual(read.board, plain(board)))
    throw new ArtooError('board_invalid', 'the text of the board does not match what was read from it');
  const sections = read.sections?.map((section) => (section.name === undefined ? section : pairSection(section, board[section.name])));
  return { ...read, board, ...(sections && { sections }) };
}

/** A section with this value, made of the value's own objects. */
export function pairSection(section: Section, value: unknown): Section {
  if (!section.list) return { ...section, value };
  const parts = section.list.parts.map((part, at) => ({ ...part, value: (value as Sections)[part.name ?? at] })); // the value is a list or a mapping, as was read
  return { ...section, value, list: { ...section.list, parts } };
}
