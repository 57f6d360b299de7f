/** Containment by copy-on-write: bubblewrap, with overlays over the folders that a command sees. */
import { lstatSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { ArtooError } from '../../../contracts/errors.ts';
import { clonesLocally } from '../../../laws/commands/local-clone.ts';
import { isWithin } from '../../../laws/places/posix-path.ts';
import type { ContainedRequest, ContainedRun, Containment } from '../containment.ts';
import { foldersInView } from '../shown/folders-in-view.ts';
import { readMounts } from '../shown/mounts.ts';
import { identityOf, listed, placesFinder } from '../shown/shown-places.ts';
import { openedDoors } from '../walls/doors.ts';
import { createHostView } from '../walls/host-view.ts';
import { buildWalls, type Parts, runInside } from '../walls/run-inside.ts';
import { foldersAbove, type Step, wallSteps } from '../walls/wall-steps.ts';
import { createFence } from './fence.ts';
import { layersOf, mounting, type OverlayKind } from './overlay-mounts.ts';
import { noChanges, readUppers } from './read-upper.ts';
import { createRestored } from './restored.ts';
import { createServing } from './serve.ts';
import { signalToRead } from './signal-to-read.ts';
import { fileSystemTime, type Lower, makeViewFolders, removeLater } from './view-folders.ts';
import { buildAhead, takeWaitingWalls, type WaitingWalls } from './walls-ahead.ts';

export type OverlayOptions = Parts & {
  readonly kind: OverlayKind;
  /** The program that mounts overlays; for the kind fuse-overlayfs, this is fuse-overlayfs itself. */
  readonly mount: string;
};

/** Everything needed to build walls. */
type Plan = {
  readonly cwd: string;
  /**
   * In an overlay, users other than root see a hard-linked file with another inode number, and git would treat it as another file: so git must copy.
   */
  readonly mayLink: boolean;
  readonly lowers: readonly Lower[];
  readonly steps: readonly Step[];
  /** The key of a plan, equal only for equal plans: it includes the current state of the paths as well as the paths themselves. */
  readonly key: string;
};

export function createOverlay({ kind, mount, ...parts }: OverlayOptions): Containment {
  const { detail, staging, surroundings } = parts;
  const isRoot = process.getuid?.() === 0;
  const findPlaces = placesFinder(surroundings, staging.root);
  let lastPorts = '';

  /** A file to be closed may disappear before the walls are up: in that case, nothing has run, and the walls are built again. */
  async function run(request: ContainedRequest): Promise<ContainedRun> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await runOnce(request);
      } catch (error) {
        if (tries === maxTries || !(error instanceof ArtooError) || error.code !== 'containment_failed') throw error;
      }
    }
  }

  async function runOnce(request: ContainedRequest): Promise<ContainedRun> {
    const plan = planFor(request);
    const slot = slotOf(request);
    const walls = (slot && takeWaitingWalls(plan.key, slot)) ?? build(plan, request);
    const { folders } = walls;
    walls.doors?.serve(request.doors ?? []);
    const drop = () => removeLater(folders);
    try {
      const since = fileSystemTime(folders.folder);
      const ran = await runInside(walls.process, { ...plan, home: surroundings.home, folder: folders.folder }, request);
      const signal = signalToRead(request, ran.ended);
      const read = signal ? await readUppers(layersOf(kind, folders), { since, signal }) : noChanges;
      if (slot && isAskedAgain(request)) buildAhead(() => build(planFor(request), request), { slot });
      return { ...ran, ...read, [Symbol.asyncDispose]: async () => drop() };
    } catch (error) {
      drop();
      throw error;
    }
  }

  function planFor(request: ContainedRequest): Plan {
    const places = findPlaces(request);
    const { cwd, personal } = places;
    const around = [surroundings.home, cwd, request.workspace].find((path) => path !== '/' && isWithin(path, staging.root));
    if (around !== undefined) throw new ArtooError('containment_failed', `${around} contains ${staging.root}, where views are kept`);
    const mounts = readMounts(readFileSync('/proc/self/mountinfo', 'utf8'));
    const hasReadOnlyViews = kind === 'overlay';
    const seen = foldersInView({ ...places, personal, mounts, foldersIn, isFolder, isRoot, staging: staging.root, hasReadOnlyViews });
    const steps = wallSteps({ ...places, shown: seen.shown, closed: [...places.closed, ...seen.closed], entriesIn: listed });
    const plan = { cwd, mayLink: !clonesLocally(request.command), lowers: seen.lowers, steps };
    return { ...plan, key: `${keyOf(plan)} ${portsOf(request)}` };
  }

  /** The kernel caches the entries that were looked up while the walls were built, so their state is part of the key. */
  function keyOf(plan: Omit<Plan, 'key'>): string {
    const { cwd, lowers, steps } = plan;
    const placed = steps.flatMap(({ step, path }) => (step === 'show' || step === 'close' ? [path] : []));
    const found = new Set(
      [cwd, ...lowers.map(({ path }) => path), ...placed, ...loaded()].flatMap((path) => [...foldersAbove(path), path]),
    );
    return JSON.stringify([kind, parts.builders, surroundings.env, staging.closedFolder, plan, [...found].map(identityOf)]);
  }

  /** A command that asks for hosts is either the only one or one of a series, so walls for the next are built ahead only after the second. */
  function isAskedAgain(request: ContainedRequest): boolean {
    if (slotOf(request) === 'plain') return true;
    const before = lastPorts;
    lastPorts = portsOf(request);
    return before === lastPorts;
  }

  function build({ cwd, mayLink, lowers, steps, key }: Plan, { doors: wanted = [], sockets = false, background }: Opening): WaitingWalls {
    const folders = makeViewFolders(staging, lowers);
    const doors = wanted.length === 0 ? undefined : openedDoors(wanted.map(({ port }) => port));
    const merged = new Map(folders.views.map(({ lower, merged }) => [lower, merged]));
    const mergedOf = (lower: string) => merged.get(lower) ?? lower;
    return {
      key,
      folders,
      doors,
      process: buildWalls(parts, {
        ...{ steps, cwd, mayLink, doors, sockets, mergedOf, follows: background !== undefined },
        ...{ folder: folders.folder, mounting: mounting(kind, mount, folders) },
      }),
    };
  }

  return {
    ...{ kind, detail, run, look: createHostView(parts), serve: createServing(parts), fence: createFence(parts) },
    restored: createRestored({ kind, mount, parts }),
  };
}

/** What a request needs to have opened in the walls. */
type Opening = Pick<ContainedRequest, 'doors' | 'sockets' | 'background'>;

/** Which of the prepared walls a command can use: those for any command, or those for commands that ask for hosts. No others are built ahead. */
function slotOf({ doors = [], sockets = false, background }: Opening): 'plain' | 'networked' | undefined {
  if (sockets || background !== undefined) return undefined;
  return doors.length > 0 ? 'networked' : 'plain';
}

const portsOf = ({ doors = [] }: Opening): string => doors.map(({ port }) => port).join(',');

const maxTries = 3;

const isFolder = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

const foldersIn = (path: string): readonly string[] =>
  readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

/** The files from which the waiting shell was loaded, if they are the same for every program. */
let loadedFiles: readonly string[] | undefined;
function loaded(): readonly string[] {
  loadedFiles ??= [
    ...new Set([
      ...['/bin/sh', realpathSync('/bin/sh'), '/etc/ld.so.cache', '/etc/ld.so.preload'],
      ...[...readFileSync('/proc/self/maps', 'utf8').matchAll(/(\/\S*\/(?:ld-|libc[.-])\S*)$/gm)].map(([, path]) => path ?? ''),
    ]),
  ];
  return loadedFiles;
}
