/** Observes what is at a path, and reads texts: never waits for a pipe or a device, and never reads more than its limit. */
import { isUtf8 } from 'node:buffer';
import { lstatSync, readSync, realpathSync, type Stats } from 'node:fs';
import { type FileHandle, lstat, stat } from 'node:fs/promises';
import { errnoOf } from '../../contracts/errno.ts';
import { withoutValues } from '../../laws/places/env-file.ts';
import type { Refusal } from '../../laws/places/reading.ts';
import { openFile, withOpenFile } from '../files/open-file.ts';
import { realName } from '../files/place.ts';
import type { TaskGate } from '../files/reading-gate.ts';
import { type FileSeen, type NothingSeen, nothing } from './observation.ts';

/** What is at a path, following links. For a place that is kept from models, nothing is revealed, not even whether it is empty. */
export async function lookAt(path: string, gate: TaskGate): Promise<FileSeen | NothingSeen> {
  try {
    const again = seenAgain(path);
    const verdict = gate(again ? realpathSync.native(path) : await realName(path), { asked: path });
    if (verdict.read === 'no' && verdict.hides === 'all') return nothing(`${path} ${verdict.why}`);
    const entry = again ?? (await firstSeen(path));
    return entry ? asSeen(path, entry) : await withoutEntry(path);
  } catch (error) {
    return unseen(path, error);
  }
}

/** Files that have been seen on a disk of this machine: a second look cannot hang, so it needs no thread, which would take ten times as long. */
const onDisk = new Set<string>();
const maxOnDisk = 1_000;

/** The stats of a file that was seen before; undefined if it must be examined like a new one. */
function seenAgain(path: string): Stats | undefined {
  const entry = onDisk.has(path) ? lstatSync(path, { throwIfNoEntry: false }) : undefined;
  return entry?.isFile() ? entry : undefined;
}

async function firstSeen(path: string): Promise<Stats | undefined> {
  const entry = await unlessNowhere(stat(path));
  if (onDisk.size === maxOnDisk) onDisk.clear();
  if (entry?.isFile() && isOnDisk(entry)) onDisk.add(path);
  return entry;
}

const asSeen = (path: string, entry: Stats): FileSeen => ({
  of: 'file',
  path,
  type: typeOf(entry),
  bytes: entry.isFile() ? entry.size : null,
});

async function withoutEntry(path: string): Promise<FileSeen> {
  const link = await unlessNowhere(lstat(path));
  return { of: 'file', path, type: link?.isSymbolicLink() ? 'link' : null, bytes: null };
}

/** How much may be read, and what. */
export type Reading = { readonly maxBytes: number; readonly gate: TaskGate; readonly signal: AbortSignal };

/** The text of a regular file without its byte order mark; or what is at the path instead; or why it cannot be read. */
export async function readText(
  path: string,
  reading: Reading,
): Promise<{ readonly of: 'contents'; readonly text: string } | FileSeen | NothingSeen> {
  const { maxBytes, gate, signal } = reading;
  try {
    const entry = seenAgain(path) ?? (await firstSeen(path));
    if (!entry?.isFile()) return await lookAt(path, gate);
    const tooLarge = nothing(`${path} is too large to be searched: more than ${maxBytes / 1024 / 1024} MB`);
    if (entry.size > maxBytes) return tooLarge;
    signal.throwIfAborted();
    const found = (isQuick(entry) ? readNow(path, entry.size, reading) : undefined) ?? (await read(path, entry.size, reading));
    if ('read' in found) return nothing(`${path} ${found.why}`);
    const { bytes, isNames } = found;
    if (bytes.length > maxBytes) return tooLarge;
    if (bytes.includes(0) || !isUtf8(bytes)) return nothing(`${path} is not UTF-8 text`);
    const text = new TextDecoder().decode(bytes);
    return { of: 'contents', text: isNames ? withoutValues(text).text : text };
  } catch (error) {
    return unseen(path, error);
  }
}

/** `isNames`: values in the file are not shown. */
type Found = { readonly bytes: Buffer; readonly isNames: boolean };

/** Whether a file is on a block device of this machine: a file from a network or from a program has no such device, and can hang. */
const isOnDisk = ({ dev }: Stats): boolean => process.platform === 'linux' && (dev & 0xfff00) !== 0;

const isQuick = (entry: Stats): boolean => entry.size <= 65_536 && isOnDisk(entry);

/** The content; undefined if its size has changed. Synchronous, because the same calls take ten times as long with promises. */
function readNow(path: string, size: number, { gate }: Reading): Found | Refusal | undefined {
  return withOpenFile(path, gate, (file, isNames) => {
    const buffer = Buffer.allocUnsafe(size + 1);
    return readSync(file, buffer) === size ? { bytes: buffer.subarray(0, size), isNames } : undefined;
  });
}

/** Reads at most one byte more than expected, to notice a file that is larger than its stats say. */
async function read(path: string, size: number, { maxBytes, gate, signal }: Reading): Promise<Found | Refusal> {
  const opened = await openFile(path, gate);
  if ('read' in opened) return opened;
  await using _ = opened;
  return { bytes: await upTo(maxBytes + 1, opened.file, size, signal), isNames: opened.isNames }; // awaited before the file is closed
}

/** Reads at most `length` bytes, in one read if the file has its stated size. Streaming would take longer than the rest of the look. */
async function upTo(length: number, file: FileHandle, expected: number, signal: AbortSignal): Promise<Buffer> {
  const parts: Buffer[] = [];
  let left = length;
  let size = expected + 1;
  while (left > 0) {
    signal.throwIfAborted();
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(Math.min(left, size)), { position: null });
    if (bytesRead === 0) break;
    parts.push(buffer.subarray(0, bytesRead));
    if (parts.length === 1 && bytesRead === expected && expected > 0) break; // one more byte was requested, so this is the whole content
    left -= bytesRead;
    size = 65_536;
  }
  return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
}

/** Error codes that mean that a path leads nowhere. */
const nowhere: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ENOTDIR', 'ELOOP']);

const unlessNowhere = (looking: Promise<Stats>): Promise<Stats | undefined> =>
  looking.catch((error) => {
    if (nowhere.has(errnoOf(error))) return undefined;
    throw error;
  });

function typeOf(entry: Stats): 'file' | 'folder' | 'other' {
  if (entry.isFile()) return 'file';
  return entry.isDirectory() ? 'folder' : 'other';
}

/** The observation for a system error. Rethrows all other errors. */
function unseen(path: string, error: unknown): NothingSeen {
  const code = errnoOf(error);
  if (code === undefined) throw error;
  return nothing(`cannot look at ${path}: ${code}`);
}
