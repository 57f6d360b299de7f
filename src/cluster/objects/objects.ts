/** Contents on the bus, stored under their hash (`hashOfBytes`). Each is stored once, in pieces, and is checked when it is read. */
import { type FileHandle, open } from 'node:fs/promises';
import { headers } from '@nats-io/transport-node';
import { ArtooError } from '../../contracts/errors.ts';
import { createContentHash, hashOfBytes } from '../../tools/changes/disk/hash-of.ts';
import { type AppendOptions, publishFirst } from '../append.ts';
import type { Bus } from '../bus.ts';
import { joinWaits, type OnWait } from '../join-waits.ts';
import { lastOf, type Stored } from '../read.ts';
import { inParallel } from './in-parallel.ts';

/** The size of a piece. It is the same everywhere, so that all hosts store the same pieces for the same content. */
const pieceBytes = 256 * 1024;
/** How many pieces of one content are under way at once. */
const piecesAtOnce = 8;
const sizeHeader = 'Artoo-Size';

export type Objects = {
  /** Stores a content that is in memory; returns its hash. `onWait` is called as that of `append`, once for all pieces. */
  put(content: Buffer, signal: AbortSignal, onWait?: AppendOptions['onWait']): Promise<string>;
  /** Stores the content of a file whose hash and size are known. If the file has changed meanwhile, readers notice that from the hash. */
  putFile(hash: string, file: FileHandle, size: number, signal: AbortSignal): Promise<void>;
  /** Throws `object_missing`, and `object_damaged` if the content has another hash, or is larger than expected. */
  get(hash: string, most: number, signal: AbortSignal): Promise<Buffer>;
  /** Like `get`, but into a new file. */
  getFile(hash: string, path: string, most: number, signal: AbortSignal): Promise<void>;
  /** Whether all pieces seem to be on the bus. */
  has(hash: string): Promise<boolean>;
  /** Whether this process has stored the content, or seen it on the bus. */
  isKnown(hash: string): boolean;
  /** Forgets which contents are on the bus, because they may be gone. */
  forget(): void;
};

/** How many hashes of contents on the bus are remembered; beyond that, all are forgotten. */
const maxKnown = 500_000;

export type ObjectsOptions = {
  /** Whether storing fails with `bus_unfit` where the bus is full, rather than waiting until there is room. */
  readonly failsWhenFull?: boolean;
};

type PieceAt = (at: number, length: number) => Buffer | Promise<Buffer>;

export function openObjects(bus: Bus, { failsWhenFull = false }: ObjectsOptions = {}): Objects {
  const known = new Set<string>();
  const know = (hash: string) => {
    if (known.size >= maxKnown) known.clear();
    known.add(hash);
  };

  const failWhenFull: OnWait = (why) => {
    if (failsWhenFull && why === 'full')
      throw new ArtooError('bus_unfit', `the bus has no room left for contents (${bus.names.stream('object')})`);
  };

  async function store(hash: string, size: number, pieceAt: PieceAt, { signal, onWait }: AppendOptions) {
    if (known.has(hash)) return;
    const tell = onWait ? joinWaits(onWait) : () => failWhenFull;
    // The first piece is stored last: if it exists, so do the others.
    const places = Array.from({ length: countOf(size) }, (_, n) => n).reverse();
    await inParallel(places.slice(0, -1), piecesAtOnce, (n) => storePiece(n));
    await storePiece(0);
    know(hash);

    async function storePiece(n: number): Promise<void> {
      const data = await pieceAt(n * pieceBytes, Math.min(pieceBytes, size - n * pieceBytes));
      const told = headers();
      told.set(sizeHeader, String(size));
      await publishFirst(bus, { subject: bus.names.object(hash, n), data, headers: told }, { signal, onWait: tell() });
    }
  }

  async function pieceOf(hash: string, n: number): Promise<Stored & { readonly size: number }> {
    const stored = await lastOf(bus, 'object', bus.names.object(hash, n));
    if (!stored) throw new ArtooError('object_missing', `piece ${n} of the content ${short(hash)} is missing on the bus`);
    const size = Number(stored.headers?.get(sizeHeader) ?? Number.NaN);
    if (!Number.isSafeInteger(size) || size < 0) throw damaged(hash, n, 'does not state the size of the content');
    return { ...stored, size };
  }

  /** Reads all pieces in order. */
  async function read(hash: string, most: number, signal: AbortSignal, take: (piece: Buffer, at: number) => void | Promise<void>) {
    const first = await pieceOf(hash, 0);
    const { size } = first;
    if (size > most) throw damaged(hash, 0, `states a size of ${size} bytes, but at most ${most} were expected`);
    const digest = createContentHash(size);
    for (let n = 0; n < countOf(size); n += 1) {
      signal.throwIfAborted();
      const { data, size: told } = n === 0 ? first : await pieceOf(hash, n);
      const wanted = Math.min(pieceBytes, size - n * pieceBytes);
      if (told !== size || data.length !== wanted) throw damaged(hash, n, `has ${data.length} bytes instead of ${wanted}`);
      const piece = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
      digest.update(piece);
      await take(piece, n * pieceBytes);
    }
    if (digest.digest() !== hash) throw new ArtooError('object_damaged', `the content ${short(hash)} on the bus does not match its hash`);
    know(hash);
  }

  return {
    async put(content, signal, onWait) {
      const hash = hashOfBytes(content);
      await store(hash, content.length, (at, length) => content.subarray(at, at + length), { signal, onWait });
      return hash;
    },
    putFile: (hash, file, size, signal) => store(hash, size, (at, length) => readAt(file, at, length), { signal }),
    async get(hash, most, signal) {
      const pieces: Buffer[] = [];
      await read(hash, most, signal, (piece) => void pieces.push(piece));
      return pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces);
    },
    async getFile(hash, path, most, signal) {
      await using file = await open(path, 'wx', 0o600);
      await read(hash, most, signal, async (piece, at) => void (await file.write(piece, 0, piece.length, at)));
    },
    async has(hash) {
      if (!known.has(hash) && (await lastOf(bus, 'object', bus.names.object(hash, 0)))) know(hash);
      return known.has(hash);
    },
    isKnown: (hash) => known.has(hash),
    forget: () => known.clear(),
  };
}

const countOf = (size: number): number => Math.max(1, Math.ceil(size / pieceBytes));
const short = (hash: string): string => `${hash.slice(0, 12)}…`;
const damaged = (hash: string, n: number, why: string): ArtooError =>
  new ArtooError('object_damaged', `piece ${n} of the content ${short(hash)} on the bus ${why}`);

/** A file that was cut meanwhile yields fewer bytes, whose hash is different. */
async function readAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const piece = Buffer.allocUnsafe(length);
  let done = 0;
  for (let bytes = -1; done < length && bytes !== 0; done += bytes)
    ({ bytesRead: bytes } = await file.read(piece, done, length - done, at + done));
  return piece.subarray(0, done);
}
