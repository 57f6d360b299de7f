/** A journal as a tape: read from its file as it is needed, so that a long one takes no more memory than a short one. */
import { closeSync, createReadStream, createWriteStream, fstatSync, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { ArtooError, asArtooError } from '../contracts/errors.ts';
import { type Entry, journalFormat, parseEntry } from './entry.ts';
import { createLineMaker, headOf } from './line.ts';
import { decode, formatOf, longestLine } from './stream.ts';
import { comesFromOutside, isGiven, type Recorded, type Tape } from './tape.ts';

/** A compressed journal is unpacked first, into a file without a name. Throws `journal_missing`, `journal_unreadable`, `journal_empty`, `journal_too_new`. */
export async function openTape(path: string): Promise<Tape & Disposable> {
  const fd = path.endsWith('.gz') ? await unpack(path) : attempt(path, () => openSync(path, 'r'));
  return { ...tapeIn(fd, path), [Symbol.dispose]: () => closeSync(fd) };
}

/** The tape of a journal that is open as `fd`; it ends where the file ends now, or at its last whole line. */
export function tapeIn(fd: number, path: string): Tape {
  const lines = createLines(fd, path);
  const addLine = createLineMaker();
  let seq = 0;
  let next: Recorded | undefined;
  let isOver = false;
  const corrupt = (wrong: string) => new ArtooError('journal_corrupt', `line ${seq + 1} of ${path}: ${wrong}`);

  function read(): Recorded | undefined {
    const bytes = lines.next(corrupt);
    if (bytes === undefined) return undefined;
    if (isOver) throw corrupt('an entry behind the end of the task');
    const text = decode(bytes);
    if (text === undefined) throw corrupt('not UTF-8');
    if (seq === 0 && formatOf(text) > journalFormat)
      throw new ArtooError('journal_too_new', `${path} has format ${formatOf(text)}; this artoo reads up to ${journalFormat}`);
    return recorded(text);
  }

  function recorded(text: string): Recorded {
    let parsed: Entry | undefined;
    const entry = () => {
      parsed ??= parse(text);
      return parsed;
    };
    const is = (computed: Entry) => {
      const pieces: string[] = [];
      addLine(computed, pieces);
      return pieces.join('') === text;
    };
    const head = headOf(text);
    if (head === undefined) return { given: isGiven(entry()), ts: entry().ts, is, entry }; // not in the way our writer puts it
    isOver = head.type === 'FinalResult';
    return { given: comesFromOutside(head.kind, head.from), ts: head.ts, is, entry };
  }

  function parse(text: string): Entry {
    const parsed = parseEntry(text);
    if ('wrong' in parsed) throw corrupt(parsed.wrong);
    const { entry } = parsed;
    if (entry.seq !== seq) throw corrupt(`seq ${entry.seq} where ${seq} was expected`);
    if ((entry.kind === 'open') !== (seq === 0)) throw corrupt('a journal has one open entry, its first');
    isOver = entry.kind === 'message' && entry.type === 'FinalResult';
    return entry;
  }

  return {
    peek() {
      next ??= read();
      return next;
    },
    advance() {
      next = undefined;
      seq += 1;
    },
  };
}

const chunkBytes = 1 << 18;

/** Whole lines, read in chunks. What is behind the last one is torn, and left out. */
function createLines(fd: number, path: string): { next(corrupt: (wrong: string) => ArtooError): Buffer | undefined } {
  const end = attempt(path, () => fstatSync(fd).size);
  let position = 0;
  let chunk: Buffer = Buffer.alloc(0);
  let from = 0;

  /** The rest of the chunk with more behind it; false at the end. */
  function more(): boolean {
    const rest = chunk.subarray(from);
    const wanted = Math.min(Math.max(chunkBytes, rest.length), end - position);
    if (wanted <= 0) return false;
    const grown = Buffer.allocUnsafe(rest.length + wanted);
    rest.copy(grown);
    const got = attempt(path, () => readSync(fd, grown, rest.length, wanted, position));
    position += got;
    chunk = grown.subarray(0, rest.length + got);
    from = 0;
    return got > 0;
  }

  return {
    next(corrupt) {
      let searched = from;
      for (;;) {
        const to = chunk.indexOf(10, searched);
        if (to !== -1) {
          const line = chunk.subarray(from, to);
          from = to + 1;
          return line;
        }
        const length = chunk.length - from;
        if (length > longestLine) throw corrupt(`longer than ${longestLine} bytes`);
        if (!more()) return undefined;
        searched = length;
      }
    },
  };
}

function attempt<T>(path: string, act: () => T): T {
  try {
    return act();
  } catch (cause) {
    const missing = cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';
    throw new ArtooError(missing ? 'journal_missing' : 'journal_unreadable', `cannot read ${path}: ${cause}`, { cause });
  }
}

async function unpack(path: string): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'artoo-tape-'));
  const plain = join(folder, 'journal');
  try {
    await pipeline(createReadStream(path), createGunzip(), createWriteStream(plain, { mode: 0o600 }));
    return openSync(plain, 'r');
  } catch (cause) {
    const { message } = asArtooError(cause, 'journal_unreadable');
    throw new ArtooError('journal_corrupt', `cannot unpack ${path}: ${message}`, { cause });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
