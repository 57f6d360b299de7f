/** Which folders a command sees through its view, so that what it writes there is caught. Pure. */
import { isWithin } from '../../laws/places/posix-path.ts';
import { isVirtual, type Mount } from './mounts.ts';

export type FoldersInView = {
  /** Each gets its own overlay; the outer ones come first. */
  readonly lowers: readonly string[];
  /** Mounts below them, which commands see as they are and cannot write to. */
  readonly shown: readonly string[];
};

export type Outlook = {
  /** Home, current folder, workspace: without symlinks. */
  readonly personal: readonly string[];
  /** Further folders that the person could write to. */
  readonly further: readonly string[];
  readonly mounts: readonly Mount[];
  /** Whether a mount is that of a folder: single files can be mounted too. */
  readonly isFolder: (path: string) => boolean;
  readonly foldersIn: (path: string) => readonly string[];
  /** Only root can put an overlay on a folder that has mounts in it; for others, the folders inside get one each. */
  readonly isRoot: boolean;
};

/** Mounts beyond this number show as empty folders. */
const maxMounts = 32;

export function foldersInView({ personal, further, mounts, isFolder, foldersIn, isRoot }: Outlook): FoldersInView {
  const wanted = outermost([...personal.filter((path) => path !== '/'), ...further]);
  const below = mounts
    .filter(({ path }) => wanted.some((folder) => isWithin(folder, path) && folder !== path))
    .filter(({ path }) => !hidden.some((place) => isWithin(place, path)) || personal.some((place) => isWithin(place, path)))
    .sort((a, b) => a.path.length - b.path.length)
    .slice(0, maxMounts);
  const roots = isRoot ? wanted : wanted.flatMap((folder) => withoutMounts(folder, below, foldersIn, maxDepth));
  const seenThrough = below.filter(({ path, type, writable }) => writable && !isVirtual(type) && isFolder(path));
  const lowers = [...new Set([...roots, ...seenThrough.map(({ path }) => path)])].slice(0, maxLowers);
  return { lowers, shown: below.map(({ path }) => path).filter((path) => !lowers.includes(path)) };
}

/** How far down, and how often in all, the folders inside one that cannot have an overlay get one. The rest is read-only. */
const maxDepth = 4;
const maxLowers = 48;

function withoutMounts(folder: string, mounts: readonly Mount[], foldersIn: Outlook['foldersIn'], depth: number): readonly string[] {
  if (!mounts.some(({ path }) => path !== folder && isWithin(folder, path))) return [folder];
  if (depth === 0) return [];
  return foldersIn(folder)
    .map((name) => `${folder}/${name}`)
    .filter((inner) => !mounts.some(({ path }) => path === inner))
    .flatMap((inner) => withoutMounts(inner, mounts, foldersIn, depth - 1));
}

export const hidden = ['/proc', '/sys', '/dev', '/run', '/tmp'];

/** System folders that root may need to change; each view costs time, so the rest is read-only to commands. */
const ofSystem = ['/etc', '/opt', '/srv', '/usr', '/var/www'];

/** The system folders that root sees through a view, except those that hold the staging. */
export const systemFolders = (staging: string, isFolder: (path: string) => boolean): readonly string[] =>
  ofSystem.filter((path) => !isWithin(path, staging) && isFolder(path));

/** Those that are in none of the others. */
export const outermost = (paths: readonly string[]): readonly string[] =>
  [...new Set(paths)].filter((path, _, all) => !all.some((other) => other !== path && isWithin(other, path)));
