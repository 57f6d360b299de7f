/** Cuts a styled line to a width. Pure. */
import { characters, widthOf } from '../wrap.ts';
import { type Line, lineWidth, type Span, span } from './line.ts';

/** The line in at most `columns` columns; the last column is … if text was cut off. */
export function cutLine(whole: Line, columns: number): Line {
  if (lineWidth(whole) <= columns) return whole;
  if (columns < 1) return [];
  const kept: Span[] = [];
  let room = columns - 1;
  for (const { text, style } of whole) {
    const width = widthOf(text);
    if (width <= room) {
      kept.push(span(text, style));
      room -= width;
      continue;
    }
    kept.push(span(`${beginningOf(text, room)}…`, style));
    break;
  }
  return kept;
}

function beginningOf(text: string, columns: number): string {
  let used = 0;
  let kept = '';
  for (const { segment } of characters().segment(text)) {
    used += widthOf(segment);
    if (used > columns) break;
    kept += segment;
  }
  return kept;
}
