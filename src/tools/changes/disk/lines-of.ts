/** The lines of a text file, one by one, however long it is. */
import { open } from 'node:fs/promises';
import { errnoOf } from '../../../contracts/errno.ts';
import { createLineCutter } from '../../../contracts/text/line-cutter.ts';

const chunkBytes = 256 * 1024;

/**
 * A last line without a line break counts too. A missing file has no lines; throws other system errors. Only `\n` ends a line, because names may
 * contain all other line breaks.
 */
export async function* linesOf(path: string): AsyncGenerator<string> {
  await using file = await open(path).catch((error) => {
    if (errnoOf(error) !== 'ENOENT' && errnoOf(error) !== 'ENOTDIR') throw error;
    return undefined;
  });
  if (!file) return;
  const cutter = createLineCutter();
  for await (const chunk of file.createReadStream({ autoClose: false, highWaterMark: chunkBytes }) as AsyncIterable<Buffer>) // the stream has no encoding, so each chunk is a buffer
    for (const line of cutter.cut(chunk)) yield line.toString();
  if (cutter.pending > 0) yield cutter.rest().toString();
}
