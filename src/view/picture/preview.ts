/** The end of what a model is writing, rendered as the whole will be. Pure. */
import { markdownLines } from '../markdown/markdown-lines.ts';
import { type Line, span } from '../style/line.ts';

/** Rendered anew with every frame, so only this much of the end is. */
const maxParsed = 400;

/** The last lines of at most `columns` columns, but for code; blank ones are left out. */
export const previewLines = (text: string, columns: number, max: number): readonly Line[] =>
  markdownLines(finished(endOf(text.trim())), columns)
    .filter((each) => each.some((part) => part.text.trim() !== ''))
    .slice(-max)
    .map((each) => each.map(({ text: words, style }) => span(words, style === 'plain' ? 'muted' : style)));

/** The end of a text from the start of a line, or of a word where the line is long; in a block of code, with the line that opens it. */
function endOf(text: string): string {
  if (text.length <= maxParsed) return text;
  const cut = text.length - maxParsed;
  const start = Math.max(cut, text.indexOf('\n', cut) + 1 || text.indexOf(' ', cut) + 1);
  const rest = text.slice(start);
  return isInCode(text.slice(0, start)) ? `\`\`\`\n${rest}` : rest;
}

/** Ends what the last line has begun, so that its marks are not shown while it is being written. */
function finished(text: string): string {
  if (isInCode(text)) return text;
  const last = text.slice(text.lastIndexOf('\n') + 1);
  for (const mark of ['`', '**'] as const)
    if (last.split(mark).length % 2 === 0) return last.endsWith(mark) ? text.slice(0, -mark.length) : `${text}${mark}`;
  return text;
}

const isInCode = (text: string): boolean => [...text.matchAll(/^ {0,3}(?:```|~~~)/gm)].length % 2 === 1;
