/** Git's index as bytes: what the next commit would hold, and what a checkout would write into the work tree. Pure. */

/** One file of an index. Of a conflict, `stage` says whose side it is; otherwise it is 0. */
export type IndexEntry = {
  /** A character for each byte: names need not be UTF-8. */
  readonly path: string;
  readonly mode: number;
  readonly id: string;
  readonly stage: number;
};

const headerBytes = 12;
/** Times, device, inode, mode, owner and size come before the id; flags follow it. */
const [modeAt, idAt, flagsBytes] = [24, 40, 2] as const;
const hasMoreFlags = 0x4000;
/** An extension that says where the rest of the index is: the file alone tells nothing then. */
const elsewhere = 'link';

/** Undefined for what is no index to the last byte, or not all of one. `idBytes`: how long its ids are, and the hash at its end. */
export function indexEntries(content: Buffer, idBytes: 20 | 32): readonly IndexEntry[] | undefined {
  const version = content.length < headerBytes + idBytes ? 0 : content.readUInt32BE(4);
  if (content.toString('latin1', 0, 4) !== 'DIRC' || version < 2 || version > 4) return undefined;
  try {
    const entries: IndexEntry[] = [];
    let at = headerBytes;
    for (let left = content.readUInt32BE(8); left > 0; left -= 1) {
      const flagsAt = at + idAt + idBytes;
      const flags = content.readUInt16BE(flagsAt);
      const nameAt = flagsAt + flagsBytes + ((flags & hasMoreFlags) === 0 ? 0 : 2);
      const { path, end } = version === 4 ? shortened(content, nameAt, entries.at(-1)?.path ?? '') : padded(content, at, nameAt);
      const id = content.toString('hex', at + idAt, flagsAt);
      entries.push({ path, mode: content.readUInt32BE(at + modeAt), id, stage: (flags >> 12) & 3 });
      at = end;
    }
    return isWholeFrom(content, at, idBytes) ? entries : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined; // it ends before it should
    throw error;
  }
}

/** A name that ends with one to eight zeros, so that the entry is a multiple of eight bytes long. */
function padded(content: Buffer, from: number, nameAt: number): { path: string; end: number } {
  const nameEnd = zeroAfter(content, nameAt);
  return { path: content.toString('latin1', nameAt, nameEnd), end: from + Math.floor((nameEnd - from) / 8 + 1) * 8 };
}

/** How many characters of the name before are dropped, as git writes such a number, and what follows instead. */
function shortened(content: Buffer, at: number, before: string): { path: string; end: number } {
  let byte = content.readUInt8(at);
  let dropped = byte & 127;
  let next = at + 1;
  for (; byte > 127; next += 1) {
    byte = content.readUInt8(next);
    dropped = (dropped + 1) * 128 + (byte & 127);
  }
  const nameEnd = zeroAfter(content, next);
  if (dropped > before.length) throw new RangeError('it drops more than there is');
  return { path: before.slice(0, before.length - dropped) + content.toString('latin1', next, nameEnd), end: nameEnd + 1 };
}

function zeroAfter(content: Buffer, at: number): number {
  const found = content.indexOf(0, at);
  if (found === -1) throw new RangeError('a name without an end');
  return found;
}

/** Whether extensions, and nothing else, follow up to the hash. */
function isWholeFrom(content: Buffer, start: number, idBytes: number): boolean {
  const end = content.length - idBytes;
  let at = start;
  while (at < end) {
    if (content.toString('latin1', at, at + 4) === elsewhere) return false;
    at += 8 + content.readUInt32BE(at + 4);
  }
  return at === end;
}
