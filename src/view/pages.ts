/** Text that does not fit on a screen: its first rows with a count of the rest, or all of it page by page. Pure. */

/** Columns and rows, if known. */
export type Screen = { readonly width: number | undefined; readonly height: number | undefined };

/** The rows of a question, and of the answers and the prompt below it. */
const [maxRows, minRows, belowIt] = [30, 9, 5];

/** How many rows a question may take. */
export const roomOn = ({ height = maxRows + belowIt }: Screen): number => Math.min(maxRows, Math.max(minRows, height - belowIt));

/** At most `max` rows; the last one counts those that are left out. */
export function cut(rows: readonly string[], max: number): readonly string[] {
  if (rows.length <= max) return rows;
  const kept = Math.max(0, max - 1);
  return [...rows.slice(0, kept), `  … ${counted(rows.length - kept, 'more line')}`];
}

/** How many of `count` rows are listed before the rest is counted: a single further row takes no more room than the count would. */
export const listable = (count: number, max: number): number => (count <= max + 1 ? count : max);

/** All rows, a screenful at a time. */
export function pagesOf(rows: readonly string[], screen: Screen): readonly (readonly string[])[] {
  const room = roomOn(screen);
  return Array.from({ length: Math.ceil(rows.length / room) }, (_, page) => rows.slice(page * room, (page + 1) * room));
}

/** A number with its noun: `1 task`, `2,000 tasks`. */
export const counted = (count: number, noun: string, nouns = `${noun}s`): string => `${grouped(count)} ${count === 1 ? noun : nouns}`;

/** Like `toLocaleString` for whole numbers, whose first call in a process takes half as long as Node takes to start. */
const grouped = (count: number): string =>
  Number.isSafeInteger(count) ? String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',') : count.toLocaleString('en');
