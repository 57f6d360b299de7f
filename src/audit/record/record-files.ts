/** The files of the record: where they are, who may write, how they are read. */
import { closeSync, constants, fstatSync, fsyncSync, ftruncateSync, mkdirSync, openSync, readdirSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { tryLock } from 'fs-native-extensions';
import { errnoOf } from '../../contracts/errno.ts';
import { ArtooError } from '../../contracts/errors.ts';
import { createLineCutter } from '../../contracts/text/line-cutter.ts';
import { lastLine } from '../../journal/last-line.ts';
import { type Body, chained, genesis, type Link, linkIn } from './chain.ts';

export const auditFolder = (data: string): string => join(data, 'audit');

/** The names of the record's files, oldest first; none if there is no record yet. Throws `audit_unreadable`. */
export function recordFiles(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => /^\d{12}\.jsonl$/.test(name))
      .sort();
  } catch (cause) {
    if (errnoOf(cause) === 'ENOENT') return [];
    throw unreadable(folder, cause);
  }
}

/** A line of the record's text, and where it ends in its file. */
export type RecordText = { readonly text: string; readonly file: string; readonly line: number; readonly end: number };

/** How far a reader of the record has read: how many bytes of a file, and the hash of the last line. */
export type Position = { readonly file: string; readonly bytes: number; readonly hash: string };

const chunkBytes = 1 << 20;

/** Whether the last line that a reader has read still exists. If not, the record was cut or rewritten, and the reader must start over. */
export function isStillThere(folder: string, { file, bytes, hash }: Position): boolean {
  const end = Buffer.from(`${hash}"}\n`);
  if (hash === '' || bytes < end.length || !recordFiles(folder).includes(file)) return false;
  const path = join(folder, file);
  const fd = attempt(path, () => openSync(path, constants.O_RDONLY | constants.O_NONBLOCK));
  try {
    const found = Buffer.alloc(end.length);
    return attempt(path, () => readSync(fd, found, 0, end.length, bytes - end.length)) === end.length && found.equals(end);
  } finally {
    closeSync(fd);
  }
}

/** Every whole line, from a position on. A torn last line, left by a killed process, is left out. Throws `audit_unreadable`. */
export function* recordTexts(folder: string, from?: Pick<Position, 'file' | 'bytes'>): Generator<RecordText> {
  for (const file of recordFiles(folder)) {
    if (from && file < from.file) continue;
    yield* textsIn(folder, file, from?.file === file ? from.bytes : 0);
  }
}

/** Every whole line of one file, from an offset on. */
export function* textsIn(folder: string, file: string, from = 0): Generator<RecordText> {
  const path = join(folder, file);
  const fd = attempt(path, () => openSync(path, constants.O_RDONLY | constants.O_NONBLOCK));
  try {
    const cutter = createLineCutter();
    let [at, end, line] = [from, from, 0];
    for (;;) {
      const chunk = Buffer.allocUnsafe(chunkBytes);
      const read = attempt(path, () => readSync(fd, chunk, 0, chunkBytes, at));
      if (read === 0) return;
      at += read;
      for (const bytes of cutter.cut(chunk.subarray(0, read))) {
        end += bytes.length + 1;
        line += 1;
        yield { text: bytes.toString(), file, line, end };
      }
    }
  } finally {
    closeSync(fd);
  }
}

/** The record, open for writing. */
export type OpenRecord = {
  readonly last: Link;
  /** Where the last line ends. */
  readonly position: Position | undefined;
  /** The full file, if the next line begins a new one. */
  readonly full: string | undefined;
  /** Writes lines whole or not at all, and returns the link of the last line. Throws `audit_unwritable`. */
  append(bodies: readonly Body[]): Link;
  /** Makes sure that what was appended is on disk. Throws `audit_unwritable`. */
  sync(): void;
};

const maxFileBytes = 16 * 1024 * 1024;
const maxWaitMs = 10_000;

/** Runs `work` while no other process writes. Does nothing and resolves to undefined if another process takes too long. Throws `audit_unwritable` if nothing can be written. */
export async function withRecord<T>(
  folder: string,
  work: (record: OpenRecord) => Promise<T>,
  signal?: AbortSignal,
): Promise<T | undefined> {
  const lock = attemptWriting(folder, () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return openSync(join(folder, 'lock'), constants.O_CREAT | constants.O_RDWR, 0o600);
  });
  try {
    if (!(await isLocked(folder, lock, signal))) return undefined;
    using record = openRecord(folder);
    return await work(record);
  } finally {
    closeSync(lock);
  }
}

async function isLocked(folder: string, lock: number, signal: AbortSignal | undefined): Promise<boolean> {
  const until = performance.now() + maxWaitMs;
  for (let pauseMs = 1; ; pauseMs = Math.min(2 * pauseMs, 50)) {
    if (attemptWriting(folder, () => tryLock(lock))) return true;
    if (performance.now() > until || signal?.aborted) return false;
    await wait(pauseMs);
  }
}

type Writing = { readonly file: string; readonly fd: number; size: number };

/** Opens the record. Cuts off a part of a line that a killed process left, and continues after the last whole line. */
function openRecord(folder: string): OpenRecord & Disposable {
  const name = recordFiles(folder).at(-1);
  let writing: Writing | undefined;
  let last = genesis;
  if (name !== undefined) {
    const fd = openAt(folder, name);
    const { whole, line } = attemptWriting(folder, () => lastLine(fd));
    if (fstatSync(fd).size > whole) attemptWriting(folder, () => ftruncateSync(fd, whole));
    writing = { file: name, fd, size: whole };
    last = linkIn(line.toString()) ?? lastLinkIn(folder);
  }

  function current(): Writing {
    if (writing && writing.size < maxFileBytes) return writing;
    if (writing) closeSync(writing.fd);
    const file = `${String(last.n + 1).padStart(12, '0')}.jsonl`;
    writing = { file, fd: openAt(folder, file), size: 0 };
    return writing;
  }

  return {
    get last() {
      return last;
    },
    get position() {
      return writing && { file: writing.file, bytes: writing.size, hash: last.hash };
    },
    get full() {
      return writing && writing.size >= maxFileBytes ? writing.file : undefined;
    },
    append(bodies) {
      const file = current();
      let link = last;
      const lines = bodies.map((body) => {
        const line = chained(link, body);
        link = line.link;
        return `${line.text}\n`;
      });
      writeWhole(folder, file, Buffer.from(lines.join('')));
      last = link;
      return last;
    },
    sync: () => writing && attemptWriting(folder, () => fsyncSync(writing?.fd ?? -1)),
    [Symbol.dispose]: () => writing && closeSync(writing.fd),
  };
}

const openAt = (folder: string, name: string): number =>
  attemptWriting(folder, () => openSync(join(folder, name), constants.O_CREAT | constants.O_RDWR | constants.O_APPEND, 0o600));

/** The link of the last line. A corrupted line is skipped, because `verify` reports it. */
function lastLinkIn(folder: string): Link {
  for (const file of recordFiles(folder).toReversed()) {
    const links = [...textsIn(folder, file)].flatMap(({ text }) => linkIn(text) ?? []);
    const last = links.at(-1);
    if (last) return last;
  }
  return genesis;
}

/** Writes bytes; a write that fails halfway, for example because the disk is full, leaves nothing. */
function writeWhole(folder: string, file: Writing, bytes: Buffer): void {
  try {
    for (let done = 0; done < bytes.length; ) done += writeSync(file.fd, bytes, done);
    file.size += bytes.length;
  } catch (cause) {
    attemptWriting(folder, () => ftruncateSync(file.fd, file.size));
    throw unwritable(folder, cause);
  }
}

function attempt<T>(path: string, act: () => T): T {
  try {
    return act();
  } catch (cause) {
    throw unreadable(path, cause);
  }
}

function attemptWriting<T>(folder: string, act: () => T): T {
  try {
    return act();
  } catch (cause) {
    throw unwritable(folder, cause);
  }
}

const unreadable = (path: string, cause: unknown): ArtooError =>
  new ArtooError('audit_unreadable', `cannot read ${path}: ${errnoOf(cause) ?? cause}`, { cause });

const unwritable = (folder: string, cause: unknown): ArtooError =>
  new ArtooError('audit_unwritable', `cannot write to ${folder}: ${errnoOf(cause) ?? cause}`, { cause });
