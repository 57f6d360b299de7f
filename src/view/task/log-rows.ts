/** Rows of a told task: the entry, who, and what, each under the one it belongs to. Pure. */
import { clip, oneLine } from '../../contracts/shorten.ts';
import { visible } from '../../contracts/visible.ts';
import { wrap } from '../wrap.ts';

export type Row = {
  /** The entry it comes from; a row without one belongs to the row above. */
  readonly seq?: number;
  readonly who?: string;
  readonly depth?: number;
  readonly text: string;
  /** What came of it: it stays whole, and the text before it is cut off. */
  readonly mark?: string;
  /** Behind the mark, as much as there is room for. */
  readonly detail?: string;
  /** Whether it belongs to the row below. */
  readonly heads?: boolean;
  /** Whether it stays one line: what does not fit is cut off. */
  readonly short?: boolean;
  /** Whether its spaces are meant. */
  readonly spaced?: boolean;
};

/** How rows are laid out: how wide the column of entries is, and how many columns there are in all. */
export type Layout = { readonly numbers: number; readonly width: number | undefined };

export const layoutFor = (entries: number, width: number | undefined): Layout => ({
  numbers: Math.max(4, String(Math.max(0, entries - 1)).length + 1),
  width,
});

/** Where the text of a row begins, without its depth. */
const gutter = ({ numbers }: Layout): number => numbers + 2 + widestRole + 1;
const widestRole = 5;
const longest = 600;
const shortest = 40;
const longestMark = 300;
const shortestDetail = 24;

/** One row as lines. Nothing in it can draw on a terminal. */
export function linesOf(row: Row, layout: Layout): readonly string[] {
  const { seq, who = '', depth = 0, text, short = false, spaced = false } = row;
  const indent = gutter(layout) + depth * 2;
  const left = `${String(seq ?? '').padStart(layout.numbers)}  ${who.padEnd(widestRole)} ${'  '.repeat(depth)}`;
  const most = short ? Math.max(shortest, (layout.width ?? 160) - indent) : longest;
  const line = `${left}${visible(spaced ? text : textOf(row, most))}`.trimEnd();
  return layout.width === undefined ? [line] : wrap(line, layout.width, indent + 2);
}

/** On one line. Of a row with a mark, the text before it is cut off first, and what stands behind it. */
function textOf({ text, mark = '', detail = '' }: Row, most: number): string {
  if (mark === '') return oneLine(text, most);
  const kept = ` ${oneLine(mark, longestMark)}`;
  const behind = detail === '' ? '' : `: ${oneLine(detail, most)}`;
  const room = most - kept.length;
  const head = oneLine(text, Math.max(shortest, room - Math.min(behind.length, shortestDetail)));
  return `${head}${kept}${clip(behind, Math.max(shortestDetail, room - head.length))}`;
}

/** Each row that happened beside the others stands before the first that is later. */
export function inOrder(rows: readonly Row[], beside: readonly Row[]): readonly Row[] {
  const merged = [...rows];
  for (const row of beside) {
    const later = merged.findIndex(({ seq = 0 }) => seq > (row.seq ?? 0));
    const place = later === -1 ? merged.length : later;
    merged.splice(merged[place - 1]?.heads ? place - 1 : place, 0, row);
  }
  return merged;
}
