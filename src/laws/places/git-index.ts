/** Git's index as bytes: what the next commit would contain, and what a checkout would write into the work tree. Pure. */
import { type CachedTree, type EntryPlace, readExtensions } from './git-index-extensions.ts';

/** One file in an index. In a conflict, `stage` is the number of the version; otherwise it is 0. */
export type IndexEntry = {
  /** One character per byte: names need not be UTF-8. */
  readonly path: string;
  readonly mode: number;
  readonly id: string;
  readonly stage: number;
  /** Whether the file has only been announced (`git add -N`): no commit includes it yet. */
  readonly isAnnounced: boolean;
  /**
   * What git recorded about the file when it last compared it: a file that still matches this counts as unchanged. Absent for a resolved conflict.
   */
  readonly noted?: Noted;
};

/** The raw bytes, and the file size recorded in them. */
type Noted = { readonly all: string; readonly size: number };

/** An index: its entries, the trees that a commit would reuse, and the versions from resolved conflicts. */
export type Index = {
  readonly entries: readonly IndexEntry[];
  readonly trees: readonly CachedTree[];
  readonly resolved: readonly IndexEntry[];
};

const headerBytes = 12;
/** Times, device, inode, mode, owner and size come before the id; flags follow the id. */
const [modeAt, ownerAt, sizeAt, idAt, flagsBytes] = [24, 28, 36, 40, 2] as const;
const hasMoreFlags = 0x4000;
const announcedFlag = 0x2000;
/** The length of the name, or the largest value that fits into the flags: git relies on it. */
const lengthFlags = 0xfff;

/** Undefined unless every byte belongs to a complete index. `idBytes`: the length of ids and of the hash at the end. */
export function readIndex(content: Buffer, idBytes: 20 | 32): Index | undefined {
  const version = content.length < headerBytes + idBytes ? 0 : content.readUInt32BE(4);
  if (content.toString('latin1', 0, 4) !== 'DIRC' || version < 2 || version > 4) return undefined;
  try {
    const entries: IndexEntry[] = [];
    const places: EntryPlace[] = [];
    let at = headerBytes;
    for (let left = content.readUInt32BE(8); left > 0; left -= 1) {
      const flagsAt = at + idAt + idBytes;
      const flags = content.readUInt16BE(flagsAt);
      const moreFlags = (flags & hasMoreFlags) === 0 ? undefined : content.readUInt16BE(flagsAt + flagsBytes);
      const nameAt = flagsAt + (moreFlags === undefined ? flagsBytes : 2 * flagsBytes);
      const { path, end, shared } = version === 4 ? shortened(content, nameAt, entries.at(-1)?.path ?? '') : padded(content, at, nameAt);
      if ((flags & lengthFlags) !== Math.min(path.length, lengthFlags)) return undefined;
      const id = content.toString('hex', at + idAt, flagsAt);
      const isAnnounced = ((moreFlags ?? 0) & announcedFlag) !== 0;
      const noted = notedAt(content, at);
      entries.push({ path, mode: content.readUInt32BE(at + modeAt), id, stage: (flags >> 12) & 3, isAnnounced, noted });
      places.push({ at, shared });
      at = end;
    }
    const extensions = readExtensions(content, { idBytes, places, start: at });
    return extensions && { entries, ...extensions };
  } catch (error) {
    if (error instanceof RangeError) return undefined; // the file is truncated
    throw error;
  }
}

const notedAt = (content: Buffer, at: number): Noted => ({
  all: content.toString('latin1', at, at + modeAt) + content.toString('latin1', at + ownerAt, at + idAt),
  size: content.readUInt32BE(at + sizeAt),
});

type Name = { readonly path: string; readonly end: number; readonly shared: number };

/** A name followed by one to eight zero bytes, so that the entry's length is a multiple of eight. */
function padded(content: Buffer, from: number, nameAt: number): Name {
  const nameEnd = zeroAfter(content, nameAt);
  return { path: content.toString('latin1', nameAt, nameEnd), end: from + Math.floor((nameEnd - from) / 8 + 1) * 8, shared: 0 };
}

/** How many characters at the end of the previous name are dropped, in git's encoding of such numbers, and what replaces them. */
function shortened(content: Buffer, at: number, before: string): Name {
  let byte = content.readUInt8(at);
  let dropped = byte & 127;
  let next = at + 1;
  for (; byte > 127; next += 1) {
    byte = content.readUInt8(next);
    dropped = (dropped + 1) * 128 + (byte & 127);
  }
  const nameEnd = zeroAfter(content, next);
  const shared = before.length - dropped;
  if (shared < 0) throw new RangeError('it drops more bytes than there are');
  return { path: before.slice(0, shared) + content.toString('latin1', next, nameEnd), end: nameEnd + 1, shared };
}

function zeroAfter(content: Buffer, at: number): number {
  const found = content.indexOf(0, at);
  if (found === -1) throw new RangeError('a name without an end');
  return found;
}
