/** Which rows of a long list are drawn: the visible ones, and a few around them. Pure. */

export type RowsInSight = {
  readonly first: number;
  /** The index after the last row that is drawn. */
  readonly end: number;
  /** The height of the rows that are not drawn, above and below, in pixels. */
  readonly above: number;
  readonly below: number;
};

/** How many extra rows are drawn on each side, for fast scrolling. */
const around = 20;

/** All rows have the same height. */
export function rowsInSight(count: number, rowHeight: number, top: number, height: number): RowsInSight {
  const first = clamp(Math.floor(top / rowHeight) - around, 0, count);
  const end = clamp(Math.ceil((top + height) / rowHeight) + around, first, count);
  return { first, end, above: first * rowHeight, below: (count - end) * rowHeight };
}

/** Where to scroll to make a row visible; undefined if it is visible. */
export function scrollFor(row: number, rowHeight: number, top: number, height: number): number | undefined {
  const [start, end] = [row * rowHeight, (row + 1) * rowHeight];
  if (start >= top && end <= top + height) return undefined;
  return Math.max(0, start < top ? start - rowHeight : end - height + rowHeight);
}

const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value));
