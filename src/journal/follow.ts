/** Follows a journal from a given entry on, including entries that are written later. */
import { open } from 'node:fs/promises';
import { createLineCutter } from '../contracts/text/line-cutter.ts';
import type { Entry } from './entry.ts';
import { createLineReader } from './line-reader.ts';
import { cannotRead, maxLineBytes } from './stream.ts';

export type Follower = AsyncDisposable & {
  /** The number of the next entry. */
  readonly next: number;
  /** Skips an entry that the caller already has and that need not be read. */
  skip(): void;
  /** The entries written since the last read. Throws `journal_corrupt`, naming the line, or `journal_too_new`. */
  read(): AsyncGenerator<Entry>;
};

const chunkBytes = 1 << 18;

/** Follows plain journals only. Entries before `from` are not parsed. Throws `journal_missing` or `journal_unreadable`. */
export async function followJournal(path: string, from: number): Promise<Follower> {
  const file = await open(path).catch((cause) => {
    throw cannotRead(path, cause);
  });
  const lines = createLineReader(path);
  let next = from;
  let position = 0;

  async function* read(): AsyncGenerator<Entry> {
    const cutter = createLineCutter(); // a line that is incomplete now is read again in full
    let unread = position;
    for (;;) {
      const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(chunkBytes), 0, chunkBytes, unread);
      if (bytesRead === 0) return;
      unread += bytesRead;
      for (const line of cutter.cut(buffer.subarray(0, bytesRead))) {
        const text = lines.seq < next && lines.seq > 0 ? undefined : lines.text(line);
        const entry = text === undefined || lines.seq < next ? undefined : lines.entry(text);
        position += line.length + 1;
        lines.next(entry?.kind === 'message' && entry.type === 'FinalResult');
        if (!entry) continue;
        next += 1;
        yield entry;
      }
      if (cutter.pending > maxLineBytes) throw lines.corrupt(`longer than ${maxLineBytes} bytes`);
    }
  }

  return {
    get next() {
      return next;
    },
    skip() {
      next += 1;
    },
    read,
    [Symbol.asyncDispose]: () => file.close(),
  };
}
