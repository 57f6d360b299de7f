/** The rows of a journal that are listed. Pure. */
import { visible } from '../../../contracts/text/visible.ts';
import type { Row } from '../../../view/rows/row.ts';

export type JournalLine = Pick<Row, 'seq' | 'who' | 'what' | 'detail' | 'tone' | 'weight'> & { readonly key: number };

type Wanted = { readonly text: string; readonly isFine: boolean };

const known = new WeakMap<Row, JournalLine>();

/** The rows, without fine print unless it is asked for; with a search text, only rows that contain all of its words. */
export function journalLines(rows: readonly Row[], { text, isFine }: Wanted): readonly JournalLine[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const lines: JournalLine[] = [];
  for (const [key, row] of rows.entries()) {
    if (!isFine && row.weight === 'fine') continue;
    if (words.length > 0 && !hasAll(row, words)) continue;
    lines.push(lineOf(row, key));
  }
  return lines;
}

function hasAll({ seq, who, what, detail }: Row, words: readonly string[]): boolean {
  const text = `${seq} ${who} ${what} ${detail}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

/** The row as one line; the same row gets the same object each time. */
function lineOf(row: Row, key: number): JournalLine {
  const found = known.get(row);
  if (found) return found;
  const { seq, who, what, detail, tone, weight } = row;
  const line = { key, seq, who, what, detail: visible(detail.slice(0, maxLength).replaceAll(/\s+/g, ' ').trim()), tone, weight };
  known.set(row, line);
  return line;
}

const maxLength = 300;
