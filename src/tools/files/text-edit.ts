/** One edit of a text: where it applies, and its result. Pure; takes time linear in the length of the text. */

export type TextEdit = { readonly old: string; readonly new: string };

/** How often a part occurs, including overlapping occurrences, and the first positions. */
export type Occurrences = { readonly count: number; readonly first: readonly number[] };

const maxNamed = 10;

/** The algorithm of Knuth, Morris and Pratt: `indexOf` takes hours for some pairs of long texts, and cannot be stopped. */
export function occurrences(text: string, part: string): Occurrences {
  const borders = bordersOf(part);
  const first: number[] = [];
  let count = 0;
  let matched = 0;
  for (let at = 0; at < text.length; at += 1) {
    matched = extended(part, borders, matched, text.charCodeAt(at));
    if (matched < part.length) continue;
    if (count < maxNamed) first.push(at + 1 - part.length);
    count += 1;
    matched = borders[matched - 1] ?? 0;
  }
  return { count, first };
}

/** For each prefix of the part, the length of its longest border: a proper prefix that is also a suffix. */
function bordersOf(part: string): Int32Array {
  const borders = new Int32Array(part.length);
  let length = 0;
  for (let at = 1; at < part.length; at += 1) {
    length = extended(part, borders, length, part.charCodeAt(at));
    borders[at] = length;
  }
  return borders;
}

/** How many characters of the part match after one more character. */
function extended(part: string, borders: Int32Array, matched: number, character: number): number {
  let length = matched;
  while (length > 0 && part.charCodeAt(length) !== character) length = borders[length - 1] ?? 0;
  return part.charCodeAt(length) === character ? length + 1 : length;
}

export type Span = { readonly from: number; readonly to: number };

/** The text with the span replaced. */
export const edited = (text: string, { from, to }: Span, part: string): string => text.slice(0, from) + part + text.slice(to);

/** The line of a position, counted from 1. */
export function lineAt(text: string, at: number): number {
  let line = 1;
  for (let end = text.indexOf('\n'); end !== -1 && end < at; end = text.indexOf('\n', end + 1)) line += 1;
  return line;
}

/** Why an edit does not apply: the old text is missing, or occurs more than once. Undefined if the edit applies. */
export function whyNot(text: string, { old }: TextEdit, { count, first }: Occurrences): string | undefined {
  if (count === 1) return undefined;
  if (count === 0)
    return `the text to replace is not there${isThereOtherwise(text, old) ? '; it is there only with different white space (spaces, tabs, line endings)' : ''}`;
  const lines = [...new Set(first.map((at) => lineAt(text, at)))].join(', ');
  return `the text to replace is there ${count} times, at line ${lines}${count > first.length ? ', …' : ''}: include more of the text around the one that you mean`;
}

function isThereOtherwise(text: string, old: string): boolean {
  const loose = squeezed(old).trim();
  return loose !== '' && occurrences(squeezed(text), loose).count > 0;
}

const squeezed = (text: string): string => text.replaceAll(/\s+/g, ' ');
