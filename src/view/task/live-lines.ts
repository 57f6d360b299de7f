/** A running task: its entries as lines for a terminal. */
import type { Entry } from '../../journal/entry.ts';
import { columnLines } from '../rows/columns.ts';
import { createEntryRows } from '../rows/entry-rows.ts';

const maxDetail = 220;

/** Takes the entries one by one. Paths below `cwd` are shown relative to it. */
export function createLiveLines(cwd?: string): (entry: Entry, width?: number) => readonly string[] {
  const rowsOf = createEntryRows({ cwd });
  return (entry, width) =>
    rowsOf(entry)
      .filter(({ weight }) => weight !== 'fine')
      .flatMap((row) => columnLines(row, width, maxDetail));
}
