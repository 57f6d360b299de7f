/** Long texts made short, for prompts, evidence and people. No character is ever cut in two. */

/** The first `most` characters, and a sign where there were more. */
export const clip = (text: string, most: number): string => (text.length <= most ? text : `${part(text, 0, most - 1)}…`);

/** A text on one line, every run of white space or control characters as one space, and not more of it than `most` characters. */
export const oneLine = (text: string, most: number): string => clip(text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim(), most);

/** The head and the tail, where what matters mostly stands: at most `most` characters in all. */
export function headAndTail(text: string, most: number): string {
  if (text.length <= most) return text;
  const kept = Math.max(0, most - 60); // the line between them
  const head = part(text, 0, Math.floor(kept * 0.7));
  const tail = part(text, text.length - Math.floor(kept * 0.3), text.length);
  return `${head}\n… ${text.length - head.length - tail.length} characters left out …\n${tail}`;
}

/** What is left out of the middle of a text. Lines are counted from 1. */
export type LeftOut = {
  readonly from: number;
  readonly to: number;
  readonly lines: number;
  readonly characters: number;
  readonly total: number;
};

/** The head and the tail, cut where lines end as far as there are line ends: at most `most` characters, a line of `note` between them included. */
export function withoutMiddle(text: string, most: number, note: (left: LeftOut) => string): string {
  if (text.length <= most) return text;
  const room = Math.max(0, most - maxNoteLength);
  const head = headOf(text, Math.floor(room * 0.7));
  const tail = tailOf(text, Math.floor(room * 0.3));
  const from = linesIn(head) + 1;
  const lines = linesIn(text) + (text.endsWith('\n') ? 0 : 1);
  const to = Math.max(from, lines - linesIn(tail) - (tail.endsWith('\n') ? 0 : 1) + (isAtLine(text, tail) ? 0 : 1));
  const left = { from, to, lines, characters: text.length - head.length - tail.length, total: text.length };
  return `${head}${head.endsWith('\n') || head === '' ? '' : '\n'}${clip(oneLine(note(left), maxNoteLength), maxNoteLength - 2)}\n${tail}`;
}

/** How much is left out, in words. */
export function leftOutText({ from, to, lines, characters, total }: LeftOut): string {
  if (from === to) return `${grouped(characters)} of ${grouped(total)} characters left out`;
  return `lines ${grouped(from)} to ${grouped(to)} of ${grouped(lines)} left out, ${grouped(total)} characters in all`;
}

const grouped = (count: number): string => count.toLocaleString('en');

/** How long the line between head and tail may be. */
const maxNoteLength = 300;

/** Back to the last line end, unless that would give up half of it: then the line is longer than what there is room for. */
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

/** A slice that leaves out a character of which only one half lies inside. */
export const part = (text: string, start: number, end: number): string =>
  text.slice(splits(text, start) ? start + 1 : start, splits(text, end) ? end - 1 : end);

const splits = (text: string, place: number): boolean => /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(place - 1, place + 1));
