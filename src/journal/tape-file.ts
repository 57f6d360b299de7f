/** A journal as a tape, read from its file as needed, so that a long journal takes no more memory than a short one. */
import { closeSync, existsSync, fstatSync, mkdtempSync, openSync, readSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ArtooError, asArtooError } from '../contracts/errors.ts';
import { createLineCutter } from '../contracts/text/line-cutter.ts';
import { type Entry, isKind } from './entry.ts';
import { createLineMaker, headOf, type LineHead } from './line.ts';
import { createLineReader } from './line-reader.ts';
import { cannotRead, chunksOf, maxLineBytes } from './stream.ts';
import { comesFromOutside, type Recorded, type Tape } from './tape.ts';

/** Unpacks a compressed journal into an unnamed file first. Throws `journal_missing`, `journal_unreadable` or, for a compressed journal, `journal_corrupt`. */
export async function openTape(path: string): Promise<Tape & Disposable> {
  const isPlain = !path.endsWith('.gz') && (existsSync(path) || !existsSync(`${path}.gz`)); // the journal may just have been compressed
  const fd = isPlain ? attempt(path, () => openFile(path)) : await unpack(path);
  return { ...tapeIn(fd, path), [Symbol.dispose]: () => closeSync(fd) };
}

/** Does not block on a pipe. */
function openFile(path: string): number {
  if (!statSync(path).isFile()) throw new Error('it is not a file');
  return openSync(path, 'r');
}

/** The tape of a journal that is open as `fd`; it ends at the last complete line that exists now. */
export function tapeIn(fd: number, path: string): Tape {
  const lines = createLineReader(path);
  const bytes = createLines(fd, path);
  const addLine = createLineMaker();
  let next: (Recorded & { readonly isEnd: () => boolean }) | undefined;

  function read(): typeof next {
    const line = bytes.next((length) => lines.corrupt(`longer than ${length} bytes`));
    if (line === undefined) return undefined;
    const text = lines.text(line);
    const head = headOf(text);
    let parsed: Entry | undefined;
    const entry = () => {
      parsed ??= lines.entry(text);
      return parsed;
    };
    const is = (computed: Entry) => {
      const pieces: string[] = [];
      addLine(computed, pieces);
      return pieces.join('') === text;
    };
    const isPlain = head !== undefined && head.seq === lines.seq && isKind(head.kind); // otherwise the line was not written by our writer, or is wrong: parse it
    const { kind, ts, from, type } = isPlain ? head : headOfEntry(entry());
    return { given: comesFromOutside(kind, from), ts, is, entry, isEnd: () => type === 'FinalResult' };
  }

  return {
    peek() {
      next ??= read();
      return next;
    },
    advance() {
      lines.next(next?.isEnd() ?? false);
      next = undefined;
    },
  };
}

const headOfEntry = (entry: Entry): LineHead => ({
  kind: entry.kind,
  seq: entry.seq,
  ts: entry.ts,
  from: 'from' in entry ? entry.from : undefined,
  type: entry.kind === 'message' ? entry.type : undefined,
});

const chunkBytes = 1 << 18;

/** Complete lines, read in chunks. A torn line at the end is left out. */
function createLines(fd: number, path: string): { next(tooLong: (length: number) => ArtooError): Buffer | undefined } {
  const end = attempt(path, () => fstatSync(fd).size);
  const cutter = createLineCutter();
  let lines: readonly Buffer[] = [];
  let at = 0;
  let position = 0;
  return {
    next(tooLong) {
      while (at === lines.length) {
        const chunk = Buffer.allocUnsafe(Math.min(chunkBytes, end - position));
        const got = chunk.length === 0 ? 0 : attempt(path, () => readSync(fd, chunk, 0, chunk.length, position));
        if (got === 0) return undefined;
        position += got;
        lines = cutter.cut(chunk.subarray(0, got));
        at = 0;
        if (cutter.pending > maxLineBytes) throw tooLong(maxLineBytes);
      }
      return lines[at++];
    },
  };
}

function attempt<T>(path: string, act: () => T): T {
  try {
    return act();
  } catch (cause) {
    throw cannotRead(path, cause);
  }
}

async function unpack(path: string): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'artoo-tape-'));
  const fd = openSync(join(folder, 'journal'), 'wx+', 0o600);
  rmSync(folder, { recursive: true }); // the file exists as long as it is open
  try {
    let unended = 0;
    for await (const chunk of chunksOf(path)) {
      if ('damaged' in chunk) throw new ArtooError('journal_corrupt', `${path}: ${chunk.damaged}`);
      const end = chunk.lastIndexOf(10);
      unended = end === -1 ? unended + chunk.length : chunk.length - end - 1;
      if (unended > maxLineBytes) throw new ArtooError('journal_corrupt', `${path}: a line is longer than ${maxLineBytes} bytes`);
      for (let at = 0; at < chunk.length; ) at += writeSync(fd, chunk, at);
    }
    return fd;
  } catch (error) {
    closeSync(fd);
    throw asArtooError(error, 'journal_unreadable');
  }
}
