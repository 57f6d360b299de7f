/** A task as it runs: its entries as lines for a terminal, as they come. */
import type { Entry } from '../../journal/entry.ts';
import { columnLines } from '../rows/columns.ts';
import { createEntryRows } from '../rows/entry-rows.ts';

const maxDetail = 220;

/** The lines of one entry after the other, in `width` columns where there is a limit. Paths below `cwd` are shown from there. */
export function createLiveLines(cwd?: string): (entry: Entry, width?: number) => readonly string[] {
  const rowsOf = createEntryRows({ cwd });
  return (entry, width) =>
    rowsOf(entry)
      .filter(({ weight }) => weight !== 'fine')
      .flatMap((row) => columnLines(row, width, maxDetail));
}
