/** Reads a file of the host once, so that the hash belongs to the stored content even if the file is written to meanwhile. */
import { closeSync, fstatSync, readSync } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errnoOf } from '../../contracts/errno.ts';
import type { Entry } from '../../tools/changes/change.ts';
import { attributesOf } from '../../tools/changes/disk/attributes.ts';
import { createDisk } from '../../tools/changes/disk/disk.ts';
import { entryFrom, withContent } from '../../tools/changes/disk/entry-at.ts';
import { hashOf, openToRead } from '../../tools/changes/disk/hash-of.ts';
import { stampFrom } from '../../tools/changes/disk/stamp.ts';
import type { Objects } from '../objects/objects.ts';
import { type Known, knownFrom } from './known-file.ts';

type File = Extract<Entry, { readonly kind: 'file' }>;

/** The largest file that is read directly; larger ones are copied first, with shared blocks where the file system supports that. */
const maxInMemory = 4 * 1024 ** 2;

/** The file with its hash, once its content is stored; undefined if it cannot be read, or is no longer a file. Throws other system errors. */
export async function sendContent(path: string, objects: Objects, signal: AbortSignal): Promise<Known | undefined> {
  const fd = opened(path);
  if (fd === undefined) return undefined;
  try {
    const nowMs = Date.now();
    const stats = fstatSync(fd, { bigint: true });
    const entry = entryFrom(stats, path, '');
    if (entry === 'other' || entry.kind !== 'file') return undefined;
    const attributes = attributesOf(fd);
    const content = entry.size > maxInMemory ? await sendCopy(path, objects, signal) : await sendWhole(fd, entry, objects, signal);
    const after = fstatSync(fd, { bigint: true });
    const known = knownFrom(withContent({ ...entry, size: content.size }, { hash: content.hash, attributes }), stats, nowMs);
    return stampFrom(after) === stampFrom(stats) ? known : { ...known, stamp: '' };
  } finally {
    closeSync(fd);
  }
}

function opened(path: string): number | undefined {
  try {
    return openToRead(path);
  } catch (error) {
    if (!['EACCES', 'EPERM', 'ENOENT', 'ELOOP'].includes(errnoOf(error) ?? '')) throw error;
    return undefined;
  }
}

type Sent = Pick<File, 'hash' | 'size'>;

async function sendWhole(fd: number, { size }: File, objects: Objects, signal: AbortSignal): Promise<Sent> {
  const content = Buffer.allocUnsafe(size);
  let at = 0;
  for (let bytes = -1; at < size && bytes !== 0; at += bytes) bytes = readSync(fd, content, at, size - at, at);
  return { hash: await objects.put(content.subarray(0, at), signal), size: at };
}

async function sendCopy(path: string, objects: Objects, signal: AbortSignal): Promise<Sent> {
  const folder = await mkdtemp(join(tmpdir(), 'artoo-'));
  try {
    const copy = join(folder, 'copy');
    await createDisk().copy(path, copy);
    const hash = await hashOf(copy, signal);
    await using file = await open(copy);
    const { size } = await file.stat();
    await objects.putFile(hash, file, size, signal);
    return { hash, size };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
