/** What a compressed file holds, as a stream. Damage is told as data, after what could be made out before it; whether all of that is right, its checksum tells at the end. */
import { finished } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';

/** Always the last: what is wrong with the compressed data. */
export type Damage = { readonly damaged: string };

/** How much is taken from the source at a time: at most a thousand times as much comes of it, which is held in memory. */
export const gzipChunkBytes = 1 << 12;

/** Takes small chunks and gives as much as comes of each before it takes the next. Throws only what the source throws. */
export async function* gunzip(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer | Damage> {
  const engine = createGunzip({ chunkSize: 1 << 18 });
  let ready: Buffer[] = [];
  let taken = 0;
  let wrong: string | undefined;
  const { promise: broken, resolve } = Promise.withResolvers<void>(); // a write that fails is never answered
  // A listener, and not the stream's own iterator: that one forgets what is ready when it meets an error.
  engine.on('data', (chunk: Buffer) => ready.push(chunk));
  engine.on('error', ({ message }) => {
    wrong ??= message;
    resolve();
  });
  const give = () => {
    const given = ready;
    ready = [];
    return given;
  };
  try {
    for await (const chunk of source) {
      taken += chunk.length;
      await Promise.race([new Promise((resolve) => engine.write(chunk, resolve)), broken]);
      yield* give();
      if (wrong !== undefined) break;
    }
    if (wrong === undefined) await finished(engine.end()).catch(() => {}); // the listener has it
    yield* give();
    if (wrong !== undefined) yield { damaged: `the compressed file is damaged or cut off (${wrong})` };
    else if (engine.bytesWritten !== taken) yield { damaged: 'there is data after the end of the compressed data' };
  } finally {
    engine.destroy();
  }
}
