/** Which folders a command sees through its view, so that what it writes there is caught. Pure. */
import { isVirtual, type Mount } from './mounts.ts';

export type FoldersInView = {
  /** Each gets an overlay of its own; the outer ones come first. */
  readonly lowers: readonly string[];
  /** Mounts below them that only show as they are, and cannot be written to. */
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
  /** Others cannot lay an overlay over a folder in which something is mounted: then it is laid over the folders inside it. */
  readonly isRoot: boolean;
};

/** More mounts than this are not looked at: they show as empty folders. */
const maxMounts = 32;

export function foldersInView({ personal, further, mounts, isFolder, foldersIn, isRoot }: Outlook): FoldersInView {
  const wanted = outermost([...personal.filter((path) => path !== '/'), ...further]);
  const below = mounts
    .filter(({ path }) => wanted.some((folder) => contains(folder, path) && folder !== path))
    .filter(({ path }) => !hidden.some((place) => contains(place, path)) || personal.some((place) => contains(place, path)))
    .sort((a, b) => a.path.length - b.path.length)
    .slice(0, maxMounts);
  const roots = isRoot ? wanted : wanted.flatMap((folder) => withoutMounts(folder, below, foldersIn, deepest));
  const seenThrough = below.filter(({ path, type, writable }) => writable && !isVirtual(type) && isFolder(path));
  const lowers = [...new Set([...roots, ...seenThrough.map(({ path }) => path)])].slice(0, maxLowers);
  return { lowers, shown: below.map(({ path }) => path).filter((path) => !lowers.includes(path)) };
}

/** How far down an overlay is laid over the folders inside one that it cannot be laid over, and over how many in all. The rest is read-only. */
const deepest = 4;
const maxLowers = 48;

function withoutMounts(folder: string, mounts: readonly Mount[], foldersIn: Outlook['foldersIn'], depth: number): readonly string[] {
  if (!mounts.some(({ path }) => path !== folder && contains(folder, path))) return [folder];
  if (depth === 0) return [];
  return foldersIn(folder)
    .map((name) => `${folder}/${name}`)
    .filter((inner) => !mounts.some(({ path }) => path === inner))
    .flatMap((inner) => withoutMounts(inner, mounts, foldersIn, depth - 1));
}

export const hidden = ['/proc', '/sys', '/dev', '/run', '/tmp'];

/** What root keeps things in outside its own folders, as far as it is worth a view of its own: each costs time. The rest is read-only to commands. */
const ofSystem = ['/etc', '/opt', '/srv', '/usr', '/var/www'];

/** The folders of the system that may be changed by whoever may write everywhere, but for those that hold the staging. */
export const systemFolders = (staging: string, isFolder: (path: string) => boolean): readonly string[] =>
  ofSystem.filter((path) => !contains(path, staging) && isFolder(path));

/** Whether one folder is the other or lies in it. */
export const contains = (folder: string, path: string): boolean => folder === '/' || path === folder || path.startsWith(`${folder}/`);

const outermost = (paths: readonly string[]): readonly string[] =>
  [...new Set(paths)].filter((path, _, all) => !all.some((other) => other !== path && contains(other, path)));
