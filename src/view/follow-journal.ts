/** A journal as it is written: its whole lines, byte for byte, none left out. */
import { open } from 'node:fs/promises';

/** Reads on whenever it is woken, and once more at the end. The file is the truth: what a slow reader missed of the wakes is still in it. */
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
