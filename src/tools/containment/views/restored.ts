/** Runs a command on folders from another machine that were restored on this one: it sees only these, at their original paths, and the system of this machine. */
import { readFileSync } from 'node:fs';
import type { Change } from '../../changes/change.ts';
import type { ContainedRequest, ContainedRun } from '../containment.ts';
import { foldersWithoutOverlays } from '../shown/folders-in-view.ts';
import { readMounts } from '../shown/mounts.ts';
import { listed, ownFolders, systemFolders } from '../shown/shown-places.ts';
import { buildWalls, type Parts, runInside } from '../walls/run-inside.ts';
import { type Closed, type Step, wallSteps } from '../walls/wall-steps.ts';
import { layersOf, mounting, type OverlayKind } from './overlay-mounts.ts';
import { noChanges, type Read, readUppers } from './read-upper.ts';
import { signalToRead } from './signal-to-read.ts';
import { fileSystemTime, makeViewFolders, removeLater } from './view-folders.ts';

export type RestoredRequest = Pick<ContainedRequest, 'command' | 'cwd' | 'env' | 'timeoutMs' | 'signal' | 'onOutput'> & {
  /**
   * Folders of the other machine by their paths on it, none inside another, and the folders on this machine in which they were restored: nothing else
   * writes to these.
   */
  readonly roots: readonly { readonly path: string; readonly source: string }[];
  /** What is not visible in these folders, by its path on the other machine. */
  readonly closed: readonly Closed[];
  /** The home on the other machine, which is empty for the command. */
  readonly home: string;
  /** The language variables of the other machine, which replace those of this machine. */
  readonly language: Readonly<Record<string, string>>;
};

export type RestoredOptions = { readonly kind: OverlayKind; readonly mount: string; readonly parts: Parts };

/** Rejects with `containment_failed` if the walls could not be built; in that case, nothing has run. */
export function createRestored({ kind, mount, parts }: RestoredOptions): (request: RestoredRequest) => Promise<ContainedRun> {
  const { staging, surroundings } = parts;

  return async (request) => {
    const { cwd, roots, home, language } = request;
    const folders = makeViewFolders(
      staging,
      roots.map((root) => ({ ...root, isWritable: true })),
    );
    const drop = () => removeLater(folders);
    try {
      const steps = stepsFor(request);
      const merged = new Map(folders.views.map((view) => [view.lower, view.merged]));
      const env = { ...surroundings.env, ...language, HOME: home, ...(surroundings.env.PATH && { PATH: surroundings.env.PATH }) };
      const walls = buildWalls(
        { ...parts, surroundings: { ...surroundings, env } },
        {
          ...{ steps, cwd, doors: undefined, sockets: false, folder: folders.folder, mounting: mounting(kind, mount, folders) },
          mergedOf: (lower) => merged.get(lower) ?? lower,
        },
      );
      const since = fileSystemTime(folders.folder);
      const ran = await runInside(walls, { steps, cwd, home, folder: folders.folder }, request);
      const signal = signalToRead(request, ran.ended);
      const read = signal ? await readUppers(layersOf(kind, folders), { since, signal }) : noChanges;
      return { ...ran, ...asThere(read, roots), [Symbol.asyncDispose]: async () => drop() };
    } catch (error) {
      drop();
      throw error;
    }
  };
}

/**
 * The folders that lead to visible places have no other contents: a folder of the other machine that was not restored cannot be listed, so that its
 * absence proves nothing.
 */
function stepsFor({ roots, closed, home }: RestoredRequest): readonly Step[] {
  const system = systemFolders();
  const own = [...ownFolders(), ...([...system, '/'].includes(home) ? [] : [home])];
  const mounts = readMounts(readFileSync('/proc/self/mountinfo', 'utf8'));
  const seen = foldersWithoutOverlays({ personal: [], files: [], system, mounts }, []);
  const shown = [...seen.shown, ...roots.map(({ path }) => ({ path, lower: path, isWritable: true }))];
  const entriesIn = (folder: string) => (folder === '/' ? listed('/').filter(({ kind }) => kind === 'link') : []);
  const steps = wallSteps({ shown, own, links: [], closed: [...closed, ...seen.closed], entriesIn });
  return steps.map((step) => (step.step === 'way' && step.path !== '/' ? { ...step, isListed: false } : step));
}

/** The changes with the paths of the other machine. Only this command uses the restored folders, so no other program has changed them. */
function asThere(read: Read, roots: RestoredRequest['roots']): Omit<Read, 'unknownAnyway'> {
  const there = (path: string): string => {
    const root = roots.find(({ source }) => path === source || path.startsWith(`${source}/`));
    return root ? `${root.path}${path.slice(root.source.length)}` : path;
  };
  const inWords = (text: string): string => roots.reduce((words, { path, source }) => words.replaceAll(source, path), text);
  return {
    changes: read.changes.map((change): Change => ({ ...change, path: there(change.path) })),
    whyUnknown: read.unknownAnyway === undefined ? undefined : inWords(read.unknownAnyway),
    moved: [],
    hardLinks: 0,
  };
}
