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

/** A slice that leaves out a character of which only one half lies inside. */
export const part = (text: string, start: number, end: number): string =>
  text.slice(splits(text, start) ? start + 1 : start, splits(text, end) ? end - 1 : end);

const splits = (text: string, place: number): boolean => /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(place - 1, place + 1));
