/**
 * How the board came to be as it is, in `.liza/journal.jsonl`: one line for each write of the board, written before it, under the board's lock. The
 * journal is in the repository because the board is. A line cut off by a crash is dropped, because the write that it announced did not happen. When a
 * sprint is over, its part is moved into the archive; the numbers of entries continue.
 */
import { closeSync, existsSync, fdatasyncSync, fstatSync, ftruncateSync, openSync, readFileSync, readSync } from 'node:fs';
import { z } from 'zod';
import { ArtooError, asArtooError } from '../contracts/errors.ts';
import type { Act } from './acts/act.ts';
import type { Change } from './board/patch.ts';
import { unwritable } from './board/unwritable.ts';
import { writeWhole } from './board/write-whole.ts';
import { archivedParts } from './journal-parts.ts';
import type { LogEntry } from './letters/admission.ts';
import type { Wake } from './planning/wake.ts';
import type { TurnUsage } from './runners/turn-usage.ts';

const Line = z.looseObject({ seq: z.number(), at: z.string(), kind: z.string() });

/** Hashes are those of the whole text of the board, before and after. */
export type TeamEntry =
  | {
      readonly kind: 'update';
      readonly by: string;
      readonly what: string;
      readonly before: string;
      readonly after: string;
      readonly patch: readonly Change[];
      readonly log: readonly LogEntry[];
      /** What was decided, with everything that the decision is based on. */
      readonly act?: Act;
    }
  | { readonly kind: 'foreign'; readonly before: string; readonly after: string; readonly patch: readonly Change[] }
  | {
      readonly kind: 'refusal';
      readonly by: string;
      readonly what: string;
      readonly why: readonly string[];
      /** The hash of the board that the entry was about, which it left unchanged. */
      readonly after: string;
      readonly act?: Act;
    }
  | Began
  /** The outcome of an intent. If a crash left none, the intended work may or may not have been done. */
  | {
      readonly kind: 'outcome';
      readonly of: string;
      readonly detail: string;
      readonly after: string;
      /** For a turn: what it used, as far as its runner reported it. */
      readonly used?: TurnUsage;
    };

/** Something begins outside the board: a turn of an agent, or a merge. */
type Began = { readonly kind: 'intent'; readonly id: string; readonly by: string; readonly after: string } & (
  | {
      readonly what: 'turn';
      readonly task: string | null;
      readonly fencing: number;
      readonly runner: string;
      readonly run: string;
      readonly wake?: Wake;
      /** The lines that memory added to the prompt of the turn. */
      readonly recalled?: readonly string[];
    }
  | { readonly what: 'merge'; readonly task: string; readonly from: string; readonly to: string }
);
export type TeamLine = TeamEntry & { readonly seq: number; readonly at: string };

/** Appends an entry, and returns it with its number once it is on disk. Only to be called under the board's lock. */
export function appendEntry(path: string, entry: TeamEntry, now: Date): TeamLine {
  const { line, fd } = beginEntry(path, entry, now);
  try {
    fdatasyncSync(fd);
    return line;
  } catch (cause) {
    throw unwritable(path, cause);
  } finally {
    closeSync(fd);
  }
}

/** Appends an entry without syncing it to disk, and returns it with its number and the open journal. Only to be called under the board's lock. */
export function beginEntry(path: string, entry: TeamEntry, now: Date): { readonly line: TeamLine; readonly fd: number } {
  const fd = openSync(path, 'a+', 0o644);
  try {
    const line: TeamLine = { seq: endWhole(fd, path) + 1, at: now.toISOString(), ...entry };
    writeWhole(fd, Buffer.from(`${JSON.stringify(line)}\n`));
    return { line, fd };
  } catch (cause) {
    closeSync(fd);
    if (cause instanceof ArtooError) throw cause;
    throw unwritable(path, cause);
  }
}

/** The last entry, even if it is archived; undefined if there is none. */
export function lastEntry(path: string): TeamLine | undefined {
  for (const part of [path, ...archivedParts(path).toReversed()]) {
    const line = lastOf(part);
    if (line !== undefined) return parsed(line, `the last line of ${part}`);
  }
  return undefined;
}

function lastOf(path: string): string | undefined {
  if (!existsSync(path)) return undefined;
  const fd = openSync(path, 'r');
  try {
    return lastLine(fd).line;
  } finally {
    closeSync(fd);
  }
}

/** How many bytes of a journal's end hold the latest entries. */
const latestBytes = 131_072;

/** The entries at the end of the current part of the journal, as far as they can be read: for display, not for decisions. */
export function latestEntries(path: string): readonly TeamLine[] {
  if (!existsSync(path)) return [];
  const fd = openSync(path, 'r');
  try {
    const { size } = fstatSync(fd);
    const part = Buffer.alloc(Math.min(size, latestBytes));
    readSync(fd, part, 0, part.length, size - part.length);
    const from = part.length < size ? part.indexOf(0x0a) + 1 : 0;
    return readableIn(part.toString('utf8', from, part.lastIndexOf(0x0a) + 1), path).lines;
  } finally {
    closeSync(fd);
  }
}

/** All entries, archived ones first. */
export const readEntries = (path: string): readonly TeamLine[] => [...archivedParts(path), path].flatMap(entriesOf);

function entriesOf(path: string): readonly TeamLine[] {
  if (!existsSync(path)) return [];
  const text = readFileSync(path, 'utf8');
  return linesIn(text.slice(0, text.lastIndexOf('\n') + 1), path);
}

/** Reads a journal while it grows: each call returns what has been written since the previous one, even if that has been archived in the meantime. */
export function createEntryReader(path: string): { more(): readonly TeamLine[] } {
  let place: Place = { file: undefined, at: 0 };
  let seq = 0;
  return {
    more() {
      const { lines, next } = readFrom(path, place);
      const archived = next.file !== undefined && next.file === place.file ? [] : archivedParts(path).flatMap(entriesOf);
      const fresh: TeamLine[] = [];
      for (const line of [...archived, ...lines]) if (line.seq > (fresh.at(-1)?.seq ?? seq)) fresh.push(line); // entries archived in between are in both lists
      place = next;
      seq = fresh.at(-1)?.seq ?? seq;
      return fresh;
    },
  };
}

/** The file that a reader is reading, and its position in it. */
type Place = { readonly file: number | undefined; readonly at: number };

/** The rest of the file at this place; all of it if the path now leads to another file. */
function readFrom(path: string, { file, at }: Place): { readonly lines: readonly TeamLine[]; readonly next: Place } {
  if (!existsSync(path)) return { lines: [], next: { file: undefined, at: 0 } };
  const fd = openSync(path, 'r');
  try {
    const { size, ino } = fstatSync(fd);
    const from = ino === file && size >= at ? at : 0;
    const part = Buffer.alloc(size - from);
    readSync(fd, part, 0, part.length, from);
    const whole = part.subarray(0, part.lastIndexOf(0x0a) + 1);
    return { lines: linesIn(whole.toString(), path), next: { file: ino, at: from + whole.length } };
  } finally {
    closeSync(fd);
  }
}

function linesIn(text: string, path: string): readonly TeamLine[] {
  const { lines, damage } = readableIn(text, path);
  if (damage) throw damage;
  return lines;
}

/** The entries up to the first line that is not one, and what is wrong with that line. */
export type Readable = { readonly lines: readonly TeamLine[]; readonly damage?: ArtooError };

/** All entries, archived ones first, as far as they can be read. */
export function readableEntries(path: string): Readable {
  const lines: TeamLine[] = [];
  for (const part of [...archivedParts(path), path].filter((each) => existsSync(each))) {
    const text = readFileSync(part, 'utf8');
    const read = readableIn(text.slice(0, text.lastIndexOf('\n') + 1), part);
    lines.push(...read.lines);
    if (read.damage) return { lines, damage: read.damage };
  }
  return { lines };
}

function readableIn(text: string, path: string): Readable {
  const lines: TeamLine[] = [];
  for (const [at, line] of text.split('\n').entries()) {
    if (line === '') continue;
    try {
      lines.push(parsed(line, `line ${at + 1} of ${path}`));
    } catch (damage) {
      return { lines, damage: asArtooError(damage, 'board_inconsistent') };
    }
  }
  return { lines };
}

function parsed(line: string, where: string): TeamLine {
  try {
    return Line.parse(JSON.parse(line)) as unknown as TeamLine; // appendEntry wrote the line
  } catch (cause) {
    throw new ArtooError('board_inconsistent', `the team's journal is damaged: ${where} is not an entry`, { cause });
  }
}

/** Cuts off an incomplete last line left by a crash, and returns the number of the last whole one, here or in the archive. */
function endWhole(fd: number, path: string): number {
  const { line, end } = lastLine(fd);
  if (end < fstatSync(fd).size) ftruncateSync(fd, end);
  return line === undefined ? (lastEntry(path)?.seq ?? 0) : parsed(line, `the last line of ${path}`).seq;
}

/** The last complete line, and where it ends. The file is read from its end, in growing parts. */
function lastLine(fd: number): { readonly line: string | undefined; readonly end: number } {
  const { size } = fstatSync(fd);
  for (let length = Math.min(size, 65_536); ; length = Math.min(size, length * 8)) {
    const part = Buffer.alloc(length);
    readSync(fd, part, 0, length, size - length);
    const end = part.lastIndexOf(0x0a);
    const start = end > 0 ? part.lastIndexOf(0x0a, end - 1) : -1;
    if (end !== -1 && (start !== -1 || length === size))
      return { line: part.subarray(start + 1, end).toString(), end: size - length + end + 1 };
    if (length === size) return { line: undefined, end: 0 };
  }
}
