/** What a contained command must not see in the folders it sees: secrets, artoo's data, and sockets of programs that act for any caller. */
import { lstatSync, readFileSync, realpathSync, type Stats, statSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { errnoOf } from '../../contracts/errno.ts';
import { isWithin } from '../../laws/places/posix-path.ts';
import { hidden } from './folders-in-view.ts';
import type { Staging } from './staging.ts';
import type { Walls } from './walls.ts';

/** Covers for the paths that exist, and for every listening socket. `lowers` are the folders that are shown even inside hidden ones. */
export function masksOver(paths: readonly string[], lowers: readonly string[], staging: Staging): Walls['masked'] {
  const real = new Map([...paths, ...socketsIn(lowers)].flatMap(realEntry));
  const masks = [...real].flatMap(([path, found]) => {
    if (!isSeen(path, lowers) || !isInReach(path)) return [];
    return [{ path, by: found.isDirectory() ? staging.coverOfFolder : staging.coverOfFile }];
  });
  const all = [...masks, { path: staging.root, by: staging.coverOfFolder }];
  return all.filter(({ path }) => !all.some((other) => other.path !== path && isWithin(other.path, path)));
}

/** What is at a path and its real path; nothing where it leads nowhere. */
function realEntry(path: string): readonly (readonly [string, Stats])[] {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    return found ? [[realpathSync(path), found]] : [];
  } catch (error) {
    return ifOutOfReach(error) ?? [];
  }
}

/** Sockets beyond this number are not covered. */
const maxSockets = 64;

function socketsIn(lowers: readonly string[]): readonly string[] {
  const listed = readFileSync('/proc/net/unix', 'utf8')
    .split('\n')
    .map((line) => line.replace(/^(?:\S+\s+){7}/, ''));
  const paths = [...new Set(listed.filter((path) => path.startsWith('/')))];
  return paths.filter((path) => isSeen(path, lowers)).slice(0, maxSockets);
}

/** Whether a command sees a path: it is in no hidden folder, or in one that its view shows anyway. */
const isSeen = (path: string, lowers: readonly string[]): boolean =>
  !hidden.some((place) => isWithin(place, path)) || lowers.some((lower) => isWithin(lower, path));

/** Whether a process without privileges can reach the path: bubblewrap cannot cover what it cannot reach. */
function isInReach(path: string): boolean {
  const folders = path.split('/').slice(1, -1);
  return folders.every((_, at) => {
    const { mode, uid, gid } = lstatSync(`/${folders.slice(0, at + 1).join('/')}`);
    const bit = uid === process.geteuid?.() ? 0o100 : gid === process.getegid?.() ? 0o010 : 0o001;
    return (mode & bit) !== 0;
  });
}

/** The resolver configuration, where it is in a hidden folder. */
export async function filesForNetwork(): Promise<readonly string[]> {
  const path = await realpath('/etc/resolv.conf').catch(ifOutOfReach);
  return path !== undefined && isWithin('/run', path) ? [path] : [];
}

/** What artoo cannot reach, its commands cannot reach either. */
export function ifOutOfReach(error: unknown): undefined {
  if (!['ENOENT', 'ENOTDIR', 'EACCES', 'ELOOP'].includes(errnoOf(error) ?? '')) throw error;
}
