/** The lines of a text file, one at a time, however many there are. */
import { isUtf8 } from 'node:buffer';
import type { FileHandle } from 'node:fs/promises';
import { ArtooError } from '../../contracts/errors.ts';
import { createLineCutter } from '../../contracts/text/line-cutter.ts';

/** A line without its line break, and its number, counted from 1. */
export type FileLine = { readonly number: number; readonly text: string };

const carriageReturn = 0x0d;
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);
const chunkBytes = 1 << 18;

/** Lines that are not empty, from the beginning of the file. Throws `memory_refused` for one that is too long or not UTF-8. */
export async function* fileLines(file: FileHandle, maxBytes: number): AsyncGenerator<FileLine> {
  const cutter = createLineCutter();
  let number = 1;
  const refused = (why: string) => new ArtooError('memory_refused', `line ${number}: ${why}`);

  function line(whole: Buffer): string {
    const bytes = bare(whole, number === 1);
    if (bytes.length > maxBytes) throw refused(`it is longer than ${maxBytes / 1e6} MB`);
    if (!isUtf8(bytes)) throw refused('it is not UTF-8');
    return bytes.toString();
  }

  const chunks: AsyncIterable<Buffer> = file.createReadStream({ start: 0, autoClose: false, highWaterMark: chunkBytes });
  for await (const chunk of chunks) {
    for (const bytes of cutter.cut(chunk)) {
      const text = line(bytes);
      if (text.trim() !== '') yield { number, text };
      number += 1;
    }
    if (cutter.pending > maxBytes + chunkBytes) throw refused(`it is longer than ${maxBytes / 1e6} MB`);
  }
  const last = line(cutter.rest());
  if (last.trim() !== '') yield { number, text: last };
}

/** The text without the marks that editors put before a file and after a line. */
function bare(line: Buffer, isFirst: boolean): Buffer {
  const from = isFirst && line.subarray(0, 3).equals(byteOrderMark) ? byteOrderMark.length : 0;
  return line.subarray(from, line.at(-1) === carriageReturn ? -1 : undefined);
}
