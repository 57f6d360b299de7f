/** The last line of a journal, read backwards, so that only that line is held in memory. */
import { fstatSync } from 'node:fs';
import { ArtooError } from '../contracts/errors.ts';
import { readAt } from './read-at.ts';
import { maxLineBytes } from './stream.ts';

/** How many bytes are complete lines, and the last of these lines; anything after it is torn. */
export type LastLine = { readonly whole: number; readonly line: Buffer };

/** Throws system errors, and `journal_corrupt` if the last line, or the torn one after it, is too long. */
export function lastLine(fd: number, maxBytes = maxLineBytes): LastLine {
  const whole = startOfLine(fd, fstatSync(fd).size, maxBytes);
  if (whole === 0) return { whole, line: Buffer.alloc(0) };
  const from = startOfLine(fd, whole - 1, maxBytes);
  return { whole, line: readAt(fd, from, whole - 1 - from) };
}

const chunkBytes = 1 << 13;

/** The position where the line that ends at `end` begins. */
function startOfLine(fd: number, end: number, maxBytes: number): number {
  for (let to = end; to > 0; to -= chunkBytes) {
    if (end - to > maxBytes) throw new ArtooError('journal_corrupt', `the last line of the journal is longer than ${maxBytes} bytes`);
    const from = Math.max(0, to - chunkBytes);
    const newline = readAt(fd, from, to - from).lastIndexOf(10);
    if (newline !== -1) return from + newline + 1;
  }
  return 0;
}
