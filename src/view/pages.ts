/** What is longer than a screen: its beginning with a count of the rest, or all of it page by page. Pure. */

/** How many columns and rows there are, as far as that is known. */
export type Screen = { readonly width: number | undefined; readonly height: number | undefined };

/** The most rows of a question, the least that say anything, and what stands below: the answers and the prompt. */
const [maxRows, minRows, belowIt] = [30, 9, 5];

/** How many rows a question may take. */
export const roomOn = ({ height = maxRows + belowIt }: Screen): number => Math.min(maxRows, Math.max(minRows, height - belowIt));

/** At most that many rows; the last says how many are missing. */
export function cut(rows: readonly string[], most: number): readonly string[] {
  if (rows.length <= most) return rows;
  const kept = Math.max(0, most - 1);
  return [...rows.slice(0, kept), `  … ${counted(rows.length - kept, 'more line')}`];
}

/** All rows, a screenful at a time. */
export function pagesOf(rows: readonly string[], screen: Screen): readonly (readonly string[])[] {
  const room = roomOn(screen);
  return Array.from({ length: Math.ceil(rows.length / room) }, (_, page) => rows.slice(page * room, (page + 1) * room));
}

export const counted = (count: number, noun: string, nouns = `${noun}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? noun : nouns}`;
