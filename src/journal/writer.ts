/** Appends to the journal of one task. Nothing flushed is lost, and the disk always holds whole lines. */
import { closeSync, fsync, ftruncateSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { ArtooError } from '../contracts/errors.ts';
import type { Entry } from './entry.ts';
import { createLineMaker } from './line.ts';
import { syncFolder } from './sync-folder.ts';

/** Failure contract: `flush` and `sync` throw `journal_unwritable`, with only earlier flushes in the file; later calls throw the same error. `close` never throws. */
export type JournalWriter = AsyncDisposable & {
  /** Adds an entry to the batch. Flushes, and throws like `flush`, when the batch has grown too large. */
  append(entry: Entry): void;
  /** Writes the batch. Synchronous, so that an entry is written before it is seen. */
  flush(): void;
  /** Flushes, then waits until the data is on disk. */
  sync(): Promise<void>;
  /** Flushes and closes the file. */
  close(): Promise<void>;
};

const syncToDisk = promisify(fsync);

/** How many characters may wait for a flush, so that memory stays bounded. */
const maxWaiting = 1 << 20;

/** Writes to `fd`, which must be open for appending and is `size` bytes long; `close` closes it. */
export function writeJournal(fd: number, size: number, path: string): JournalWriter {
  const addLine = createLineMaker();
  let batch: string[] = [];
  let waiting = 0;
  let written = size;
  let broken: ArtooError | undefined;
  let open = true;
  let placed = size > 0 ? Promise.resolve() : undefined;

  function fail(cause: unknown): never {
    broken ??= new ArtooError('journal_unwritable', `cannot write ${path}: ${cause instanceof Error ? cause.message : cause}`, { cause });
    throw broken;
  }

  function flush(): void {
    if (broken) throw broken;
    if (batch.length === 0) return;
    if (!open) fail(new Error('it is closed'));
    const pieces = batch;
    batch = [];
    waiting = 0;
    try {
      written += writeText(fd, pieces);
    } catch (error) {
      cutBack();
      fail(error);
    }
  }

  /** A disk that fills in the middle of a batch leaves half a line: cut it off. */
  function cutBack(): void {
    try {
      ftruncateSync(fd, written);
    } catch {
      // The first error is reported; what is left is a torn tail, which readers skip.
    }
  }

  async function sync(): Promise<void> {
    flush();
    placed ??= syncFolder(dirname(path));
    await Promise.all([syncToDisk(fd), placed]).catch(fail);
  }

  async function close(): Promise<void> {
    if (!open) return;
    try {
      flush();
    } catch {
      // Later calls throw it again; the file is whole.
    }
    open = false;
    closeSync(fd);
  }

  function append(entry: Entry): void {
    waiting += addLine(entry, batch);
    batch.push('\n');
    if (waiting > maxWaiting) flush();
  }

  return { append, flush, sync, close, [Symbol.asyncDispose]: close };
}

/** Encodes text. Writing is synchronous, so one buffer serves all journals; a new one per batch would cost more than the write. */
const scratch = Buffer.allocUnsafeSlow(1 << 16);

/** Writes all pieces and returns their size in bytes. */
function writeText(fd: number, pieces: readonly string[]): number {
  let total = 0;
  let filled = 0;
  const drain = () => {
    total += writeAll(fd, scratch, filled);
    filled = 0;
  };
  for (const piece of pieces) {
    const maxBytes = piece.length * 3; // a UTF-16 unit takes up to three bytes in UTF-8
    if (filled + maxBytes > scratch.length) drain();
    if (maxBytes > scratch.length) total += writeAll(fd, Buffer.from(piece));
    else filled += scratch.write(piece, filled);
  }
  drain();
  return total;
}

/** The system may write only a part at a time. */
function writeAll(fd: number, bytes: Buffer, length = bytes.length): number {
  for (let at = 0; at < length; ) at += writeSync(fd, bytes, at, length - at);
  return length;
}
