/** Where the programs on PATH are, outside of the folders that every command sees: which folders are shown so that they work. */
import { lstatSync, readdirSync, readlinkSync, realpathSync, type Stats } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { isWithin } from '../../../laws/places/posix-path.ts';

export type ProgramPlaces = {
  readonly folders: readonly string[];
  /** The folders on PATH that are there, as PATH names them. */
  readonly reached: readonly string[];
};

export type ProgramFacts = {
  readonly path: string;
  readonly home: string;
  /** Folders that are shown anyway. */
  readonly shown: readonly string[];
};

/** At most this many programs in a folder are looked at. */
const maxPrograms = 512;

/** A folder that others could write to is not shown: what lies there may be anyone's. */
export function programPlaces({ path, home, shown }: ProgramFacts): ProgramPlaces {
  const given = [...new Set(path.split(':').filter((folder) => folder.startsWith('/')))];
  const reached = given.flatMap((folder) => {
    const real = realFolder(folder);
    return real === undefined ? [] : [{ folder, real }];
  });
  const targets = reached.filter(({ real }) => !isPlainSystem(real)).flatMap(({ real }) => linkedFrom(real));
  const folders = [...reached.map(({ real }) => real), ...targets]
    .flatMap((folder) => shownFor(folder, home))
    .filter((folder) => !shown.some((place) => isWithin(place, folder)) && isTrusted(folder));
  return {
    folders: [...new Set(folders)],
    reached: reached.map(({ folder }) => folder),
  };
}

/** What else a program needs beside the folder it is in. */
const siblings = ['lib', 'lib32', 'lib64', 'libexec', 'share', 'include', 'etc', 'opt'];

/** What is shown for the programs in a folder: all that was installed with them, but nothing of another person's home. Pure. */
export function shownFor(folder: string, home: string): readonly string[] {
  const names = folder.split('/').slice(1);
  if (isPersonal(folder) && !isWithin(home, folder)) return [];
  if (!/\/s?bin$/.test(folder)) return [folder];
  const prefix = dirname(folder);
  if (prefix === '/' || isWithin(prefix, home)) return [folder];
  return names.length > 2 ? [prefix] : [folder, ...siblings.map((name) => `${prefix}/${name}`)];
}

/** Whether a path is in the home of a person; that of Homebrew is not one. */
const isPersonal = (path: string): boolean => /^\/(?:root|home\/(?!linuxbrew\/)[^/]+)(?:\/|$)/.test(path);

/** The folders of the system hold many links, and none that leads out of it. */
const isPlainSystem = (folder: string): boolean => ['/usr/bin', '/usr/sbin', '/bin', '/sbin'].includes(folder);

/** The folders of the programs that links in a folder lead to. */
function linkedFrom(folder: string): readonly string[] {
  try {
    const links = readdirSync(folder, { withFileTypes: true })
      .slice(0, maxPrograms)
      .filter((entry) => entry.isSymbolicLink());
    return [...new Set(links.map(({ name }) => dirname(resolve(folder, readlinkSync(`${folder}/${name}`)))))].flatMap(
      (target) => realFolder(target) ?? [],
    );
  } catch {
    return []; // what cannot be read here cannot be read by a command either
  }
}

function realFolder(path: string): string | undefined {
  try {
    const real = realpathSync(path);
    return lstatSync(real).isDirectory() ? real : undefined;
  } catch {
    return undefined; // many folders on PATH are not there
  }
}

function isTrusted(folder: string): boolean {
  const found: Stats | undefined = lstatSync(folder, { throwIfNoEntry: false });
  return found !== undefined && (found.mode & 0o002) === 0 && [0, process.getuid?.()].includes(found.uid);
}
