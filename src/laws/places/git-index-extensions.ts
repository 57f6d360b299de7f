/**
 * The part after the entries in git's index: accepted only if every extension is known and cannot make git read something that is not read here.
 * Pure.
 */
import type { IndexEntry } from './git-index.ts';

/** A tree that git created earlier. A commit uses its id for all entries below the folder without looking at them. */
export type CachedTree = {
  /** Ends with a slash; empty for the root tree. */
  readonly folder: string;
  /** How many entries the tree covers. */
  readonly count: number;
  readonly id: string;
};

/** Where an entry starts, and how many characters of its name it shares with the previous entry. */
export type EntryPlace = { readonly at: number; readonly shared: number };

type Extensions = { readonly trees: readonly CachedTree[]; readonly resolved: readonly IndexEntry[] };

type Layout = {
  readonly idBytes: 20 | 32;
  /** One place per entry. */
  readonly places: readonly EntryPlace[];
  /** Where the extensions start. */
  readonly start: number;
};

/** Undefined if an extension is unknown, refers to another file, or does not end where it should. Throws a RangeError if one is truncated. */
export function readExtensions(content: Buffer, layout: Layout): Extensions | undefined {
  const trees: CachedTree[] = [];
  const resolved: IndexEntry[] = [];
  const end = content.length - layout.idBytes;
  // Git looks for the end-of-index extension at this position, even if there is something else.
  const endMark = end - (8 + 4 + layout.idBytes);
  let [at, hasEndMark] = [layout.start, false];
  while (at < end) {
    const [name, from] = [content.toString('latin1', at, at + 4), at + 8];
    const to = from + content.readUInt32BE(at + 4);
    if (to > end) return undefined;
    const bytes = content.subarray(from, to);
    if (name === 'TREE') trees.push(...cachedTrees(bytes, layout.idBytes));
    else if (name === 'REUC') resolved.push(...resolvedConflicts(bytes, layout.idBytes));
    else if (!isHarmless(name, bytes, layout)) return undefined;
    hasEndMark ||= at === endMark && name === 'EOIE';
    at = to;
  }
  const isMarked = endMark >= layout.start && content.toString('latin1', endMark, endMark + 4) === 'EOIE';
  return at === end && isMarked === hasEndMark ? { trees, resolved } : undefined;
}

/**
 * Files that git does not track, whether entries may be folders, and where entries are, so that several threads can read them. Not included is the
 * list of files that need no check (`FSMN`): if a monitor is configured, git trusts that list even before it overwrites a file.
 */
function isHarmless(name: string, bytes: Buffer, { idBytes, places, start }: Layout): boolean {
  switch (name) {
    case 'UNTR':
      return true;
    case 'sdir':
      return bytes.length === 0;
    case 'EOIE':
      return bytes.length === 4 + idBytes && bytes.readUInt32BE(0) === start;
    case 'IEOT':
      return areBlocks(bytes, places);
    default:
      return false;
  }
}

/** Whether a table of blocks covers the entries in order. The first name in a block is whole. */
function areBlocks(bytes: Buffer, places: readonly EntryPlace[]): boolean {
  let entry = 0;
  for (let at = 4; at < bytes.length; at += 8) {
    const place = places[entry];
    if (place?.at !== bytes.readUInt32BE(at) || place.shared !== 0) return false;
    entry += bytes.readUInt32BE(at + 4);
  }
  return entry === places.length;
}

/** Deeper than any path that a system can have. */
const maxDepth = 4096;

/** The cached trees that git would use. For each: its name, its number of entries (-1: to be recomputed) and of subfolders, its id; then its subfolders. */
function cachedTrees(bytes: Buffer, idBytes: number): readonly CachedTree[] {
  const trees: CachedTree[] = [];
  const open: { readonly folder: string; left: number }[] = [];
  let at = 0;
  do {
    const nameEnd = endOf(bytes, 0, at);
    const lineEnd = endOf(bytes, newline, nameEnd);
    const [, entries, folders] = /^(-1|\d{1,10}) (\d{1,10})$/.exec(bytes.toString('latin1', nameEnd + 1, lineEnd)) ?? [];
    const above = open.at(-1);
    if (entries === undefined || open.length > maxDepth || (above === undefined) !== (nameEnd === at)) throw new RangeError('no tree');
    const folder = above === undefined ? '' : `${above.folder}${bytes.toString('latin1', at, nameEnd)}/`;
    at = lineEnd + 1;
    if (entries !== '-1') {
      if (at + idBytes > bytes.length) throw new RangeError('a tree without its id');
      trees.push({ folder, count: Number(entries), id: bytes.toString('hex', at, at + idBytes) });
      at += idBytes;
    }
    if (above) above.left -= 1;
    open.push({ folder, left: Number(folders) });
    while (open.at(-1)?.left === 0) open.pop();
  } while (open.length > 0);
  if (at !== bytes.length) throw new RangeError('more than trees');
  return trees;
}

const newline = 10;

/** The versions of files that were in conflict. For each file: its name, the modes of its three stages, and the ids of the stages that exist. */
function resolvedConflicts(bytes: Buffer, idBytes: number): readonly IndexEntry[] {
  const sides: IndexEntry[] = [];
  for (let at = 0; at < bytes.length; ) {
    const pathEnd = endOf(bytes, 0, at);
    const path = bytes.toString('latin1', at, pathEnd);
    at = pathEnd + 1;
    const modes = [1, 2, 3].map((stage) => {
      const modeEnd = endOf(bytes, 0, at);
      const mode = bytes.toString('latin1', at, modeEnd);
      if (!/^[0-7]{1,6}$/.test(mode)) throw new RangeError('no mode');
      at = modeEnd + 1;
      return { stage, mode: Number.parseInt(mode, 8) };
    });
    for (const { stage, mode } of modes) {
      if (mode === 0) continue;
      if (at + idBytes > bytes.length) throw new RangeError('a side without its id');
      sides.push({ path, mode, id: bytes.toString('hex', at, at + idBytes), stage, isAnnounced: false });
      at += idBytes;
    }
  }
  return sides;
}

function endOf(bytes: Buffer, byte: number, from: number): number {
  const found = bytes.indexOf(byte, from);
  if (found === -1) throw new RangeError('it has no end');
  return found;
}
