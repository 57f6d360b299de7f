/** The part of a styled line to the left of a column. Pure. */
import { type Line, type Span, span } from '../style/line.ts';
import { characters, widthOf } from '../wrap.ts';

/** A wide character is left out rather than cut. */
export function startOf(whole: Line, columns: number): Line {
  const kept: Span[] = [];
  let left = columns;
  for (const { text, style } of whole) {
    const start = widthOf(text) <= left ? text : startOfText(text, left);
    if (start !== '') kept.push(span(start, style));
    if (start !== text) break;
    left -= widthOf(text);
  }
  return kept;
}

function startOfText(text: string, columns: number): string {
  let kept = '';
  let used = 0;
  for (const { segment } of characters().segment(text)) {
    used += widthOf(segment);
    if (used > columns) break;
    kept += segment;
  }
  return kept;
}
