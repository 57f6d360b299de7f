/** What a command would change, read from the upper folders of its view. */
import { type BigIntStats, chmodSync, closeSync, constants, openSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { getAttrSync } from 'fs-native-extensions';
import { errnoOf } from '../../contracts/errno.ts';
import type { Change, Entry } from '../changes/change.ts';
import { entryFrom, isSameTime, modeOf } from '../changes/disk/entry-at.ts';
import { hashOf } from '../changes/disk/hash-of.ts';
import { stampFrom, statsAt } from '../changes/disk/stamp.ts';
import { createYielder } from '../changes/disk/yielder.ts';

/** A folder as it is, and what was written over it. */
export type Layer = {
  readonly lower: string;
  readonly upper: string;
  /** Whether `upper` is a full copy of `lower`, as the command left it. */
  readonly isWhole?: boolean;
  /** Whether deletions may be recorded as names with a prefix, as fuse-overlayfs does. */
  readonly hasMarkNames?: boolean;
};

export type Reading = {
  /** When the command started, by the clock of the file system in nanoseconds: later changes in the lower folders come from other programs. */
  readonly since: bigint;
  readonly signal: AbortSignal;
};

/** Removals, deepest first, then additions, outermost first; or why they are unknown. */
export type Read = { readonly changes: readonly Change[]; readonly whyUnknown: string | undefined };

/** Of a command that was stopped. */
export const noChanges: Read = { changes: [], whyUnknown: undefined };

export async function readUppers(layers: readonly Layer[], reading: Reading): Promise<Read> {
  const reader = new UpperReader(reading);
  for (const layer of layers) await reader.read(layer);
  return reader.result;
}

/** An entry of a view, by its path and where the upper folder has it. */
type Spot = {
  readonly path: string;
  readonly upper: string;
  /** Whether its parent is new: what the path led to before, say through a link, is unrelated. */
  readonly isNew?: boolean;
};

class UpperReader {
  readonly #since: bigint;
  readonly #signal: AbortSignal;
  readonly #yieldIfDue = createYielder();
  readonly #gone: Change[] = [];
  readonly #come: Change[] = [];
  #whyUnknown: string | undefined;

  constructor({ since, signal }: Reading) {
    this.#since = since;
    this.#signal = signal;
  }

  get result(): Read {
    const depth = ({ path }: Change) => path.split('/').length;
    const gone = this.#gone.toSorted((a, b) => depth(b) - depth(a));
    const come = this.#come.toSorted((a, b) => depth(a) - depth(b));
    return { changes: [...gone, ...come], whyUnknown: this.#whyUnknown };
  }

  async read({ lower, upper, isWhole = false, hasMarkNames }: Layer): Promise<void> {
    this.#compareTop({ path: lower, upper });
    const waiting: Spot[] = [{ path: lower, upper }];
    for (let folder = waiting.pop(); folder; folder = waiting.pop()) {
      const { path, upper, isNew = false } = folder;
      const names = this.#namesIn(upper, path);
      const isTop = path === lower; // which is never replaced
      const isOpaque = isWhole || (hasMarkNames && names.includes(opaqueName)) || (!isTop && hasOpaqueMark(upper, hasMarkNames));
      if (isOpaque && !isNew) await this.#removeUnlisted(path, new Set(names));
      for (const name of names) {
        await this.#pause();
        const spot = { path: join(path, name), upper: join(upper, name), isNew };
        if (hasMarkNames && name.startsWith(goneName)) {
          if (name !== opaqueName && !isOpaque && !isNew) await this.#remove(join(path, name.slice(goneName.length)));
        } else waiting.push(...(await this.#compare(spot, isWhole)));
      }
    }
  }

  /** The top folder of a view is never replaced and keeps its owner; only its mode can change. */
  #compareTop({ path, upper }: Spot): void {
    const [above, below] = [statsAt(upper), statsAt(path)];
    const entry = below && entryFrom(below, path, '');
    if (!above || !below || entry === 'other' || entry?.kind !== 'folder' || modeOf(above) === entry.mode) return;
    this.#note(path, { entry, stats: below }, { ...entry, mode: modeOf(above) }, undefined);
  }

  /** Compares an entry with what it covers. Returns it when there is more inside. */
  async #compare({ path, upper, isNew }: Spot, isCopy: boolean): Promise<readonly Spot[]> {
    const stats = statsAt(upper);
    if (!stats || stats.isSocket()) return []; // its listener is gone
    if (isWhiteout(stats)) {
      if (!isNew) await this.#remove(path);
      return [];
    }
    const above = entryFrom(stats, upper, stats.isFile() ? await this.#hashAbove(upper, stats) : '');
    const found = isNew ? undefined : statsAt(path);
    const below = found && entryFrom(found, path, '');
    if (above === 'other' || below === 'other') {
      this.#fail(`${path} is a device or a socket`);
      return [];
    }
    const isMerged = above.kind === 'folder' && below?.kind === 'folder';
    if (below && (above.kind === 'folder') !== (below.kind === 'folder')) {
      await this.#remove(path);
      this.#note(path, undefined, above, upper);
    } else if (!below || !found) this.#note(path, undefined, above, upper);
    else {
      const entry = await this.#known(below, path, above);
      const now = isCopy && !isRoot ? { ...above, uid: below.uid, gid: below.gid } : above; // a copy belongs to the user who made it
      if (!isSame(now, entry)) this.#note(path, { entry, stats: found }, now, upper);
    }
    return above.kind === 'folder' ? [{ path, upper, isNew: !isMerged }] : [];
  }

  /** The file below is hashed only where it could be the same as the one above. */
  async #known(below: Entry, path: string, above: Entry): Promise<Entry> {
    if (below.kind !== 'file' || above.kind !== 'file' || below.size !== above.size) return below;
    return { ...below, hash: await hashOf(path, this.#signal) };
  }

  /** A command may leave a file that its owner cannot read: its mode is widened for a moment. */
  async #hashAbove(upper: string, stats: BigIntStats): Promise<string> {
    try {
      return await hashOf(upper, this.#signal);
    } catch (error) {
      if (errnoOf(error) !== 'EACCES') throw error;
      chmodSync(upper, 0o600);
      const hash = await hashOf(upper, this.#signal);
      chmodSync(upper, modeOf(stats));
      return hash;
    }
  }

  /** Everything at the path is removed. */
  async #remove(path: string): Promise<void> {
    const waiting = [path];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      await this.#pause();
      const stats = statsAt(next);
      const entry = stats && entryFrom(stats, next, '');
      if (!stats || !entry) continue;
      if (entry === 'other') this.#fail(`${next} is a device or a socket`);
      else {
        this.#note(next, { entry, stats }, null, undefined);
        const folder = next;
        if (entry.kind === 'folder') waiting.push(...this.#namesIn(folder).map((name) => join(folder, name)));
      }
    }
  }

  async #removeUnlisted(path: string, listed: ReadonlySet<string>): Promise<void> {
    if (!statsAt(path)?.isDirectory()) return;
    for (const name of this.#namesIn(path)) if (!listed.has(name)) await this.#remove(join(path, name));
  }

  async #pause(): Promise<void> {
    await this.#yieldIfDue();
    this.#signal.throwIfAborted();
  }

  #namesIn(folder: string, called?: string): readonly string[] {
    if (called !== undefined) chmodSync(folder, modeOf(statsAt(folder) as BigIntStats) | 0o700); // it was seen a moment ago, and only we come here; its mode is noted
    const names = readdirSync(folder);
    if (names.some((name) => name.includes('\ufffd'))) this.#fail(`${called ?? folder} holds a name that is not UTF-8`);
    return names;
  }

  #note(path: string, below: { entry: Entry; stats: BigIntStats } | undefined, after: Entry | null, upper: string | undefined): void {
    if (below && below.stats.ctimeNs > this.#since) this.#fail(`${path} was changed by another program while the command ran`);
    const from = after?.kind === 'file' && upper !== undefined ? { from: upper } : {};
    const change = { path, before: below?.entry ?? null, after, stamp: below ? stampFrom(below.stats) : null, ...from };
    (after === null ? this.#gone : this.#come).push(change);
  }

  /** The first reason wins. */
  #fail(why: string): void {
    this.#whyUnknown ??= why;
  }
}

const isRoot = process.geteuid?.() === 0;

/** The kernel records a deletion as a character device with the number 0:0. */
const isWhiteout = (stats: BigIntStats): boolean => stats.isCharacterDevice() && stats.rdev === 0n;

/** The prefix that fuse-overlayfs gives a deleted name, and the file it puts into a folder that hides everything below it. */
const goneName = '.wh.';
const opaqueName = '.wh..wh..opq';

/** How the kernel marks a folder that hides everything below it, and how fuse-overlayfs does. */
const kernelMarks = ['user.overlay.opaque'];
const fuseMarks = [...kernelMarks, 'user.fuseoverlayfs.opaque', 'trusted.overlay.opaque'];

function hasOpaqueMark(folder: string, byFuse = false): boolean {
  const fd = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    return (byFuse ? fuseMarks : kernelMarks).some((mark) => getAttrSync(fd, mark)?.toString() === 'y');
  } finally {
    closeSync(fd);
  }
}

/** Whether nothing changed, not even a time. The times of folders do not count: every new entry changes them. */
function isSame(above: Entry, below: Entry): boolean {
  if (above.kind !== below.kind || above.uid !== below.uid || above.gid !== below.gid) return false;
  if (above.kind === 'link') return below.kind === 'link' && above.target === below.target;
  if ('mode' in below && above.mode !== below.mode) return false;
  if (above.kind !== 'file' || below.kind !== 'file') return true;
  return above.hash === below.hash && isSameTime(above.mtime_ms, below.mtime_ms);
}
