/**
 * The end of the text that a model is writing, rendered as in the finished text. Frames come many times a second, so a block is rendered only when it
 * changes.
 */
import { markdownLines } from '../markdown/markdown-lines.ts';
import { blockTexts } from '../markdown/parse.ts';
import { type Line, span } from '../style/line.ts';
import type { Preview } from './live-lines.ts';

/** How many characters are read, from the end. */
const maxRead = 400;

/** How many blocks are kept: more than the last lines ever contain. */
const maxKept = 100;

/** Shows the last lines, wrapped to `columns` columns except for code; blank ones are left out. */
export function createPreview(): Preview {
  const kept = new Map<string, readonly Line[]>();

  function rendered(block: string, columns: number): readonly Line[] {
    const key = `${columns} ${block}`;
    const lines = kept.get(key) ?? blockLines(block, columns);
    if (kept.size >= maxKept) kept.clear();
    kept.set(key, lines);
    return lines;
  }

  return (text, columns, max) => {
    let lines: readonly Line[] = [];
    for (const block of blockTexts(finished(endOf(text.trim()))).toReversed())
      if (lines.length < max) lines = [...rendered(block, columns), ...lines];
    return lines.slice(-max);
  };
}

const blockLines = (block: string, columns: number): readonly Line[] =>
  markdownLines(block, columns)
    .filter((each) => each.some((part) => part.text.trim() !== ''))
    .map((each) => each.map(({ text, style }) => span(text, style === 'plain' ? 'muted' : style)));

/** The end of a text from the start of a line, or of a word if the line is long; in a block of code, with the line that opens it. */
function endOf(text: string): string {
  if (text.length <= maxRead) return text;
  const cut = text.length - maxRead;
  const start = Math.max(cut, text.indexOf('\n', cut) + 1 || text.indexOf(' ', cut) + 1);
  const rest = text.slice(start);
  return isInCode(text.slice(0, start)) ? `\`\`\`\n${rest}` : rest;
}

/** Closes open marks in the last line, so that they are not shown while it is being written. */
function finished(text: string): string {
  if (isInCode(text)) return text;
  const last = text.slice(text.lastIndexOf('\n') + 1);
  for (const mark of ['`', '**'] as const)
    if (last.split(mark).length % 2 === 0) return last.endsWith(mark) ? text.slice(0, -mark.length) : `${text}${mark}`;
  return text;
}

const isInCode = (text: string): boolean => [...text.matchAll(/^ {0,3}(?:```|~~~)/gm)].length % 2 === 1;
