/** Streams the journal of one task, one entry in memory at a time. A torn last line is the sign of a killed process; errors name the line of any other damage. */
import { closeSync, createReadStream, existsSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { setImmediate as othersGoOn } from 'node:timers/promises';
import { errnoOf } from '../contracts/errno.ts';
import { ArtooError } from '../contracts/errors.ts';
import { createLineCutter } from '../contracts/text/line-cutter.ts';
import type { Entry } from './entry.ts';
import { type Damage, gunzip, gzipChunkBytes } from './gunzip.ts';
import { createLineReader } from './line-reader.ts';

/** A complete line with its entry and its size in bytes; or the size of a torn line at the end. */
export type JournalLine = { readonly entry: Entry; readonly text: string; readonly bytes: number } | { readonly torn: number };

/** Far larger than the largest prompt and answer that an entry can hold. */
export const maxLineBytes = 64 * 1024 * 1024;

/**
 * Unpacks a compressed journal (`<id>.jsonl.gz`), which is also found by its plain name. Failure contract: throws `journal_missing`, `journal_empty`,
 * `journal_too_new`, or `journal_corrupt`, naming the line, after yielding everything before it.
 */
export const streamJournal = (path: string, { longest = maxLineBytes } = {}): AsyncGenerator<JournalLine> =>
  journalLines(path, chunksOf(path), longest);

/**
 * The lines of a journal, read from its bytes; errors call it `name`. Failure contract: rejects if reading the bytes does, and like `streamJournal`.
 */
export async function* journalLines(
  name: string,
  chunks: AsyncIterable<Buffer | Damage>,
  longest = maxLineBytes,
): AsyncGenerator<JournalLine> {
  const lines = createLineReader(name);
  const empty = () => new ArtooError('journal_empty', `${name} has no entries`);
  for await (const bytes of splitLines(chunks, longest)) {
    if (bytes === 'too long') throw lines.corrupt(`longer than ${longest} bytes`);
    if ('damaged' in bytes) throw lines.corrupt(bytes.damaged);
    if ('torn' in bytes) {
      if (lines.seq === 0) throw empty();
      yield bytes;
      return;
    }
    const text = lines.text(bytes);
    const entry = lines.entry(text);
    yield { entry, text, bytes: bytes.length + 1 };
    lines.next(entry.kind === 'message' && entry.type === 'FinalResult');
  }
  if (lines.seq === 0) throw empty();
}

async function* splitLines(
  chunks: AsyncIterable<Buffer | Damage>,
  longest: number,
): AsyncGenerator<Buffer | { torn: number } | Damage | 'too long'> {
  const cutter = createLineCutter();
  for await (const chunk of chunks) {
    if ('damaged' in chunk) return yield chunk;
    yield* cutter.cut(chunk);
    if (cutter.pending > longest) return yield 'too long';
  }
  if (cutter.pending > 0) yield { torn: cutter.pending };
}

const compressed = '.gz';

/** The bytes of a journal, unpacked. If it has just been compressed, it is found under its new name. */
export async function* chunksOf(path: string): AsyncGenerator<Buffer | Damage> {
  try {
    if (!statSync(path).isFile()) throw new Error('it is not a file'); // a pipe could block forever
    if (path.endsWith(compressed)) yield* gunzip(createReadStream(path, { highWaterMark: gzipChunkBytes }));
    else yield* plainChunks(path);
  } catch (cause) {
    const packed = `${path}${compressed}`;
    if (errnoOf(cause) !== 'ENOENT' || !existsSync(packed)) throw cannotRead(path, cause);
    yield* chunksOf(packed);
  }
}

const chunkBytes = 1 << 18;

/** Does not use a stream: most journals are one chunk, and a stream takes ten times as long to fetch it. */
async function* plainChunks(path: string): AsyncGenerator<Buffer> {
  const fd = openSync(path, 'r');
  try {
    for (let left = fstatSync(fd).size; ; left -= chunkBytes) {
      const chunk = Buffer.allocUnsafe(Math.min(Math.max(left + 1, 1 << 12), chunkBytes));
      const read = readSync(fd, chunk);
      if (read > 0) yield chunk.subarray(0, read);
      await othersGoOn();
      if (read < chunk.length) return;
    }
  } finally {
    closeSync(fd);
  }
}

/** The error for a journal that cannot be opened or read. */
export const cannotRead = (path: string, cause: unknown): ArtooError =>
  new ArtooError(errnoOf(cause) === 'ENOENT' ? 'journal_missing' : 'journal_unreadable', `cannot read ${path}: ${cause}`, { cause });
