/** Where a terminal puts the end of a line when it wraps it to a width. Pure. */
import { characters, widthOf } from '../wrap.ts';
import type { Caret } from './frame.ts';

/**
 * Row and column after the last character. A wide character that does not fit starts a row; after a row that is exactly full, the cursor is still in
 * that row.
 */
export function wrappedAt(text: string, columns: number): Caret {
  const width = widthOf(text);
  if (width <= columns) return { row: 0, column: width };
  let row = 0;
  let column = 0;
  for (const { segment } of characters().segment(text)) {
    const more = widthOf(segment);
    if (column + more > columns) {
      row += 1;
      column = 0;
    }
    column += more;
  }
  return { row, column };
}
