/** The lines of a text file, one by one, however long the file is. */
import { open } from 'node:fs/promises';
import { errnoOf } from '../../errno.ts';

const chunkBytes = 256 * 1024;
const lineFeed = 0x0a;

/** A last line without its end counts too. No file, no lines; throws other system errors. Only `\n` ends a line: names may have any other end in them. */
export async function* linesOf(path: string): AsyncGenerator<string> {
  await using file = await open(path).catch((error) => {
    if (errnoOf(error) !== 'ENOENT' && errnoOf(error) !== 'ENOTDIR') throw error;
    return undefined;
  });
  if (!file) return;
  const begun: Buffer[] = [];
  for (;;) {
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(chunkBytes), 0, chunkBytes);
    if (bytesRead === 0) break;
    let from = 0;
    for (let end = buffer.indexOf(lineFeed); end !== -1 && end < bytesRead; end = buffer.indexOf(lineFeed, from)) {
      yield Buffer.concat([...begun.splice(0), buffer.subarray(from, end)]).toString();
      from = end + 1;
    }
    if (from < bytesRead) begun.push(buffer.subarray(from, bytesRead));
  }
  if (begun.length > 0) yield Buffer.concat(begun).toString();
}
