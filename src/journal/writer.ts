/** Appends to the journal of one task. Nothing that was flushed is lost, and the disk always holds complete lines. */
import { closeSync, fsync, ftruncateSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { ArtooError } from '../contracts/errors.ts';
import type { Entry } from './entry.ts';
import { createLineMaker } from './line.ts';
import { readAt } from './read-at.ts';
import { syncFolder } from './sync-folder.ts';

/**
 * Failure contract: `flush` and `sync` throw or reject with `journal_unwritable`, with only earlier flushes written; later calls fail with the same error. On a
 * bus they may also fail with `task_taken`, `log_rolled_back`, `bus_denied`, `bus_unfit` or `stopped`. `close` never throws.
 */
export type JournalWriter = AsyncDisposable & {
  /** Adds an entry to the batch. Flushes, and throws like `flush`, if the batch has grown too large. */
  append(entry: Entry): void;
  /** Writes the batch, so that an entry is written before it is seen: at once, or by the time the promise resolves. A rejection may be ignored: the next call rejects, too. */
  flush(): void | Promise<void>;
  /** Flushes, then waits until the data is on disk and this process is confirmed as the one that writes the journal. */
  sync(): Promise<void>;
  /** Whether this process may still act on what it wrote: at once, or once this is known. Throws or rejects with `task_taken`. */
  mayAct(): void | Promise<void>;
  /** Whether the receipts of a call whose intent has this place are in the data folder of this process, so that the call can be looked up. */
  hasReceiptsOf(seq: number): boolean;
  /** How long the writer has waited for the place it writes to, in ms, since the last call. */
  waitedMs(): number;
  /** From now on nothing waits longer than this in total: data in flight may or may not be written. */
  leave(ms: number): void;
  /** Flushes and closes the file. */
  close(): Promise<void>;
};

/** The file of a journal: accepts lines in pieces of text. Failure contract as above. */
export type JournalFile = {
  readonly path: string;
  /** The number of bytes written. */
  readonly size: number;
  read(at: number, length: number): Buffer;
  write(pieces: readonly string[]): void;
  sync(): Promise<void>;
  close(): void;
};

/** Makes the writer of a journal from its file. */
export type WriteTo = (file: JournalFile) => JournalWriter;

const syncToDisk = promisify(fsync);

/** How many characters may wait for a flush: limits memory use. */
const maxWaiting = 1 << 20;

/** The file open for appending as `fd`, which is `size` bytes long; `close` closes it. */
export function journalFile(fd: number, size: number, path: string): JournalFile {
  let written = size;
  let broken: ArtooError | undefined;
  let open = true;
  let placed = size > 0 ? Promise.resolve() : undefined;

  function fail(cause: unknown): never {
    broken ??= new ArtooError('journal_unwritable', `cannot write ${path}: ${cause instanceof Error ? cause.message : cause}`, { cause });
    throw broken;
  }

  function write(pieces: readonly string[]): void {
    if (broken) throw broken;
    if (pieces.length === 0) return;
    if (!open) fail(new Error('it is closed'));
    try {
      written += writeText(fd, pieces);
    } catch (error) {
      cutBack();
      fail(error);
    }
  }

  /** A disk that fills up in the middle of a batch leaves half a line: cut it off. */
  function cutBack(): void {
    try {
      ftruncateSync(fd, written);
    } catch {
      // The first error is reported; what remains is a torn line at the end, which readers skip.
    }
  }

  async function sync(): Promise<void> {
    placed ??= syncFolder(dirname(path));
    await Promise.all([syncToDisk(fd), placed]).catch(fail);
  }

  function close(): void {
    if (!open) return;
    open = false;
    closeSync(fd);
  }

  return {
    ...{ path, write, sync, close },
    read: (at, length) => readAt(fd, at, length),
    get size() {
      return written;
    },
  };
}

/** Writes to the file only, at once. */
export function writeToFile(file: JournalFile): JournalWriter {
  const addLine = createLineMaker();
  let batch: string[] = [];
  let waiting = 0;

  function flush(): void {
    const pieces = batch;
    batch = [];
    waiting = 0;
    file.write(pieces);
  }

  async function sync(): Promise<void> {
    flush();
    await file.sync();
  }

  async function close(): Promise<void> {
    try {
      flush();
    } catch {
      // Later calls throw the error again; the file has only complete lines.
    }
    file.close();
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
    mayAct: () => {},
    hasReceiptsOf: () => true,
    waitedMs: () => 0,
    leave: () => {},
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** The buffer for encoding text. Writing is synchronous, so one buffer serves all journals; a new one per batch would cost more than the write. */
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

/** Loops, because the system may write only a part at a time. */
function writeAll(fd: number, bytes: Buffer, length = bytes.length): number {
  for (let at = 0; at < length; ) at += writeSync(fd, bytes, at, length - at);
  return length;
}
