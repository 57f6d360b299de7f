/** SHA-256 of the content of a regular file. Neither follows a symlink nor waits for a pipe. */
import { createHash, type Hash, hash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, read, readSync } from 'node:fs';
import { promisify } from 'node:util';
import { errnoOf } from '../../../contracts/errno.ts';
import { type Attributes, attributesOf } from './attributes.ts';
import { dataRanges } from './data-ranges.ts';

const chunkBytes = 256 * 1024;
const readingFlags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Opens a file for reading. Throws system errors. */
export const openToRead = (path: string): number => openSync(path, readingFlags);

export type Content = { readonly hash: string; readonly attributes: Attributes | undefined };

/** The content of a file with its attributes, from one open file. Throws system errors, and the signal's reason. */
export async function contentOf(path: string, signal?: AbortSignal): Promise<Content> {
  const fd = openToRead(path);
  try {
    return { hash: await hashOfOpen(fd, signal), attributes: attributesOf(fd) };
  } finally {
    closeSync(fd);
  }
}

/** The hash of a file. Throws system errors, and the signal's reason. */
export async function hashOf(path: string, signal?: AbortSignal): Promise<string> {
  const fd = openToRead(path);
  try {
    return await hashOfOpen(fd, signal);
  } finally {
    closeSync(fd);
  }
}

/** The hash of a file; empty for an unreadable file, so that only size and time are compared. */
export async function hashIfReadable(path: string, signal?: AbortSignal): Promise<string> {
  try {
    return await hashOf(path, signal);
  } catch (error) {
    if (errnoOf(error) !== 'EACCES') throw error;
    return '';
  }
}

/** Small files are read synchronously: with a hundred thousand files, the waits would take longer than the reading. */
export async function hashOfOpen(fd: number, signal?: AbortSignal): Promise<string> {
  const stats = fstatSync(fd);
  if (stats.size <= chunkBytes) return hashOfSmall(fd, stats.size);
  const digest = createHash('sha256');
  if (stats.size <= maxWhole) await addAll(digest, fd, signal);
  else await addBlocks(digest, fd, stats.size, signal);
  return digest.digest('hex');
}

/**
 * In larger files, only blocks that are not all zeros are hashed, each with its position, so that holes need not be read and equal content has equal
 * hashes.
 */
const maxWhole = 64 * 1024 ** 2;
const blockBytes = 64 * 1024;
const zeros = Buffer.alloc(blockBytes);

/** The same hash for content that arrives in chunks; `size` is the size of the file. */
export function createContentHash(size: number): { update(piece: Buffer): void; digest(): string } {
  const digest = createHash('sha256');
  if (size <= maxWhole) return { update: (piece) => void digest.update(piece), digest: () => digest.digest('hex') };
  digest.update(String(size));
  let at = 0;
  let rest: Buffer = Buffer.alloc(0); // less than a block
  const add = (block: Buffer) => {
    if (!isZero(block)) digest.update(`@${at}:`).update(block);
    at += block.length;
  };
  return {
    update(piece) {
      const all = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
      const whole = all.length - (all.length % blockBytes);
      for (let from = 0; from < whole; from += blockBytes) add(all.subarray(from, from + blockBytes));
      rest = Buffer.from(all.subarray(whole));
    },
    digest() {
      if (rest.length > 0) add(rest);
      return digest.digest('hex');
    },
  };
}

/** The same hash for content in memory. */
export function hashOfBytes(content: Buffer): string {
  const digest = createContentHash(content.length);
  digest.update(content);
  return digest.digest();
}

const isZero = (block: Buffer): boolean => block.equals(block.length === blockBytes ? zeros : zeros.subarray(0, block.length));

/** Safe to share, because nothing is awaited between reading into it and using it. */
const shared = Buffer.allocUnsafe(chunkBytes);

function hashOfSmall(fd: number, size: number): string {
  let at = 0;
  for (let bytes = -1; at < size && bytes !== 0; at += bytes) bytes = readSync(fd, shared, at, size - at, at);
  return hash('sha256', shared.subarray(0, at));
}

const readAt = promisify(read);

async function addAll(digest: Hash, fd: number, signal: AbortSignal | undefined): Promise<void> {
  const chunk = Buffer.allocUnsafe(4 * chunkBytes);
  for (let at = 0, bytes = -1; bytes !== 0; at += bytes) {
    signal?.throwIfAborted();
    ({ bytesRead: bytes } = await readAt(fd, chunk, 0, chunk.length, at));
    digest.update(chunk.subarray(0, bytes));
  }
}

async function addBlocks(digest: Hash, fd: number, size: number, signal: AbortSignal | undefined): Promise<void> {
  const chunk = Buffer.allocUnsafe(64 * blockBytes);
  digest.update(String(size));
  let done = 0; // two ranges may share a block
  for (const [start, end] of await dataRanges(fd, size, signal)) {
    let at = Math.max(done, start - (start % blockBytes));
    while (at < end) {
      signal?.throwIfAborted();
      const wanted = Math.ceil((end - at) / blockBytes) * blockBytes;
      const { bytesRead } = await readAt(fd, chunk, 0, Math.min(chunk.length, wanted), at);
      if (bytesRead === 0) break;
      for (let from = 0; from < bytesRead; from += blockBytes) {
        const block = chunk.subarray(from, Math.min(from + blockBytes, bytesRead));
        if (!isZero(block)) digest.update(`@${at + from}:`).update(block);
      }
      at += bytesRead;
    }
    done = Math.max(done, at);
  }
}
