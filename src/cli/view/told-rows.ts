/** Rows of a told task: the entry, who, and what, each under the one it belongs to. Pure. */
import { oneLine } from '../../contracts/shorten.ts';
import { visible } from '../../contracts/visible.ts';
import { wrap } from './wrap.ts';

export type Row = {
  /** The entry it comes from; a row without one belongs to the row above. */
  readonly seq?: number;
  readonly who?: string;
  readonly depth?: number;
  readonly text: string;
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

/** One row as lines. Nothing in it can draw on a terminal. */
export function linesOf({ seq, who = '', depth = 0, text, short = false, spaced = false }: Row, layout: Layout): readonly string[] {
  const indent = gutter(layout) + depth * 2;
  const left = `${String(seq ?? '').padStart(layout.numbers)}  ${who.padEnd(widestRole)} ${'  '.repeat(depth)}`;
  const most = short ? Math.max(shortest, (layout.width ?? 160) - indent) : longest;
  const line = `${left}${visible(spaced ? text : oneLine(text, most))}`.trimEnd();
  return layout.width === undefined ? [line] : wrap(line, layout.width, indent + 2);
}
