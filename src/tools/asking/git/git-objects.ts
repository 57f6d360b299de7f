/** Whether objects and packs match their names, and which objects a repository contains. */
import { createHash, type Hash, randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createInflate, inflateSync } from 'node:zlib';
import type { Change } from '../../changes/change.ts';
import { createContentHash, hashOfBytes } from '../../changes/disk/hash-of.ts';
import { copyJudged, judgedContent } from '../judged-content.ts';
import type { ObjectFormat, OwnGit } from './own-git.ts';

/** The hash function for a repository's ids, determined by the length of an id. */
export const formatOf = (id: string): ObjectFormat => (id.length === 64 ? 'sha256' : 'sha1');

const asPlainFile = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** The size limit for all objects of an action together, and for a pack: anything larger is not checked, and so needs approval. */
const maxBytes = 1024 ** 3;
const maxPackBytes = 1024 ** 3;
const maxSmallBytes = 128 * 1024;
const maxUnpackedBytes = 4 * 1024 ** 2;

/** Checks contents by their hashes, up to a total size. */
export function createHashing() {
  let left = maxBytes;

  /** Hashes the whole stream, as long as it matches its header. */
  async function hashAll(
    chunks: AsyncIterable<Buffer> | readonly Buffer[],
    hash: Hash,
    sizeSaid: (first: Buffer) => number,
  ): Promise<void> {
    let missing: number | undefined;
    for await (const chunk of chunks) {
      missing = (missing ?? sizeSaid(chunk)) - chunk.length;
      left -= chunk.length;
      if (!(missing >= 0 && missing <= left)) throw new Error('it does not match its name, or is too large to check');
      hash.update(chunk);
    }
  }

  /** Whether a file matches its id; false if it cannot be read or unpacked. */
  async function matches({ from = '', after }: Change, id: string, format: ObjectFormat, isPacked: boolean): Promise<boolean> {
    const hash = createHash(format);
    try {
      await using opened = await open(from, asPlainFile);
      const { size } = await opened.stat();
      const judged = after?.kind === 'file' ? after.hash : undefined;
      const packed = isPacked && size <= maxSmallBytes ? await opened.readFile() : undefined;
      if (packed && hashOfBytes(packed) !== judged) return false;
      const small = packed && unpacked(packed);
      if (small !== undefined) {
        await hashAll([small], hash, sizeOfObject);
        return hash.digest('hex') === id;
      }
      const whole = createContentHash(size);
      const source = tee(opened.createReadStream({ autoClose: false, start: 0 }), whole.update);
      if (isPacked) await pipeline(source, createInflate(), (chunks) => hashAll(chunks, hash, sizeOfObject));
      else await pipeline(source, (chunks) => hashAll(chunks, hash, () => size));
      if (whole.digest() !== judged) return false;
    } catch {
      return false;
    }
    return hash.digest('hex') === id;
  }

  return {
    /** Whether a loose object unpacks to content whose hash is its id. */
    isObject: (change: Change, id: string) => matches(change, id, formatOf(id), true),
    /** Whether a file's name is the SHA-256 of its content. */
    isFile: (change: Change, id: string) => matches(change, id, 'sha256', false),
  };
}

async function* tee(chunks: AsyncIterable<Buffer>, see: (chunk: Buffer) => void): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    see(chunk);
    yield chunk;
  }
}

/**
 * Most objects are small, and there may be thousands: reading one in a single step is many times faster than streaming it. Undefined if it is too
 * large.
 */
function unpacked(packed: Buffer): Buffer | undefined {
  try {
    return inflateSync(packed, { maxOutputLength: maxUnpackedBytes });
  } catch (error) {
    if (error instanceof RangeError) return undefined; // the content is longer than its header says
    throw error;
  }
}

/** The size of an object including its header, which states the length; NaN if there is no header. */
function sizeOfObject(first: Buffer): number {
  const [head = '', size] = /^(?:blob|tree|commit|tag) (\d{1,15})\0/.exec(first.toString('latin1', 0, 40)) ?? [];
  return head.length + Number(size ?? Number.NaN);
}

/** The files of a pack: changes, or paths of existing files. `rev` may be missing. */
export type PackFiles = { readonly pack: Change | string; readonly idx: Change | string; readonly rev: Change | undefined };

/** The ids in a pack if git makes exactly the same index from the pack; otherwise undefined. */
export async function idsOfPack({ pack, idx, rev }: PackFiles, format: ObjectFormat, git: OwnGit): Promise<readonly string[] | undefined> {
  try {
    if ((await sizeOf(pack)) > maxPackBytes || (await sizeOf(idx)) > maxPackBytes) return undefined;
    const name = join(await git.scratch(), `made-${randomUUID()}`);
    const [made, madeRev, copy] = [`${name}.idx`, `${name}.rev`, `${name}.pack`];
    if (typeof pack !== 'string' && !(await copyJudged(pack, copy))) return undefined;
    const read = typeof pack === 'string' ? pack : copy;
    const ended = await git.run(['index-pack', '--index-version=2', '--rev-index', `--object-format=${format}`, '-o', made, read]);
    await rm(copy, { force: true });
    if (ended === undefined) return undefined;
    const [own, given] = await Promise.all([readFile(made), readPlain(idx)]);
    const isSame = own.equals(given) && (rev === undefined || (await readFile(madeRev)).equals(await readPlain(rev)));
    return isSame ? idsOfIndex(own, format) : undefined;
  } catch {
    return undefined; // a pack that cannot be read does not match its name
  }
}

/** Reads an index of version 2: a head of 8 bytes, 256 counts, then the ids. */
function idsOfIndex(index: Buffer, format: ObjectFormat): readonly string[] {
  const [first, length] = [8 + 256 * 4, format === 'sha256' ? 32 : 20];
  const count = index.readUInt32BE(first - 4);
  return Array.from({ length: count }, (_, at) => index.toString('hex', first + at * length, first + (at + 1) * length));
}

/** The number of ids passed to git in one call. */
const maxAsked = 1_000;

/** Which of these objects a repository contains; the repository is identified by the folder of its objects. */
export async function objectsThere(ids: readonly string[], objects: string, git: OwnGit): Promise<ReadonlySet<string>> {
  const there = new Set<string>();
  for (const [format, some] of Map.groupBy(new Set(ids), formatOf)) {
    if (objects.includes('\n')) continue; // git cannot be passed such a path
    const repository = await git.borrow(objects, format);
    for (let at = 0; at < some.length; at += maxAsked) {
      const input = some.slice(at, at + maxAsked);
      const told = await git.run(['cat-file', '--batch-check'], { input, folder: repository });
      for (const [, id = ''] of told?.matchAll(/^([0-9a-f]+) [a-z]+ \d+$/gm) ?? []) there.add(id);
    }
  }
  return there;
}

async function readPlain(given: Change | string): Promise<Buffer> {
  if (typeof given !== 'string')
    return (await judgedContent(given, maxPackBytes)) ?? Promise.reject(new Error('it is not what was judged'));
  await using file = await open(given, asPlainFile);
  return await file.readFile();
}

async function sizeOf(given: Change | string): Promise<number> {
  if (typeof given !== 'string') return given.after?.kind === 'file' ? given.after.size : Number.POSITIVE_INFINITY;
  await using file = await open(given, asPlainFile);
  return (await file.stat()).size;
}
