/** Appends to the journal of one task. Nothing that was flushed is lost, and what is on disk is always whole lines. */
import { closeSync, fsync, ftruncateSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { ArtooError } from '../contracts/errors.ts';
import type { Entry } from './entry.ts';
import { createLineMaker } from './line.ts';
import { syncFolder } from './sync-folder.ts';

/**
 * Failure contract: `flush` and `sync` throw `journal_unwritable`; the file then holds exactly what earlier flushes wrote, and every later call
 * throws the same error. `close` never throws.
 */
export type JournalWriter = AsyncDisposable & {
  /** Takes an entry into the batch of the next flush. Throws as `flush` does when the batch is so large that it is flushed at once. */
  append(entry: Entry): void;
  /** Writes the batch in one go. Synchronous, so that an entry is on its way to the disk before it is seen. */
  flush(): void;
  /** Flushes, then waits until the disk has it. */
  sync(): Promise<void>;
  /** Flushes and lets go of the file. */
  close(): Promise<void>;
};

const syncToDisk = promisify(fsync);

/** How many characters may wait for a flush: a batch that grows past this goes to disk early, so that memory stays bounded. */
const maxWaiting = 1 << 20;

/** Writes to `fd`, which appends and holds `size` bytes; closes it at the end. */
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
      // The error that led here is reported; what is left is a torn tail, which readers skip.
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
      // Already reported by the flush, or to be by `broken`; the file is whole.
    }
    open = false;
    closeSync(fd);
  }

  function append(entry: Entry): void {
    waiting += addLine(entry, batch);
    batch.push('\n');
    if (waiting > maxWaiting) flush();
  }

  return {
    append,
    flush,
    sync,
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Where text becomes bytes. Writing is synchronous, so one buffer serves all journals; a new one for each batch would cost more than the write. */
const scratch = Buffer.allocUnsafeSlow(1 << 16);

/** Writes all pieces and returns how many bytes they were. */
function writeText(fd: number, pieces: readonly string[]): number {
  let total = 0;
  let filled = 0;
  const drain = () => {
    total += writeAll(fd, scratch, filled);
    filled = 0;
  };
  for (const piece of pieces) {
    const most = piece.length * 3; // bytes of UTF-8 for a UTF-16 unit
    if (filled + most > scratch.length) drain();
    if (most > scratch.length) total += writeAll(fd, Buffer.from(piece));
    else filled += scratch.write(piece, filled);
  }
  drain();
  return total;
}

/** The disk may take a part at a time. */
function writeAll(fd: number, bytes: Buffer, length = bytes.length): number {
  for (let at = 0; at < length; ) at += writeSync(fd, bytes, at, length - at);
  return length;
}
