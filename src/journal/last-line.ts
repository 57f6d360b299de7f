/** The end of a journal, read backwards: however long it is, only its last line is kept in memory. */
import { fstatSync } from 'node:fs';
import { ArtooError } from '../contracts/errors.ts';
import { readAt } from './read-at.ts';
import { maxLineBytes } from './stream.ts';

/** How many bytes hold whole lines, and the last of them; what follows is torn. */
export type LastLine = { readonly whole: number; readonly line: Buffer };

/** Throws `journal_corrupt` when that line, or what is torn after it, is longer than a line can be, and system errors. */
export function lastLine(fd: number, longest = maxLineBytes): LastLine {
  const whole = startOfLine(fd, fstatSync(fd).size, longest);
  if (whole === 0) return { whole, line: Buffer.alloc(0) };
  const from = startOfLine(fd, whole - 1, longest);
  return { whole, line: readAt(fd, from, whole - 1 - from) };
}

const chunkBytes = 1 << 13;

/** Where the line begins that goes up to `end`. */
function startOfLine(fd: number, end: number, longest: number): number {
  for (let to = end; to > 0; to -= chunkBytes) {
    if (end - to > longest) throw new ArtooError('journal_corrupt', `the last line of the journal is longer than ${longest} bytes`);
    const from = Math.max(0, to - chunkBytes);
    const newline = readAt(fd, from, to - from).lastIndexOf(10);
    if (newline !== -1) return from + newline + 1;
  }
  return 0;
}
