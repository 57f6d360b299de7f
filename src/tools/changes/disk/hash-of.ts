/** SHA-256 of the content of a regular file. Neither follows a symlink nor waits for a pipe. */
import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { errnoOf } from '../../../contracts/errno.ts';

const chunkBytes = 256 * 1024;

/** Throws system errors, and the signal's reason. Small files are read synchronously: a hundred thousand waits take longer than the reading. */
export async function hashOf(path: string, signal?: AbortSignal): Promise<string> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const small = hashOfSmall(openSync(path, flags));
  if (small !== undefined) return small;
  await using file = await open(path, flags);
  const digest = createHash('sha256');
  const chunk = Buffer.alloc(4 * chunkBytes);
  for (;;) {
    signal?.throwIfAborted();
    const { bytesRead } = await file.read(chunk, 0, chunk.length);
    if (bytesRead === 0) return digest.digest('hex');
    digest.update(chunk.subarray(0, bytesRead));
  }
}

/** Empty for a file that we may not read: then only size and time are compared. */
export async function hashIfReadable(path: string, signal?: AbortSignal): Promise<string> {
  try {
    return await hashOf(path, signal);
  } catch (error) {
    if (errnoOf(error) !== 'EACCES') throw error;
    return '';
  }
}

/** Safe to share: nothing is awaited between two reads into it. */
const shared = Buffer.allocUnsafe(chunkBytes);

function hashOfSmall(fd: number): string | undefined {
  try {
    if (fstatSync(fd).size > chunkBytes) return undefined;
    const digest = createHash('sha256');
    for (let read = readSync(fd, shared); read > 0; read = readSync(fd, shared)) digest.update(shared.subarray(0, read));
    return digest.digest('hex');
  } finally {
    closeSync(fd);
  }
}
