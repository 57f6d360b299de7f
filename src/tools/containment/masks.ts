/** What a contained command may not see although it lies where it looks: secrets, artoo's own data, and sockets of programs that act for whoever asks. */
import { lstatSync, readFileSync, realpathSync, type Stats, statSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { errnoOf } from '../../contracts/errno.ts';
import { contains, hidden } from './folders-in-view.ts';
import type { Staging } from './staging.ts';
import type { Walls } from './walls.ts';

/** Covers for those of the paths that are there, and for every socket that somebody listens on. `lowers` are the folders that show whatever hides them. */
export function masksOver(paths: readonly string[], lowers: readonly string[], staging: Staging): Walls['masked'] {
  const real = new Map([...paths, ...socketsIn(lowers)].flatMap(realEntry));
  const masks = [...real].flatMap(([path, found]) => {
    if (!isSeen(path, lowers) || !isInReach(path)) return [];
    return [{ path, by: found.isDirectory() ? staging.coverOfFolder : staging.coverOfFile }];
  });
  const all = [...masks, { path: staging.root, by: staging.coverOfFolder }];
  return all.filter(({ path }) => !all.some((other) => other.path !== path && contains(other.path, path)));
}

/** What a path leads to, and where that really is; nothing where it leads nowhere. */
function realEntry(path: string): readonly (readonly [string, Stats])[] {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    return found ? [[realpathSync(path), found]] : [];
  } catch (error) {
    return ifOutOfReach(error) ?? [];
  }
}

/** More than these are not covered one by one. */
const maxSockets = 64;

function socketsIn(lowers: readonly string[]): readonly string[] {
  const listed = readFileSync('/proc/net/unix', 'utf8')
    .split('\n')
    .map((line) => line.replace(/^(?:\S+\s+){7}/, ''));
  const paths = [...new Set(listed.filter((path) => path.startsWith('/')))];
  return paths.filter((path) => isSeen(path, lowers)).slice(0, maxSockets);
}

/** Whether a command sees a path: it lies in no hidden folder, or in one that its view shows all the same. */
const isSeen = (path: string, lowers: readonly string[]): boolean =>
  !hidden.some((place) => contains(place, path)) || lowers.some((lower) => contains(lower, path));

/** Whether whoever has no privileges can get there at all: a wall that stands where nobody comes cannot be built. */
function isInReach(path: string): boolean {
  const folders = path.split('/').slice(1, -1);
  return folders.every((_, at) => {
    const { mode, uid, gid } = lstatSync(`/${folders.slice(0, at + 1).join('/')}`);
    const bit = uid === process.geteuid?.() ? 0o100 : gid === process.getegid?.() ? 0o010 : 0o001;
    return (mode & bit) !== 0;
  });
}

/** How names are looked up on a network: the file may lie in a folder that is hidden. */
export async function filesForNetwork(): Promise<readonly string[]> {
  const path = await realpath('/etc/resolv.conf').catch(ifOutOfReach);
  return path !== undefined && contains('/run', path) ? [path] : [];
}

/** What artoo itself cannot reach, no command of it can. */
export function ifOutOfReach(error: unknown): undefined {
  if (!['ENOENT', 'ENOTDIR', 'EACCES', 'ELOOP'].includes(errnoOf(error) ?? '')) throw error;
}
