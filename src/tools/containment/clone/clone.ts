/**
 * Containment on macOS: the current folder and the workspace are cloned for each command, which runs in the clones; afterwards, these are compared
 * with the originals. All other visible places are read-only.
 */
import { execFile } from 'node:child_process';
import { lstatSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ArtooError, asArtooError } from '../../../contracts/errors.ts';
import { isWithin } from '../../../laws/places/posix-path.ts';
import type { ContainedRequest, ContainedRun, Containment, Surroundings } from '../containment.ts';
import { removeTree } from '../remove-tree.ts';
import { outermost } from '../shown/folders-in-view.ts';
import { placesFinder, realAt } from '../shown/shown-places.ts';
import type { Staging } from '../staging.ts';
import { measure } from '../views/copy.ts';
import { noChanges, readUppers } from '../views/read-upper.ts';
import { fileSystemTime } from '../views/view-folders.ts';
import { processLimits } from '../walls/inside-script.ts';
import { type InGroup, runInGroup } from '../walls/run-in-group.ts';
import { quiet } from '../walls/run-inside.ts';
import { cloneProfile, type Place } from './clone-profile.ts';

export type CloneParts = {
  readonly detail: string;
  readonly programs: Readonly<Record<'sandbox' | 'cp' | 'sh', string>>;
  readonly surroundings: Surroundings;
  readonly staging: Staging;
};

type Clone = { readonly lower: string; readonly upper: string };

export function createClone({ detail, programs, surroundings, staging }: CloneParts): Containment {
  const { home, env } = surroundings;
  const findPlaces = placesFinder(surroundings, staging.root);

  async function run(request: ContainedRequest): Promise<ContainedRun> {
    const places = findPlaces(request);
    const { cwd } = places;
    const folder = staging.newFolder();
    const dispose = () => removeTree(folder);
    try {
      const workspace = realAt(request.workspace);
      const lowers = outermost(workspace === undefined ? [cwd] : [cwd, workspace]);
      const around = lowers.find((lower) => isWithin(lower, staging.root));
      if (around !== undefined) throw new ArtooError('containment_failed', `${around} contains ${staging.root}, where clones are kept`);
      measure(lowers);
      const since = fileSystemTime(folder);
      const clones = await Promise.all(lowers.map((lower, at) => cloned(lower, join(folder, `clone-${at}`), request.signal)));
      const own = join(folder, 'tmp');
      mkdirSync(own, { mode: 0o700 });
      const closed = [...places.closed, ...ofSystemClosed.flatMap((path) => realAt(path) ?? []).map(asPlace)];
      const profile = cloneProfile({
        shown: [...places.personal, ...places.files, ...places.system, ...ofSystem.flatMap((path) => realAt(path) ?? [])].map(asPlace),
        closed: [...closed, ...closed.flatMap((place) => inClones(place, clones))],
        writable: [...clones.map(({ upper }) => upper), own],
      });
      const paths = closed.map(({ path }) => path);
      const ran = await runInGroup(
        { program: programFor(request, { folder, own, profile, clones, cwd }), folder, own, closed: paths, cwd, home },
        request,
      );
      const layers = clones.map((clone) => ({ ...clone, isWhole: true }));
      const read = ran.ended.killedBy === null ? await readUppers(layers, { since, signal: request.signal }) : noChanges;
      return { ...ran, ...read, [Symbol.asyncDispose]: dispose };
    } catch (error) {
      await dispose();
      throw asArtooError(error, 'containment_failed'); // unreadable files and folders cannot be cloned
    }
  }

  async function cloned(lower: string, upper: string, signal: AbortSignal): Promise<Clone> {
    mkdirSync(upper);
    await promisify(execFile)(programs.cp, ['-c', '-R', '-P', '-p', '--', `${lower}/.`, upper], { env: {}, signal, maxBuffer: 65_536 });
    return { lower, upper };
  }

  function programFor({ command, env: more }: ContainedRequest, { folder, own, profile, clones, cwd }: Sandbox): InGroup['program'] {
    const path = join(folder, 'profile');
    writeFileSync(path, profile);
    const { sh, sandbox } = programs;
    const args = ['-c', tied, sandbox, '-f', path, sh, '-c', inside, sh, inClone(cwd, clones) ?? cwd, command];
    return { file: sh, args, env: { ...env, ...quiet, ...more, TMPDIR: own } };
  }

  const look = async (): Promise<never> => {
    throw new ArtooError('containment_failed', 'on macOS, a command cannot see the machine itself without seeing its secrets');
  };

  return { kind: 'clone', detail, run, look };
}

type Sandbox = Pick<InGroup, 'folder' | 'own' | 'cwd'> & { readonly profile: string; readonly clones: readonly Clone[] };

/** System folders of macOS, in addition to those that exist on other systems. */
const ofSystem = [
  ...['/System', '/Library', '/Applications', '/private/etc', '/private/var/select'],
  ...['/private/var/db/timezone', '/private/var/db/dyld', '/private/var/db/xcode_select_link'],
];
const ofSystemClosed = ['/Library/Keychains', '/private/etc/master.passwd', '/private/etc/sudoers', '/private/etc/sudoers.d'];

/** Ends the process group when descriptor 4 closes, which happens when artoo ends. */
const tied = '{ read -r _ <&4; kill -KILL 0; } >/dev/null 2>&1 3>&- & exec "$0" "$@" 4<&-';

const inside = [
  `ulimit -f ${processLimits.fileBytes / 512} 2>/dev/null`,
  'ulimit -c 0 2>/dev/null',
  'cd "$1" || exit 1',
  'echo inside >&3',
  'exec /bin/bash --noprofile --norc -c -- "$2" 3>&-',
].join('\n');

const asPlace = (path: string): Place => ({ path, isFolder: lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false });

/** The path of an entry in the clones. */
function inClone(path: string, clones: readonly Clone[]): string | undefined {
  const found = clones.find(({ lower }) => isWithin(lower, path));
  return found && `${found.upper}${path.slice(found.lower.length)}`;
}

/** Closed places are also closed in the clones. */
function inClones({ path, isFolder }: Place, clones: readonly Clone[]): readonly Place[] {
  const copy = inClone(path, clones);
  return copy === undefined ? [] : [{ path: copy, isFolder }];
}
