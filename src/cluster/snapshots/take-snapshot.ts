/** Takes snapshots of folders of the host: file contents are stored on the bus. Only what has changed since the last snapshot is read and sent. */
import { entryFrom, folderAttributes, withAttributes } from '../../tools/changes/disk/entry-at.ts';
import { stampFrom, statsAt } from '../../tools/changes/disk/stamp.ts';
import type { TaskGate } from '../../tools/files/reading-gate.ts';
import { inParallel } from '../objects/in-parallel.ts';
import type { Objects } from '../objects/objects.ts';
import { ignoredIn } from './ignored.ts';
import { type Known, knownFrom } from './known-file.ts';
import { sendContent } from './send-content.ts';
import { storeTrees } from './store-trees.ts';
import type { SnapshotRoot } from './tree.ts';
import { type Walked, walk } from './walk.ts';

/** What a snapshot may hold: `ignored` limits the files that git ignores, `all` limits all files. */
export type SnapshotLimits = Readonly<Record<'ignored' | 'all', { readonly files: number; readonly bytes: number }>>;

const snapshotLimits: SnapshotLimits = {
  ignored: { files: 20_000, bytes: 200_000_000 },
  all: { files: 100_000, bytes: 1_000_000_000 },
};

export type Snapshot = {
  readonly roots: readonly SnapshotRoot[];
  /** Every entry in the snapshot, by path. */
  readonly known: ReadonlyMap<string, Known>;
  /** Paths that exist on the host and are closed in the snapshot. */
  readonly closed: ReadonlySet<string>;
};

type TakeRequest = {
  /** Folders by their real paths, none inside another. */
  readonly roots: readonly string[];
  readonly gate: TaskGate;
  readonly signal: AbortSignal;
};

/** Failure contract: `why` is the reason why the command that needs the snapshot stays on the host. Throws other system errors, and what `Objects` throws. */
export type Snapshots = { take(request: TakeRequest): Promise<Snapshot | { readonly why: string }> };

const filesAtOnce = 32;

export function createSnapshots(objects: Objects, limits = snapshotLimits): Snapshots {
  /** The files of the last snapshot of each root. */
  const last = new Map<string, ReadonlyMap<string, Known>>();

  async function take({ roots, gate, signal }: TakeRequest): Promise<Snapshot | { readonly why: string }> {
    const filling = { known: new Map<string, Known>(), closed: new Set<string>() };
    const taken: SnapshotRoot[] = [];
    const room = { ...limits.all };
    for (const path of roots) {
      const nowMs = Date.now();
      const walked = await walk(path, gate, room, signal);
      if ('why' in walked) return walked;
      const why = await whyTooMuchIgnored(path, walked, signal);
      if (why !== undefined) return { why };
      const contents = await send(walked, last.get(path), signal);
      last.set(path, contents);
      const trees = await storeTrees(walked, contents, filling, { objects, nowMs, signal });
      const root = rootAt(path, trees.get(path), nowMs);
      if (!root) return { why: `${path} is not a folder that can be read` };
      filling.known.set(path, root.known);
      taken.push({ path, entry: root.known.entry, tree: root.tree });
    }
    return { roots: taken, ...filling };
  }

  async function whyTooMuchIgnored(root: string, { files, bytes, folders }: Walked, signal: AbortSignal): Promise<string | undefined> {
    if (files <= limits.ignored.files && bytes <= limits.ignored.bytes) return undefined; // then the ignored files are below the limits, too
    const isIgnored = await ignoredIn(root, signal);
    const ignored = [...folders.values()].flat().filter(({ path }) => isIgnored(path));
    const size = ignored.reduce((sum, { stats }) => sum + (stats.isFile() ? Number(stats.size) : 0), 0);
    const isTooMuch = ignored.length > limits.ignored.files || size > limits.ignored.bytes;
    return isTooMuch ? `${root} contains more ignored files than may be sent to workers: ${ignored.length} with ${size} bytes` : undefined;
  }

  /** The files that can be read, once their contents are stored. */
  async function send({ folders }: Walked, before: ReadonlyMap<string, Known> | undefined, signal: AbortSignal) {
    const contents = new Map<string, Known>();
    const changed: string[] = [];
    for (const seen of folders.values())
      for (const { path, stats } of seen.filter((each) => 'entry' in each && each.entry.kind === 'file')) {
        const known = before?.get(path);
        const isSame = known?.isSettled && known.stamp === stampFrom(stats) && known.entry.kind === 'file';
        if (isSame && objects.isKnown(known.entry.hash)) contents.set(path, known);
        else changed.push(path);
      }
    await inParallel(changed, filesAtOnce, async (path) => {
      signal.throwIfAborted();
      const sent = await sendContent(path, objects, signal);
      if (sent) contents.set(path, sent);
    });
    return contents;
  }

  return { take };
}

function rootAt(path: string, tree: string | undefined, nowMs: number): { readonly known: Known; readonly tree: string } | undefined {
  const stats = statsAt(path);
  const entry = stats && entryFrom(stats, path, '');
  if (!stats || !entry || entry === 'other' || entry.kind !== 'folder' || tree === undefined) return undefined;
  return { known: knownFrom(withAttributes(entry, folderAttributes(path)), stats, nowMs), tree };
}
