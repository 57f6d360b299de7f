/** Follows a journal while it is written: all of its complete lines, byte for byte. */
import { open } from 'node:fs/promises';

/** Reads on at each wake, and once more at the end. Nothing is lost if a wake is missed: the lines are still in the file. */
export async function* followLines(path: string, wakes: AsyncIterable<unknown>): AsyncGenerator<string> {
  await using file = await open(path);
  const buffer = Buffer.alloc(1 << 16);
  let rest: Buffer = Buffer.alloc(0);
  async function* more(): AsyncGenerator<string> {
    for (;;) {
      const { bytesRead } = await file.read(buffer);
      if (bytesRead === 0) return;
      const text = Buffer.concat([rest, buffer.subarray(0, bytesRead)]);
      const end = text.lastIndexOf(10) + 1;
      rest = Buffer.from(text.subarray(end));
      if (end > 0) yield text.toString('utf8', 0, end - 1);
    }
  }
  for await (const _ of wakes) yield* more();
  yield* more();
}
