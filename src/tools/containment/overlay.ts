/** Containment by copy-on-write: bubblewrap on overlays of all folders that a command could write to. */
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { ArtooError } from '../../contracts/errors.ts';
import { isWithin } from '../../laws/places/posix-path.ts';
import type { ContainedRequest, ContainedRun, Containment } from './containment.ts';
import { type FoldersInView, foldersInView, systemFolders } from './folders-in-view.ts';
import { createHostView } from './host-view.ts';
import { ifOutOfReach } from './masks.ts';
import { readMounts } from './mounts.ts';
import { noChanges, readUppers } from './read-upper.ts';
import { type Parts, runInside } from './run-inside.ts';
import { createPool, type ViewFolder, type ViewFolders } from './view-pool.ts';

export type OverlayOptions = Parts & {
  readonly kind: 'overlay' | 'fuse-overlay';
  /** The program that mounts: fuse-overlayfs for that kind. */
  readonly mount: string;
};

export function createOverlay({ kind, mount, ...parts }: OverlayOptions): Containment {
  const { detail, staging } = parts;
  const isRoot = process.getuid?.() === 0;
  const pool = createPool(staging);

  /** A file that is to be covered may disappear first: then nothing has run, and the walls are built again. */
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
    const cwd = await realpath(request.cwd);
    const { lowers, shown } = await outlook(cwd, request.workspace);
    const folders = pool.take(lowers);
    try {
      const { folder, views, since } = folders;
      const ran = await runInside(parts, { views, shown, cwd, lowers, mounting: mounting(folders), folder }, request);
      const isWhole = ran.ended.killedBy === null;
      const read = isWhole ? await readUppers(layersOf(folders), { since, signal: request.signal }) : noChanges;
      return { ...ran, ...read, [Symbol.asyncDispose]: async () => pool.giveBack(folders) };
    } catch (error) {
      pool.giveBack(folders);
      throw error;
    }
  }

  /** Home, current folder and workspace; root sees system folders through a view too. */
  async function outlook(cwd: string, workspace: string): Promise<FoldersInView> {
    const found = await Promise.all([parts.surroundings.home, cwd, workspace].map((path) => realpath(path).catch(ifOutOfReach)));
    const personal = found.filter((path) => path !== undefined);
    const around = personal.find((path) => path !== '/' && isWithin(path, staging.root));
    if (around !== undefined) throw new ArtooError('containment_failed', `${around} holds ${staging.root}, where views are kept`);
    return foldersInView({
      personal,
      further: isRoot ? systemFolders(staging.root, isFolder) : [],
      mounts: readMounts(readFileSync('/proc/self/mountinfo', 'utf8')),
      foldersIn,
      isRoot,
      isFolder,
    });
  }

  const layersOf = ({ views }: ViewFolders) => views.map(({ lower, upper }) => ({ lower, upper, hasMarkNames: kind === 'fuse-overlay' }));

  const mounting = ({ views, mounts }: ViewFolders): string =>
    kind === 'overlay' ? `${mount} -a -T ${mounts}` : views.map((view) => `${mount} ${fuseArguments(view)}`).join(' && ');

  return { kind, detail, run, look: createHostView(parts) };
}

const maxTries = 3;

const fuseArguments = ({ alias, upper, work, merged }: ViewFolder): string =>
  `-o lowerdir=${alias},upperdir=${upper},workdir=${work} ${merged}`;

const isFolder = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

const foldersIn = (path: string): readonly string[] =>
  readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
