/** Rows in three columns: who, what, and the detail beneath each other. Pure. */
import { clip } from '../../contracts/shorten.ts';
import { visible } from '../../contracts/visible.ts';
import { wrap } from '../wrap.ts';
import type { Row } from './row.ts';

/** One row as lines that fit, with at most `maxDetail` characters of its detail. Nothing in it can draw on a terminal. */
export function columnLines({ who, what, detail }: Row, width: number | undefined, maxDetail: number): readonly string[] {
  const line = `${who.padEnd(5)} ${clean(what, maxDetail).padEnd(12)} ${clean(detail, maxDetail)}`.trimEnd();
  return width === undefined ? [line] : wrap(line, width, 19);
}

/** A text on one line that cannot draw on a terminal, and not more of it than `most` characters. */
export const clean = (text: string, most: number): string => clip(visible(text.replaceAll(/\s+/g, ' ').trim()), most);
