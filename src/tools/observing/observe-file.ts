/** Looks at what is at a path, and reads texts: never waits for a pipe or a device, and never reads more than its limit. */
import { isUtf8 } from 'node:buffer';
import { closeSync, constants, lstatSync, openSync, readlinkSync, readSync, type Stats } from 'node:fs';
import { type FileHandle, lstat, open, stat } from 'node:fs/promises';
import { z } from 'zod';
import { errnoOf } from '../../contracts/errno.ts';
import { count } from '../../contracts/shape.ts';
import { isSecretFile, openedName } from '../files/secret-file.ts';

/** `link`: a symbolic link that leads nowhere; null: nothing is there. Only a regular file has a size. */
export const FileSeen = z.object({
  of: z.literal('file'),
  path: z.string(),
  type: z.enum(['file', 'folder', 'other', 'link']).nullable(),
  bytes: count.nullable(),
});
export type FileSeen = z.infer<typeof FileSeen>;

export const NothingSeen = z.object({ of: z.literal('nothing'), why: z.string() });
export type NothingSeen = z.infer<typeof NothingSeen>;

export const nothing = (why: string): NothingSeen => ({ of: 'nothing', why });

/** What is at a path, with links followed. */
export async function lookAt(path: string): Promise<FileSeen | NothingSeen> {
  try {
    const entry = seenAgain(path) ?? (await firstSeen(path));
    return entry ? asSeen(path, entry) : await withoutEntry(path);
  } catch (error) {
    return unseen(path, error);
  }
}

/** Where a file on a disk of this machine was seen: a second look at it cannot hang, so it needs no thread, which takes ten times as long. */
const onDisk = new Set<string>();
const maxOnDisk = 1_000;

/** Undefined when it must be looked at as for the first time. */
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

/** How much may be read, and what is kept from models. */
export type Reading = { readonly maxBytes: number; readonly secrets: readonly string[]; readonly signal: AbortSignal };

/** The text of a regular file; what is there instead; or why it cannot be read. Without a byte order mark. */
export async function readText(
  path: string,
  reading: Reading,
): Promise<{ readonly of: 'contents'; readonly text: string } | FileSeen | NothingSeen> {
  const { maxBytes, signal } = reading;
  try {
    const entry = seenAgain(path) ?? (await firstSeen(path));
    if (!entry) return await withoutEntry(path);
    if (!entry.isFile()) return asSeen(path, entry);
    const tooLarge = nothing(`${path} is too large to be searched: more than ${maxBytes / 1024 / 1024} MB`);
    if (entry.size > maxBytes) return tooLarge;
    signal.throwIfAborted();
    const bytes = (isQuick(entry) ? readNow(path, entry.size, reading) : undefined) ?? (await read(path, entry.size, reading));
    if (bytes === 'secret') return nothing(`${path} holds secrets, which are kept from models`);
    if (bytes.length > maxBytes) return tooLarge;
    if (bytes.includes(0) || !isUtf8(bytes)) return nothing(`${path} is not a text in UTF-8`);
    return { of: 'contents', text: new TextDecoder().decode(bytes) };
  } catch (error) {
    return unseen(path, error);
  }
}

/** Non-blocking, in case a pipe has replaced the file since, and for files of /proc that block until they have data. */
const openFlags = constants.O_RDONLY | constants.O_NONBLOCK;

/** Whether it is on a block device of this machine: what comes over a network or from a program has no such device, and can hang. */
const isOnDisk = ({ dev }: Stats): boolean => process.platform === 'linux' && (dev & 0xfff00) !== 0;

const isQuick = (entry: Stats): boolean => entry.size <= 65_536 && isOnDisk(entry);

/** Undefined when its size has changed. Synchronous: as promises, the same calls take ten times as long. */
function readNow(path: string, size: number, { secrets }: Reading): Buffer | 'secret' | undefined {
  const file = openSync(path, openFlags);
  try {
    if (isSecretFile(readlinkSync(`/proc/self/fd/${file}`), secrets)) return 'secret';
    const buffer = Buffer.allocUnsafe(size + 1);
    return readSync(file, buffer) === size ? buffer.subarray(0, size) : undefined;
  } finally {
    closeSync(file);
  }
}

/** At most one byte too many, to notice a file that is larger than it says. */
async function read(path: string, size: number, { maxBytes, secrets, signal }: Reading): Promise<Buffer | 'secret'> {
  await using file = await open(path, openFlags);
  if (isSecretFile(await openedName(file, path), secrets)) return 'secret';
  return await upTo(maxBytes + 1, file, size, signal); // before it is closed
}

/** At most `length` bytes: in one read where the file is as long as it says. Streaming would cost more than the rest of the look. */
async function upTo(length: number, file: FileHandle, expected: number, signal: AbortSignal): Promise<Buffer> {
  const parts: Buffer[] = [];
  let left = length;
  let size = expected + 1;
  while (left > 0) {
    signal.throwIfAborted();
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(Math.min(left, size)), { position: null });
    if (bytesRead === 0) break;
    parts.push(buffer.subarray(0, bytesRead));
    if (parts.length === 1 && bytesRead === expected && expected > 0) break; // one byte more was asked for, so this is all
    left -= bytesRead;
    size = 65_536;
  }
  return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
}

/** Codes for a path that leads to nothing. */
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

/** Rethrows whatever is not a system error. */
function unseen(path: string, error: unknown): NothingSeen {
  const code = errnoOf(error);
  if (code === undefined) throw error;
  return nothing(`cannot look at ${path}: ${code}`);
}
