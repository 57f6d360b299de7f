/** Containment by copy-on-write: bubblewrap over overlays of all the folders that a command could write to. */
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { ArtooError } from '../../contracts/errors.ts';
import type { ContainedRequest, ContainedRun, Containment, Surroundings } from './containment.ts';
import { contains, type FoldersInView, foldersInView, systemFolders } from './folders-in-view.ts';
import { leftBehind } from './left-behind.ts';
import { filesForNetwork, ifOutOfReach, masksOver } from './masks.ts';
import { readMounts } from './mounts.ts';
import { attemptedNetwork } from './network-attempts.ts';
import { readUppers } from './read-upper.ts';
import { type Builders, runInside } from './run-inside.ts';
import type { Staging } from './staging.ts';
import { createPool, type ViewFolder, type ViewFolders } from './view-folders.ts';
import { wallArguments } from './walls.ts';

export type OverlayOptions = {
  readonly kind: 'overlay' | 'fuse-overlay';
  readonly detail: string;
  readonly builders: Builders;
  /** The program that mounts: fuse-overlayfs for that kind. */
  readonly mount: string;
  readonly surroundings: Surroundings;
  readonly staging: Staging;
};

export function createOverlay({ kind, detail, builders, mount, surroundings, staging }: OverlayOptions): Containment {
  const { home, data, env, secrets } = surroundings;
  const user = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  const isRoot = user.uid === 0;
  const pool = createPool(staging);

  /** What is to be covered may be gone before it is: then nothing has run, and the walls are built anew. */
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
      const walls = wallArguments({
        views: folders.views,
        shown,
        masked: masksOver([...secrets, data], lowers, staging),
        cwd,
        network: request.network ? await filesForNetwork() : undefined,
        user,
      });
      const { folder } = folders;
      const ended = await runInside({ builders, mounting: mounting(folders), walls, filter: staging.filter, env, folder }, request);
      const isWhole = ended.killedBy === null;
      const { changes, whyUnknown } = isWhole
        ? await readUppers(layersOf(folders), { since: folders.since, signal: request.signal })
        : nothing;
      return {
        ended,
        changes,
        whyUnknown,
        attemptedNetwork: !request.network && attemptedNetwork(ended.report),
        left: leftBehind(ended.report),
        [Symbol.asyncDispose]: async () => pool.giveBack(folders),
      };
    } catch (error) {
      pool.giveBack(folders);
      throw error;
    }
  }

  /** Home, current folder and workspace; whoever may write everywhere sees everything through a view. */
  async function outlook(cwd: string, workspace: string): Promise<FoldersInView> {
    const found = await Promise.all([home, cwd, workspace].map((path) => realpath(path).catch(ifOutOfReach)));
    const personal = found.filter((path) => path !== undefined);
    const around = personal.find((path) => path !== '/' && contains(path, staging.root));
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

  return { kind, detail, run };
}

const maxTries = 3;

const nothing = { changes: [], whyUnknown: undefined };

const fuseArguments = ({ alias, upper, work, merged }: ViewFolder): string =>
  `-o lowerdir=${alias},upperdir=${upper},workdir=${work} ${merged}`;

const isFolder = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

const foldersIn = (path: string): readonly string[] =>
  readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
