/** Which places of this machine a command can see: those of the system, of the person, of the task, and those that the person named. */
import { lstatSync, opendirSync, readlinkSync, realpathSync, type Stats, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { errnoOf } from '../../../contracts/errno.ts';
import { isWithin } from '../../../laws/places/posix-path.ts';
import { secretPlacesOf } from '../../../laws/places/secret-places.ts';
import { certificatePlaces } from '../../running/certificates.ts';
import type { ContainedRequest, Surroundings } from '../containment.ts';
import { type Closed, type Link, type Listed, maxNames } from '../walls/wall-steps.ts';
import { type ProgramPlaces, programPlaces } from './program-places.ts';
import { repositoryPlaces } from './repository-places.ts';

/** All paths are real. */
export type Places = {
  readonly cwd: string;
  /** The home, the current folder and its repository, the workspace, and folders that the person named. */
  readonly personal: readonly string[];
  /** Single files that the person named. */
  readonly files: readonly string[];
  /** Folders of the system, of programs in other places, and the certificates that the person's variables name. */
  readonly system: readonly string[];
  readonly own: readonly string[];
  readonly links: readonly Link[];
  readonly closed: readonly Closed[];
};

/** `/bin` and the like are separate folders on older systems, and links on newer ones. */
/** The folders of the system that exist on this machine, by their real paths. */
export const systemFolders = (): readonly string[] => [...new Set(ofSystem.flatMap((path) => realAt(path) ?? []))];

/** The folders that are empty and belong to the command alone. */
export const ownFolders = (): readonly string[] => [...new Set(ownPlaces.map((path) => realAt(path) ?? path))];

const ofSystem = [
  ...['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32', '/opt', '/nix', '/gnu', '/snap', '/etc', '/sys/devices/system/cpu'],
  ...['alternatives', 'apk', 'apt', 'ca-certificates', 'dpkg', 'gems', 'pacman', 'rpm', 'texmf'].map((name) => `/var/lib/${name}`),
];

const ownPlaces = ['/tmp', '/var/tmp', '/run', '/dev/shm'];

/** Places for which a command has a version of its own, even if the person names them. */
const notNamed = ['/proc', '/sys', '/dev'];
const maxNamed = 16;

export type PlacesFinder = (request: Pick<ContainedRequest, 'cwd' | 'workspace' | 'places'>) => Places;

/** Looks for programs only once, and for everything else on each call. */
export function placesFinder({ home, data, env, secrets }: Surroundings, staging: string): PlacesFinder {
  const system = systemFolders();
  const certificates = certificatePlaces(env).slice(0, maxNamed);
  let programs: ProgramPlaces | undefined;
  return (request) => {
    const cwd = realpathSync(request.cwd);
    programs ??= programPlaces({ path: env.PATH ?? '', home, shown: [...system, realAt(home) ?? home] });
    const closed = [...secrets, data, staging].flatMap(closedAt);
    const given = (request.places ?? []).slice(0, maxNamed);
    const named = given.flatMap((path) => namedPlace(path, closed));
    const folders = foldersOf(named);
    const trusted = certificates.flatMap((path) => namedPlace(path, closed));
    const realHome = realAt(home);
    const repository = repositoryPlaces(cwd).filter((root) => realHome === undefined || root === realHome || !isWithin(root, realHome));
    const personal = [realHome, cwd, ...repository, realAt(request.workspace), ...folders].filter(
      (path) => path !== undefined && path !== '/',
    );
    return {
      cwd,
      personal: [...new Set(personal.filter((path) => path !== undefined))],
      files: named.filter(({ isFolder }) => !isFolder).map(({ path }) => path),
      system: [...system, ...programs.folders, ...trusted.map(({ path }) => path)],
      own: ownFolders(),
      links: [...programs.reached, home, request.cwd, request.workspace, ...given, ...certificates].flatMap((path) => linksOn(path)),
      closed: [...closed, ...othersSecrets([cwd, ...folders, ...foldersOf(trusted)], realHome ?? home).flatMap(closedAt)],
    };
  };
}

const foldersOf = (places: readonly Closed[]): readonly string[] => places.filter(({ isFolder }) => isFolder).map(({ path }) => path);

/** A folder or file that the person named, unless it is secret, or every command has its own version of it. */
function namedPlace(path: string, closed: readonly Closed[]): readonly Closed[] {
  const real = realAt(path);
  const found = real === undefined ? undefined : lstatSync(real, { throwIfNoEntry: false });
  if (real === undefined || !found || real === '/' || real === '/run') return [];
  if ([...notNamed, ...closed.map((place) => place.path)].some((place) => isWithin(place, real))) return [];
  return found.isDirectory() || found.isFile() ? [{ path: real, isFolder: found.isDirectory() }] : [];
}

const maxLinks = 8;

/** Every symlink in a path, by the real path of the link itself. */
function linksOn(path: string, depth = 0): readonly Link[] {
  const links: Link[] = [];
  let folder = '/';
  for (const name of depth > maxLinks ? [] : path.split('/').filter((part) => part !== '')) {
    const at = join(folder, name);
    const target = linkAt(at);
    if (target !== undefined) links.push({ path: at, target }, ...linksOn(resolve(folder, target), depth + 1));
    const real = target === undefined ? at : realAt(at);
    if (real === undefined) break;
    folder = real;
  }
  return links;
}

function linkAt(path: string): string | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ? readlinkSync(path) : undefined;
  } catch (error) {
    return ifOutOfReach(error);
  }
}

/** What is closed in other people's homes and in the folders around them: their secrets, and homes that were not named. */
function othersSecrets(places: readonly string[], home: string): readonly string[] {
  const homes = ['/root', ...listed('/home').map(({ name }) => `/home/${name}`)].filter((path) => path !== home);
  const near = homes.filter((other) => places.some((place) => isWithin(other, place) || isWithin(place, other)));
  return near.flatMap((other) =>
    places.some((place) => isWithin(other, place)) || isWithin(other, home) ? secretPlacesOf(other) : [other],
  );
}

/** The real path of a place that must be closed; empty if it does not exist, or if commands could not reach it anyway. */
export function closedAt(path: string): readonly Closed[] {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    const real = found && realpathSync.native(path);
    return found && real !== undefined && isInReach(real) ? [{ path: real, isFolder: found.isDirectory() }] : [];
  } catch (error) {
    return ifOutOfReach(error) ?? [];
  }
}

/** Whether a process without privileges can reach the path: bubblewrap cannot close a path that it cannot reach. */
function isInReach(path: string): boolean {
  const folders = path.split('/').slice(1, -1);
  return folders.every((_, at) => {
    const { mode, uid, gid } = lstatSync(`/${folders.slice(0, at + 1).join('/')}`);
    const bit = uid === process.geteuid?.() ? 0o100 : gid === process.getegid?.() ? 0o010 : 0o001;
    return (mode & bit) !== 0;
  });
}

/** The entries of a folder that leads to a visible place, up to one more than can be shown; empty if it cannot be listed. */
export function listed(folder: string): readonly Listed[] {
  const found: Listed[] = [];
  try {
    using opened = opendirSync(folder);
    for (let entry = opened.readSync(); entry && found.length <= maxNames; entry = opened.readSync()) {
      const { name } = entry;
      const target = entry.isSymbolicLink() ? linkAt(join(folder, name)) : undefined;
      found.push(target === undefined ? { name, kind: entry.isDirectory() ? 'folder' : 'file' } : { name, kind: 'link', target });
    }
  } catch (error) {
    ifOutOfReach(error);
  }
  return found.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** The real path of an existing place. */
export function realAt(path: string): string | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false }) && realpathSync.native(path); // throwing an error is slower than checking first
  } catch (error) {
    return ifOutOfReach(error);
  }
}

/** A place that artoo cannot reach is also out of reach for its commands. */
function ifOutOfReach(error: unknown): undefined {
  if (!['ENOENT', 'ENOTDIR', 'EACCES', 'ELOOP'].includes(errnoOf(error) ?? '')) throw error;
}

/** What the kernel may cache about an entry in a view: its identity, and who may open it. */
export function identityOf(path: string): string {
  const { dev, ino, mode, uid, gid }: Partial<Stats> = lstatSync(path, { throwIfNoEntry: false }) ?? {};
  return [dev, ino, mode, uid, gid].join(':');
}
