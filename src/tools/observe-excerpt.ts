/** What is kept of a text that is too long to be kept. No character is ever cut in two. */
import type { Span } from './pattern.ts';

const around = 40;
const mostExcerpt = 500;

/** The first `most` characters, and a sign where there were more. */
export const clip = (text: string, most: number): string => (text.length <= most ? text : `${part(text, 0, most - 1)}…`);

/** What was found, with a little around it. */
export const excerpt = (text: string, { start, end }: Span): string =>
  clip(part(text, Math.max(0, start - around), end + around), mostExcerpt);

/** The head and the tail, where what matters mostly stands: at most `most` characters in all. */
export function headAndTail(text: string, most: number): string {
  if (text.length <= most) return text;
  const kept = most - 60; // the line between them
  const head = part(text, 0, Math.floor(kept / 2));
  const tail = part(text, text.length - Math.floor(kept / 2), text.length);
  return `${head}\n… ${text.length - head.length - tail.length} characters left out …\n${tail}`;
}

/** A slice that leaves out a character of which only one half lies inside. */
const part = (text: string, start: number, end: number): string =>
  text.slice(splits(text, start) ? start + 1 : start, splits(text, end) ? end - 1 : end);

const splits = (text: string, place: number): boolean => /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(place - 1, place + 1));
