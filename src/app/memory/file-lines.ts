/** The lines of a text file, one at a time, however many there are. */
import { isUtf8 } from 'node:buffer';
import type { FileHandle } from 'node:fs/promises';
import { ArtooError } from '../../contracts/errors.ts';

/** A line without its end, and which one it is, from 1. */
export type FileLine = { readonly number: number; readonly text: string };

const [newline, carriageReturn] = [0x0a, 0x0d];
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);
const chunkBytes = 1 << 18;

/** Lines that are not empty, from the beginning of the file. Throws `memory_refused` for one that is too long or no UTF-8. */
export async function* fileLines(file: FileHandle, maxBytes: number): AsyncGenerator<FileLine> {
  let begun: Buffer[] = [];
  let size = 0;
  let number = 1;
  const refused = (why: string) => new ArtooError('memory_refused', `line ${number}: ${why}`);

  function line(rest: Buffer): string {
    const bytes = bare(Buffer.concat([...begun, rest]), number === 1);
    begun = [];
    size = 0;
    if (bytes.length > maxBytes) throw refused(`it is longer than ${maxBytes / 1e6} MB`);
    if (!isUtf8(bytes)) throw refused('it is not UTF-8');
    return bytes.toString();
  }

  const chunks: AsyncIterable<Buffer> = file.createReadStream({ start: 0, autoClose: false, highWaterMark: chunkBytes });
  for await (const chunk of chunks) {
    let from = 0;
    for (let to = chunk.indexOf(newline); to !== -1; to = chunk.indexOf(newline, from)) {
      const text = line(chunk.subarray(from, to));
      if (text.trim() !== '') yield { number, text };
      number += 1;
      from = to + 1;
    }
    if (from === chunk.length) continue;
    begun.push(chunk.subarray(from));
    size += chunk.length - from;
    if (size > maxBytes + chunkBytes) throw refused(`it is longer than ${maxBytes / 1e6} MB`);
  }
  const last = line(Buffer.alloc(0));
  if (last.trim() !== '') yield { number, text: last };
}

/** Without what editors put in front of a file and behind a line. */
function bare(line: Buffer, isFirst: boolean): Buffer {
  const from = isFirst && line.subarray(0, 3).equals(byteOrderMark) ? byteOrderMark.length : 0;
  return line.subarray(from, line.at(-1) === carriageReturn ? -1 : undefined);
}
