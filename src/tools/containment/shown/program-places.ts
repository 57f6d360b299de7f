/** Which folders to show so that programs on the PATH work even if they are outside the folders that every command sees. */
import { lstatSync, readdirSync, readlinkSync, realpathSync, type Stats } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { isWithin } from '../../../laws/places/posix-path.ts';

export type ProgramPlaces = {
  readonly folders: readonly string[];
  /** The existing folders on the PATH, as written in it. */
  readonly reached: readonly string[];
};

export type ProgramFacts = {
  readonly path: string;
  readonly home: string;
  /** Folders that are visible in any case. */
  readonly shown: readonly string[];
};

/** The number of programs that are examined in a folder. */
const maxPrograms = 512;

/** A folder that other users can write to is not shown: anyone may have put files into it. */
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

/** Folders that a program needs besides its own. */
const siblings = ['lib', 'lib32', 'lib64', 'libexec', 'share', 'include', 'etc', 'opt'];

/** What to show for the programs in a folder: everything installed with them, but nothing in another person's home. Pure. */
export function shownFor(folder: string, home: string): readonly string[] {
  const names = folder.split('/').slice(1);
  if (isPersonal(folder) && !isWithin(home, folder)) return [];
  if (!/\/s?bin$/.test(folder)) return [folder];
  const prefix = dirname(folder);
  if (prefix === '/' || isWithin(prefix, home)) return [folder];
  return names.length > 2 ? [prefix] : [folder, ...siblings.map((name) => `${prefix}/${name}`)];
}

/** Whether a path is in a person's home; Homebrew's home does not count. */
const isPersonal = (path: string): boolean => /^\/(?:root|home\/(?!linuxbrew\/)[^/]+)(?:\/|$)/.test(path);

/** System folders contain many links, none of which leads to another place. */
const isPlainSystem = (folder: string): boolean => ['/usr/bin', '/usr/sbin', '/bin', '/sbin'].includes(folder);

/** The folders of the programs that links in a folder point to. */
function linkedFrom(folder: string): readonly string[] {
  try {
    const links = readdirSync(folder, { withFileTypes: true })
      .slice(0, maxPrograms)
      .filter((entry) => entry.isSymbolicLink());
    return [...new Set(links.map(({ name }) => dirname(resolve(folder, readlinkSync(`${folder}/${name}`)))))].flatMap(
      (target) => realFolder(target) ?? [],
    );
  } catch {
    return []; // a command could not read the folder either
  }
}

function realFolder(path: string): string | undefined {
  try {
    const real = realpathSync(path);
    return lstatSync(real).isDirectory() ? real : undefined;
  } catch {
    return undefined; // many folders on the PATH do not exist
  }
}

function isTrusted(folder: string): boolean {
  const found: Stats | undefined = lstatSync(folder, { throwIfNoEntry: false });
  return found !== undefined && (found.mode & 0o002) === 0 && [0, process.getuid?.()].includes(found.uid);
}
