/** Shortens long texts for prompts, evidence and people. No character is ever split. */

/** At most `max` characters; the last one is … if text was cut off. */
export const clip = (text: string, max: number): string => (text.length <= max ? text : `${part(text, 0, max - 1)}…`);

/** At most `max` characters, cut after a word unless the last one is very long. */
export function clipWords(text: string, max: number): string {
  const end = text.lastIndexOf(' ', max - 1);
  return text.length > max && end > max / 2 ? `${text.slice(0, end)}…` : clip(text, max);
}

/** The text on one line, at most `max` characters long; every run of white space or control characters becomes one space. */
export const oneLine = (text: string, max: number): string => clip(text.replaceAll(unlikeOneSpace, ' ').trim(), max);

/** Runs of white space other than a single space: most texts have none, and are not copied. */
const unlikeOneSpace = /[\s\p{Cc}]{2,}|[^\S ]|\p{Cc}/gu;

/** The head and the tail, where the important parts usually are: at most `max` characters in all. */
export function headAndTail(text: string, max: number): string {
  if (text.length <= max) return text;
  const kept = Math.max(0, max - 60); // leaves space for the line between head and tail
  const head = part(text, 0, Math.floor(kept * 0.7));
  const tail = part(text, text.length - Math.floor(kept * 0.3), text.length);
  return `${head}\n… ${text.length - head.length - tail.length} characters left out …\n${tail}`;
}

/** What was left out in the middle of a text. Lines are counted from 1. */
export type LeftOut = {
  readonly from: number;
  readonly to: number;
  readonly lines: number;
  readonly characters: number;
  readonly total: number;
};

/** The head and the tail, cut at line ends if possible: at most `max` characters, including the `note` between them. */
export function withoutMiddle(text: string, max: number, note: (left: LeftOut) => string): string {
  if (text.length <= max) return text;
  const room = Math.max(0, max - maxNoteLength);
  const head = headOf(text, Math.floor(room * 0.7));
  const tail = tailOf(text, Math.floor(room * 0.3));
  const from = linesIn(head) + 1;
  const lines = linesIn(text) + (text.endsWith('\n') ? 0 : 1);
  const to = Math.max(from, lines - linesIn(tail) - (tail.endsWith('\n') ? 0 : 1) + (isAtLine(text, tail) ? 0 : 1));
  const left = { from, to, lines, characters: text.length - head.length - tail.length, total: text.length };
  return `${head}${head.endsWith('\n') || head === '' ? '' : '\n'}${clip(oneLine(note(left), maxNoteLength), maxNoteLength - 2)}\n${tail}`;
}

/** How much was left out, in words. */
export function leftOutText({ from, to, lines, characters, total }: LeftOut): string {
  if (from === to) return `${grouped(characters)} of ${grouped(total)} characters left out`;
  return `lines ${grouped(from)} to ${grouped(to)} of ${grouped(lines)} left out, ${grouped(total)} characters in all`;
}

const grouped = (count: number): string => count.toLocaleString('en');

const maxNoteLength = 300;

/** Cuts at the last line end, unless that would drop more than half of the text, because a single line is too long to fit. */
function headOf(text: string, length: number): string {
  const end = text.lastIndexOf('\n', length - 1) + 1;
  return end > length / 2 ? text.slice(0, end) : part(text, 0, length);
}

function tailOf(text: string, length: number): string {
  const start = text.length - length;
  const next = text.indexOf('\n', start - 1) + 1;
  return next > 0 && next < text.length - length / 2 ? text.slice(next) : part(text, start, text.length);
}

const isAtLine = (text: string, tail: string): boolean => text[text.length - tail.length - 1] === '\n';

function linesIn(text: string): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

/** A slice that never splits a surrogate pair: a half pair at either end is dropped. */
export const part = (text: string, start: number, end: number): string =>
  text.slice(splits(text, start) ? start + 1 : start, splits(text, end) ? end - 1 : end);

const splits = (text: string, place: number): boolean => /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(place - 1, place + 1));
