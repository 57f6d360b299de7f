/** Cuts styled lines by columns. Pure. */
import { type Line, lineWidth, type Span, span } from '../style/line.ts';
import { characters, widthOf } from '../wrap.ts';

/** The line itself where it fits; otherwise as much of it as leaves a column for `…`. */
export function cutLine(whole: Line, columns: number): Line {
  if (lineWidth(whole) <= columns) return whole;
  const kept = startOf(whole, columns - 1);
  return columns < 1 ? [] : [...kept, span('…', kept.at(-1)?.style ?? 'plain')];
}

/** What of a line stands in its first columns. A wide character is left out rather than cut. */
export function startOf(whole: Line, columns: number): Line {
  const kept: Span[] = [];
  let left = columns;
  for (const { text, style } of whole) {
    const width = widthOf(text);
    if (width > left) {
      const start = startOfText(text, left);
      return start === '' ? kept : [...kept, span(start, style)];
    }
    kept.push(span(text, style));
    left -= width;
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
