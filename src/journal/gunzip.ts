/** Unpacks a gzip stream. Damage is reported as data and comes last, after everything that could be read; only the checksum at the end proves that all of it is right. */
import { finished } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';

/** What is wrong with the compressed data; always the last item. */
export type Damage = { readonly damaged: string };

/** How much to read from the source at a time: it expands to at most a thousand times as much, all of which is held in memory. */
export const gzipChunkBytes = 1 << 12;

/** Yields everything that a chunk expands to before reading the next. Throws only what the source throws. */
export async function* gunzip(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer | Damage> {
  const engine = createGunzip({ chunkSize: 1 << 18 });
  const ready: Buffer[] = [];
  let taken = 0;
  let wrong: string | undefined;
  const { promise: broken, resolve } = Promise.withResolvers<void>(); // a failed write never calls back

  // A listener instead of the stream's own iterator, which drops data that is ready when an error occurs.
  engine.on('data', (chunk: Buffer) => ready.push(chunk));
  engine.on('error', ({ message }) => {
    wrong ??= message;
    resolve();
  });
  const take = () => ready.splice(0);
  try {
    for await (const chunk of source) {
      taken += chunk.length;
      await Promise.race([new Promise((resolve) => engine.write(chunk, resolve)), broken]);
      yield* take();
      if (wrong !== undefined) break;
    }
    if (wrong === undefined) await finished(engine.end()).catch(() => {}); // the listener receives the error
    yield* take();
    if (wrong !== undefined) yield { damaged: `the compressed file is damaged or cut off (${wrong})` };
    else if (engine.bytesWritten !== taken) yield { damaged: 'there is data after the end of the compressed data' };
  } finally {
    engine.destroy();
  }
}
