/** The real paths of the folders that Law 1 considers, and the links in a home folder or a project that give places other names. */
import { readlinkSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { errnoOf } from '../../contracts/errno.ts';
import type { Places } from '../../laws/asked-effects.ts';
import { isWithin } from '../../laws/places/posix-path.ts';
import type { Surroundings } from '../../laws/places/sensitive-places.ts';
import { realFolder } from '../files/place.ts';
import { repositoryRoot } from '../look/git.ts';
import { entriesIn, type PlaceLink, projectLinks } from './project-links.ts';

/** Where an action runs, and the paths that it changes. */
export type Acting = { readonly cwd: string; readonly workspace: string; readonly changed: readonly string[] };

/** The surroundings of an action without symlinks. */
export async function realPlaces({ home, pathFolders, dataFolder }: Surroundings, { cwd, workspace, changed }: Acting): Promise<Places> {
  const real = await Promise.all([realFolder(home), realFolder(dataFolder), realFolder(cwd), realFolder(workspace)]);
  const [realHome, realData, realCwd, realWorkspace] = real;
  const around = { home: realHome, dataFolder: realData, pathFolders: await foldersOnPath(pathFolders, realCwd) };
  const roots = [realCwd, repositoryRoot(realCwd) ?? realCwd, realWorkspace].filter((root) => !isWithin(root, realHome)); // in a home folder, everything needs approval
  const links = [...linksIn(realHome), ...projectLinks(changed, roots, around)];
  const linked = await Promise.all(links.map(async ({ path, target }) => ({ path, real: await realFolder(target) })));
  return { ...around, cwd: realCwd, workspace: realWorkspace, linked, freed: [] };
}

/** The folders as written and as real paths. A relative folder is resolved against the current folder; the current folder itself is left out. */
async function foldersOnPath(folders: readonly string[], cwd: string): Promise<readonly string[]> {
  const named = folders.map((folder) => resolve(cwd, folder)).filter((folder, at) => folder !== cwd || isAbsolute(folders[at] ?? ''));
  return [...new Set([...named, ...(await Promise.all(named.map(realIfInReach)))])];
}

/** The real path of a folder; the path itself if artoo cannot reach the folder, since its commands cannot reach it either. */
const realIfInReach = (folder: string): Promise<string> =>
  realFolder(folder).catch((error) => {
    if (errnoOf(error) === 'EACCES') return folder;
    throw error;
  });

/** Where people keep links to dot files: the home itself, and the folders where programs keep settings. */
const linkFolders = ['', '.config', '.local', '.local/share'];

/** Every symlink in these folders with its target, even if the target does not exist yet. */
const linksIn = (home: string): readonly PlaceLink[] =>
  linkFolders.flatMap((place) => {
    const folder = join(home, place);
    return entriesIn(folder)
      .filter((entry) => entry.isSymbolicLink())
      .map(({ name }) => ({ path: join(folder, name), target: resolve(folder, readlinkSync(join(folder, name))) }));
  });
