/** Compresses the journal of an ended task: writes a new file, reads it back, puts it in place, and only then removes the plain file. If the process is killed, one or both files remain. */
import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { type FileHandle, open, rename, rm, stat, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { tryLock } from 'fs-native-extensions';
import { ArtooError } from '../contracts/errors.ts';
import { compressedPath } from './files.ts';
import { type Damage, gunzip, gzipChunkBytes } from './gunzip.ts';
import { gzipTime } from './gzip-time.ts';
import { type HeldJournal, holdEnded, type LeftAlone, leftAlone } from './hold-ended.ts';
import { syncFolder } from './sync-folder.ts';

/** Sizes in bytes; `freed` is the size of the whole plain journal if the compressed one already existed. */
export type Compressed = { readonly before: number; readonly after: number; readonly freed: number };

/**
 * Finishes the work if a killed process left both files. Failure contract: throws `journal_unwritable` or the signal's reason; the plain journal
 * is then unchanged and there is no new file, or both files exist if the plain one cannot be removed. `before` is called before each change on disk, so that
 * a test can kill the process there.
 */
export async function compressJournal(path: string, signal: AbortSignal, before: () => void = () => {}): Promise<Compressed | LeftAlone> {
  const held = await holdEnded(path);
  if ('left' in held) return held;
  await using _ = held.file;
  try {
    signal.throwIfAborted();
    const target = compressedPath(path);
    const isPlaced = existsSync(target);
    if (!isPlaced) await place(held, target, signal, before);
    else if (!(await isSame(held.file, target, signal)))
      return leftAlone('differs', `${target} already exists and contains something other than ${path}`);
    before();
    await unlink(path);
    const { size: after } = await stat(target);
    return { before: held.size, after, freed: held.size - (isPlaced ? 0 : after) };
  } catch (cause) {
    signal.throwIfAborted();
    throw new ArtooError('journal_unwritable', `cannot compress ${path}: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
}

async function place(held: HeldJournal, target: string, signal: AbortSignal, before: () => void): Promise<void> {
  const part = `${target}.part`;
  try {
    before();
    await rm(part, { force: true }); // left by a killed process: no running process writes it while we hold the journal
    await writePart(held, part, signal, before);
    before();
    await rename(part, target);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
  before();
  await syncFolder(dirname(target));
}

async function writePart(
  { file, ended, size, mtimeMs }: HeldJournal,
  path: string,
  signal: AbortSignal,
  before: () => void,
): Promise<void> {
  before();
  await using part = await open(path, 'wx', 0o600);
  tryLock(part.fd); // so that the file is not mistaken for a leftover
  const written = createHash('sha256');
  const read = file.createReadStream({ start: 0, autoClose: false, highWaterMark: 1 << 18 });
  await pipeline(
    read,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        written.update(chunk);
        yield chunk;
      }
    },
    createGzip({ chunkSize: 1 << 16 }),
    async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) {
        before();
        await part.writeFile(chunk);
      }
    },
    { signal },
  );
  const { bytes, place: at } = gzipTime(ended);
  before();
  await part.write(bytes, 0, bytes.length, at);
  before();
  await part.utimes(mtimeMs / 1000, mtimeMs / 1000);
  await part.sync();
  const { size: sizeNow, mtimeMs: mtimeNow } = await file.stat();
  const isWhole = (await digestOf(unpacked(path), signal)) === written.digest('hex');
  if (!isWhole || read.bytesRead !== size || sizeNow !== size || mtimeNow !== mtimeMs)
    throw new Error('it does not decompress to the same content');
}

async function isSame(file: FileHandle, target: string, signal: AbortSignal): Promise<boolean> {
  const plain = await digestOf(file.createReadStream({ start: 0, autoClose: false }), signal);
  return plain !== undefined && plain === (await digestOf(unpacked(target), signal));
}

const unpacked = (path: string): AsyncIterable<Buffer | Damage> => gunzip(createReadStream(path, { highWaterMark: gzipChunkBytes }));

/** The hash of the content; undefined if the content is damaged. */
async function digestOf(chunks: AsyncIterable<Buffer | Damage>, signal: AbortSignal): Promise<string | undefined> {
  const digest = createHash('sha256');
  for await (const chunk of chunks) {
    signal.throwIfAborted();
    if ('damaged' in chunk) return undefined;
    digest.update(chunk);
  }
  return digest.digest('hex');
}
