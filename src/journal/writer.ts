/** Appends to the journal of one task. Nothing that was flushed is lost, and what is on disk is always whole lines. */
import { closeSync, fsync, ftruncateSync, writeSync } from 'node:fs';
import { promisify } from 'node:util';
import { ArtooError } from '../contracts/errors.ts';
import type { Entry } from './entry.ts';

/**
 * Failure contract: `flush` and `sync` throw `journal_unwritable`; the file then holds exactly what earlier flushes wrote, and every later call
 * throws the same error. `close` never throws.
 */
export type JournalWriter = AsyncDisposable & {
  /** Takes an entry into the batch of the next flush. Throws as `flush` does when the batch is so large that it is flushed at once. */
  append(entry: Entry): void;
  /** Writes the batch in one go. Synchronous, so that an entry is on its way to the disk before anybody sees it. */
  flush(): void;
  /** Flushes, then waits until the disk has it. */
  sync(): Promise<void>;
  /** Flushes and lets go of the file. */
  close(): Promise<void>;
};

const syncToDisk = promisify(fsync);

/** How many characters may wait for a flush: a batch that grows past this goes to disk early, so that memory stays bounded. */
const mostWaiting = 1 << 20;

/** Writes to `fd`, which appends and holds `size` bytes; closes it at the end. */
export function writeJournal(fd: number, size: number, path: string): JournalWriter {
  let batch: string[] = [];
  let waiting = 0;
  let written = size;
  let broken: ArtooError | undefined;
  let open = true;

  function fail(cause: unknown): never {
    broken ??= new ArtooError('journal_unwritable', `cannot write ${path}: ${cause instanceof Error ? cause.message : cause}`, { cause });
    throw broken;
  }

  function flush(): void {
    if (broken) throw broken;
    if (batch.length === 0) return;
    const bytes = Buffer.from(batch.join(''));
    batch = [];
    waiting = 0;
    try {
      for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
      written += bytes.length;
    } catch (error) {
      cutBack();
      fail(error);
    }
  }

  /** A disk that fills in the middle of a batch leaves half a line: cut it off. If even that fails, readers skip a torn tail. */
  function cutBack(): void {
    try {
      ftruncateSync(fd, written);
    } catch {}
  }

  async function sync(): Promise<void> {
    flush();
    await syncToDisk(fd).catch(fail);
  }

  async function close(): Promise<void> {
    if (!open) return;
    open = false;
    try {
      flush();
    } catch {
      // Already reported to whoever flushed or will see `broken`; the file is whole.
    }
    closeSync(fd);
  }

  function append(entry: Entry): void {
    const line = `${JSON.stringify(entry)}\n`;
    batch.push(line);
    waiting += line.length;
    if (waiting > mostWaiting) flush();
  }

  return {
    append,
    flush,
    sync,
    close,
    [Symbol.asyncDispose]: close,
  };
}
