/** What a command would change, read from the upper folders of its view. */
import { isUtf8 } from 'node:buffer';
import { type BigIntStats, chmodSync, closeSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { errnoOf } from '../../../contracts/errno.ts';
import type { Change, Entry } from '../../changes/change.ts';
import { type Attributes, attributesOf } from '../../changes/disk/attributes.ts';
import { entryFrom, folderAttributes, modeOf, mtimeOf, withAttributes, withContent } from '../../changes/disk/entry-at.ts';
import { type Content, contentOf, hashOf, openToRead } from '../../changes/disk/hash-of.ts';
import { stampFrom, statsAt } from '../../changes/disk/stamp.ts';
import { createYielder } from '../../changes/disk/yielder.ts';
import type { ContainedRun } from '../containment.ts';
import { asWritten } from './as-written.ts';
import { isSame, withEmptyAttributes } from './compare-layers.ts';
import { goneName, hasOpaqueMark, isWhiteout, opaqueName } from './overlay-marks.ts';

/** A folder, and the layer that contains the changes made to it. */
export type Layer = {
  readonly lower: string;
  readonly upper: string;
  /** Whether `upper` is a full copy of `lower`, as the command left it. */
  readonly isWhole?: boolean;
  /** Whether deletions may be recorded as names with a prefix, as fuse-overlayfs does. */
  readonly hasMarkNames?: boolean;
};

export type Reading = {
  /** When the command started, by the file system's clock in nanoseconds: other programs made all later changes in the lower folders. */
  readonly since: bigint;
  readonly signal: AbortSignal;
};

/** Removals, deepest first, then additions, outermost first; or why the changes are unknown. */
export type Read = Pick<ContainedRun, 'changes' | 'whyUnknown' | 'unknownAnyway' | 'moved' | 'hardLinks'>;

/** The changes of a command that was stopped. */
export const noChanges: Read = { changes: [], whyUnknown: undefined, moved: [], hardLinks: 0 };

export async function readUppers(layers: readonly Layer[], reading: Reading): Promise<Read> {
  const reader = new UpperReader(reading);
  for (const layer of layers) await reader.read(layer);
  return reader.result;
}

/** An entry of a view: its path, and where it is in the upper folder. */
type Spot = {
  readonly path: string;
  readonly upper: string;
  /** Whether the parent is new: if so, whatever the path led to before, for example through a link, is unrelated. */
  readonly isNew?: boolean;
};

class UpperReader {
  readonly #since: bigint;
  readonly #signal: AbortSignal;
  readonly #yieldIfDue = createYielder();
  readonly #gone: Change[] = [];
  readonly #come: Change[] = [];
  readonly #moved: string[] = [];
  #whyUnknown: string | undefined;
  #hardLinks = 0;

  constructor({ since, signal }: Reading) {
    this.#since = since;
    this.#signal = signal;
  }

  get result(): Read {
    return {
      changes: [...byDepth(this.#gone).reverse().flat(), ...byDepth(this.#come).flat()],
      ...this.#unknown(),
      moved: this.#moved,
      hardLinks: this.#hardLinks,
    };
  }

  async read({ lower, upper, isWhole = false, hasMarkNames }: Layer): Promise<void> {
    this.#compareTop({ path: lower, upper });
    const waiting: Spot[] = [{ path: lower, upper }];
    for (let folder = waiting.pop(); folder; folder = waiting.pop()) {
      const { path, upper, isNew = false } = folder;
      const names = this.#namesIn(upper, path);
      const isTop = path === lower; // the top folder is never replaced
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

  /** The top folder of a view is never replaced and keeps its owner; it has its own attributes only if they were set again. */
  #compareTop({ path, upper }: Spot): void {
    const [above, below] = [statsAt(upper), statsAt(path)];
    const entry = below && entryFrom(below, path, '');
    if (!above || !below || entry === 'other' || entry?.kind !== 'folder') return;
    const attributes = this.#told(path, () => folderAttributes(path));
    const added = this.#told(path, () => folderAttributes(upper));
    const isTouched = this.#isSetTime(above, above.birthtimeNs) && above.mtimeNs !== below.mtimeNs;
    const before = withAttributes(entry, attributes);
    const time = isTouched ? { mtime_ms: mtimeOf(above) } : {};
    const after = withAttributes({ ...before, mode: modeOf(above), ...time }, added && { ...attributes, ...added });
    if (isTouched || !isSame(after, before)) this.#note(path, { entry: before, stats: below }, after, undefined);
  }

  /** Compares an entry with the entry that it covers. Returns it if its contents must be compared too. */
  async #compare({ path, upper, isNew }: Spot, isCopy: boolean): Promise<readonly Spot[]> {
    const stats = statsAt(upper);
    if (!stats || stats.isSocket()) return []; // the process that listened on the socket has ended
    if (isWhiteout(stats)) {
      if (!isNew) await this.#remove(path);
      return [];
    }
    const above = await this.#above(upper, path, stats);
    const found = isNew ? undefined : statsAt(path);
    const below = found && entryFrom(found, path, '');
    if (above === 'other' || below === 'other') {
      this.#fail(`${path} is a device or a socket`);
      return [];
    }
    const noted = this.#come.length;
    const isMerged = above.kind === 'folder' && below?.kind === 'folder';
    if (below && (above.kind === 'folder') !== (below.kind === 'folder')) {
      await this.#remove(path);
      this.#note(path, undefined, above, upper);
    } else if (!below || !found) this.#note(path, undefined, above, upper);
    else {
      const entry = await this.#known(below, path, above);
      const now = isCopy && !isRoot ? { ...above, uid: below.uid, gid: below.gid } : above; // a copy belongs to the user who makes it
      const isTouched = stats.mtimeNs !== found.mtimeNs && (above.kind === 'file' || this.#isSetTime(stats));
      if (isTouched || !isSame(now, entry)) this.#note(path, { entry, stats: found }, now, upper);
    }
    const hasOtherNames = above.kind === 'file' && (stats.nlink > 1n || (found?.isFile() === true && found.nlink > 1n));
    if (hasOtherNames && this.#come.length > noted) this.#hardLinks += 1;
    return above.kind === 'folder' ? [{ path, upper, isNew: !isMerged }] : [];
  }

  /**
   * The times of folders and links change as entries are created. A time that was set explicitly is before the start, or after the ctime, which
   * programs cannot choose.
   */
  #isSetTime({ mtimeNs, ctimeNs }: BigIntStats, since = this.#since): boolean {
    return mtimeNs < since || mtimeNs > ctimeNs;
  }

  async #above(upper: string, path: string, stats: BigIntStats): Promise<Entry | 'other'> {
    const above = entryFrom(stats, upper, '');
    if (above === 'other' || above.kind === 'link' || above.kind === 'pipe') return above;
    if (above.kind === 'file') return withContent(above, await this.#contentAbove(upper, path, stats));
    openToOwner(upper, stats);
    const attributes = this.#told(path, () => folderAttributes(upper));
    return withAttributes(above, attributes);
  }

  /** The lower file is hashed only if it could equal the upper one. An unreadable file counts as different. */
  async #known(below: Entry, path: string, above: Entry): Promise<Entry> {
    if (below.kind === 'folder') {
      const attributes = this.#told(path, () => folderAttributes(path));
      return withAttributes(below, attributes);
    }
    if (below.kind !== 'file' || above.kind !== 'file') return below;
    try {
      if (below.size === above.size) return withContent(below, await this.#content(path, path));
      const attributes = this.#told(path, () => fileAttributes(path));
      return withAttributes(below, attributes);
    } catch (error) {
      if (errnoOf(error) !== 'EACCES') throw error;
      return below;
    }
  }

  /** Reads a file even if the command made it unreadable for its owner: its mode is widened briefly. */
  async #contentAbove(upper: string, path: string, stats: BigIntStats): Promise<Content> {
    try {
      return await this.#content(upper, path);
    } catch (error) {
      if (errnoOf(error) !== 'EACCES') throw error;
      chmodSync(upper, 0o600);
      const content = await this.#content(upper, path);
      chmodSync(upper, modeOf(stats));
      return content;
    }
  }

  async #content(at: string, path: string): Promise<Content> {
    try {
      return await contentOf(at, this.#signal);
    } catch (error) {
      this.#failIfUntellable(error, path);
      return { hash: await hashOf(at, this.#signal), attributes: undefined };
    }
  }

  #told(path: string, attributes: () => Attributes | undefined): Attributes | undefined {
    try {
      return attributes();
    } catch (error) {
      this.#failIfUntellable(error, path);
      return undefined;
    }
  }

  #failIfUntellable(error: unknown, path: string): void {
    if (!['EILSEQ', 'E2BIG', 'ERANGE'].includes(errnoOf(error) ?? '')) throw error;
    this.#fail(`${path} has an extended attribute that cannot be represented`); // a name is not UTF-8, or there are too many attributes
  }

  /** Records the removal of everything at the path. */
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
    if (called !== undefined) openToOwner(folder, statsAt(folder) as BigIntStats); // it has just been found, and no other code changes it; its mode is recorded
    const names = readdirSync(folder);
    const odd = names.some((name) => name.includes('\ufffd')) ? readdirSync(folder, 'buffer').find((name) => !isUtf8(name)) : undefined;
    if (odd) this.#fail(`${called ?? folder} contains a name that is not UTF-8 and so cannot be recorded: ${asWritten(odd)}`);
    return odd ? [] : names.filter((name) => this.#hasRoomFor(name, folder, called ?? folder));
  }

  /** Whether entries at this depth can be named: a command may have created a thousand nested folders. */
  #hasRoomFor(name: string, ...folders: readonly string[]): boolean {
    const longest = Math.max(...folders.map((folder) => Buffer.byteLength(folder)));
    if (longest + Buffer.byteLength(name) + 2 <= maxPathBytes) return true;
    this.#fail(`what is in ${folders.at(-1)?.slice(0, 200)}… is nested too deeply: the path is longer than the system allows`);
    return false;
  }

  #note(path: string, below: { entry: Entry; stats: BigIntStats } | undefined, after: Entry | null, upper: string | undefined): void {
    if (below && below.stats.ctimeNs >= this.#since) {
      this.#moved.push(path);
    }
    const from = after?.kind === 'file' && upper !== undefined ? { from: upper } : {};
    const sides = withEmptyAttributes(below?.entry ?? null, after);
    const change = { path, ...sides, stamp: below ? stampFrom(below.stats) : null, ...from };
    (after === null ? this.#gone : this.#come).push(change);
  }

  #unknown(): Pick<Read, 'whyUnknown' | 'unknownAnyway'> {
    const [moved] = this.#moved;
    const whyMoved = moved === undefined ? undefined : `${moved} was changed by another program while the command ran`;
    return { whyUnknown: this.#whyUnknown ?? whyMoved, unknownAnyway: this.#whyUnknown };
  }

  /** Keeps only the first reason. */
  #fail(why: string): void {
    this.#whyUnknown ??= why;
  }
}

/** The system's limit on the length of a path. */
const maxPathBytes = 4_096;

const isRoot = process.geteuid?.() === 0;

/** Groups entries by depth, shallowest first. */
const byDepth = (changes: readonly Change[]): Change[][] =>
  [...Map.groupBy(changes, ({ path }) => path.split('/').length)].sort(([one], [other]) => one - other).map(([, list]) => list);

function fileAttributes(path: string): Attributes | undefined {
  const fd = openToRead(path);
  try {
    return attributesOf(fd);
  } finally {
    closeSync(fd);
  }
}

/** Gives the owner access to a folder of a view, after recording its mode. */
const openToOwner = (folder: string, stats: BigIntStats): void => {
  if ((modeOf(stats) & 0o700) !== 0o700) chmodSync(folder, modeOf(stats) | 0o700);
};
