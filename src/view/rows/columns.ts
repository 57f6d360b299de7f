/** Rows in three columns: who, what and the detail. Pure. */
import { clip } from '../../contracts/text/shorten.ts';
import { visible } from '../../contracts/text/visible.ts';
import { wrap } from '../wrap.ts';
import type { Row } from './row.ts';

/** One row as lines of at most `width` columns, with at most `maxDetail` characters of its detail. */
export function columnLines({ who, what, detail }: Row, width: number | undefined, maxDetail: number): readonly string[] {
  const line = `${who.padEnd(5)} ${clean(what, maxDetail).padEnd(12)} ${clean(detail, maxDetail)}`.trimEnd();
  return width === undefined ? [line] : wrap(line, width, 19);
}

/** At most `max` characters of a text on one line, without control characters. */
export const clean = (text: string, max: number): string => clip(visible(text.replaceAll(/\s+/g, ' ').trim()), max);
