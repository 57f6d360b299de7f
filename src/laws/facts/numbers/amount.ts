/** The number in a table cell. */
import { readNumeral } from './numerals.ts';
import { factorsOf } from './units.ts';

/** The number in a cell, in bytes if the cell has such a unit; undefined for a cell that contains words. */
export function amountIn(cell: string): number | undefined {
  const [, digits, unit = ''] = /^[$€£]?([-+]?\d[\d.,']{0,30}) ?([A-Za-z%€$]{0,3})$/.exec(cell.trim()) ?? [];
  if (digits === undefined) return undefined;
  const [read] = readNumeral(digits.replace(/^[-+]/, ''));
  const factor = unit === '' || unit === '%' ? 1 : (factorsOf(unit).at(-1) ?? 1);
  return read === undefined ? undefined : (digits.startsWith('-') ? -1 : 1) * read.value * factor;
}
