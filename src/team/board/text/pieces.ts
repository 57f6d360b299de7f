/**
 * Cuts the text of a board into its sections, and a section into its tasks or agents, by indentation alone, so that a board of 500 tasks need not be parsed to change one of
 * them. Pure.
 */

/** A piece of a text. All pieces joined are the whole text; text before the first key or item is a piece without a name. */
export type Piece = { readonly name: string | undefined; readonly text: string };

const sectionStart = /(?:([A-Za-z_][\w-]*)|"([^"\\\n]+)"|'([^'\n]+)'):(?=\s|$)/y;

/** First characters of lines that prevent sections from being told apart: several documents, directives, tabs, or everything in flow style. */
const unusual = new Set([...'%\t{[!&*|>?'].map((character) => character.charCodeAt(0)));
const [space, hash, lineEnd, carriageReturn] = [...' #\n\r'].map((character) => character.charCodeAt(0));

/** The sections of a board; undefined if they cannot be identified by their lines. */
export function sectionsOf(text: string): readonly Piece[] | undefined {
  const starts: Start[] = [];
  for (let at = 0; at < text.length; at = afterLine(text, at)) {
    const first = text.charCodeAt(at);
    if (first === space || first === hash || first === lineEnd || first === carriageReturn) continue;
    if (unusual.has(first) || text.startsWith('---', at) || text.startsWith('...', at)) return undefined;
    const name = nameAt(text, at);
    if (name !== undefined) starts.push({ name, at });
  }
  return cut(text, starts, 0);
}

/** The items of a list section, such as `tasks`; the first piece is the line of its key. */
export function itemsOf(section: string): readonly Piece[] {
  const indent = /\n( *)-(?=\s)/.exec(section)?.[1];
  if (indent === undefined) return [{ name: undefined, text: section }];
  const starts: Start[] = [];
  const mark = `\n${indent}-`;
  for (let at = section.indexOf(mark); at !== -1; at = section.indexOf(mark, at + 1))
    if (/\s/.test(section[at + mark.length] ?? '\n')) starts.push({ name: String(starts.length), at: at + 1 });
  return cut(section, starts, indent.length);
}

/** The entries of a section that maps names, such as `agents`; the first piece is the line of its key. */
export function entriesOf(section: string): readonly Piece[] {
  const indent = /\n( +)(?=["']?[\w-])/.exec(section)?.[1];
  if (indent === undefined) return [{ name: undefined, text: section }];
  const starts: Start[] = [];
  const mark = `\n${indent}`;
  for (let at = section.indexOf(mark); at !== -1; at = section.indexOf(mark, at + 1)) {
    const name = nameAt(section, at + mark.length);
    if (name !== undefined) starts.push({ name, at: at + 1 });
  }
  return cut(section, starts, indent.length);
}

/** The position of a piece's first line. */
type Start = { readonly name: string; readonly at: number };

function nameAt(text: string, at: number): string | undefined {
  sectionStart.lastIndex = at;
  const match = sectionStart.exec(text);
  return match?.[1] ?? match?.[2] ?? match?.[3];
}

function afterLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end + 1;
}

function cut(text: string, starts: readonly Start[], indent: number): readonly Piece[] {
  const begins = starts.map(({ at }) => withComments(text, at, indent));
  const head = { name: undefined, text: text.slice(0, begins[0] ?? text.length) };
  return [head, ...starts.map(({ name }, index) => ({ name, text: text.slice(begins[index], begins[index + 1] ?? text.length) }))];
}

/**
 * The start of a piece with the comments right before it. More deeply indented comments, and empty lines, may belong to a text in the previous piece.
 */
function withComments(text: string, start: number, indent: number): number {
  let begin = start;
  for (let end = start; end > 0; ) {
    const at = end < 2 ? 0 : text.lastIndexOf('\n', end - 2) + 1;
    const line = text.slice(at, end);
    const depth = /^ *#/.exec(line)?.[0].length;
    if (depth !== undefined && depth <= indent + 1) begin = at;
    else if (line.trim() !== '') break;
    end = at;
  }
  return begin;
}
