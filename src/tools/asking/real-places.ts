/** The real paths of the folders that Law 1 goes by, and the links in a home that lead elsewhere. */
import { readdirSync, readlinkSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { errnoOf } from '../../contracts/errno.ts';
import type { Places } from '../../laws/asked-effects.ts';
import type { Surroundings } from '../../laws/places/sensitive-places.ts';
import { realFolder } from '../files/place.ts';

/** The surroundings of an action without symlinks. */
export async function realPlaces({ home, pathFolders, dataFolder }: Surroundings, cwd: string, workspace: string): Promise<Places> {
  const real = await Promise.all([realFolder(home), realFolder(dataFolder), realFolder(cwd), realFolder(workspace)]);
  const [realHome, realData, realCwd, realWorkspace] = real;
  return {
    ...{ home: realHome, dataFolder: realData, cwd: realCwd, workspace: realWorkspace },
    pathFolders: await foldersOnPath(pathFolders, realCwd),
    linked: await linksIn(realHome),
    freed: [],
  };
}

/** As they are named, and where they really are. One that is named from the current folder counts there, but not that folder itself. */
async function foldersOnPath(folders: readonly string[], cwd: string): Promise<readonly string[]> {
  const named = folders.map((folder) => resolve(cwd, folder)).filter((folder, at) => folder !== cwd || isAbsolute(folders[at] ?? ''));
  return [...new Set([...named, ...(await Promise.all(named.map(realIfInReach)))])];
}

/** What we cannot reach, no command of ours can write to either. */
const realIfInReach = (folder: string): Promise<string> =>
  realFolder(folder).catch((error) => {
    if (errnoOf(error) === 'EACCES') return folder;
    throw error;
  });

/** Where people link their dot files: in home itself, and in the folders that programs keep their settings in. */
const linkFolders = ['', '.config', '.local', '.local/share'];

/** Every symlink there with its target, even one that does not exist yet. */
async function linksIn(home: string): Promise<Places['linked']> {
  const links = linkFolders.flatMap((place) => {
    const folder = join(home, place);
    return entriesIn(folder)
      .filter((entry) => entry.isSymbolicLink())
      .map(({ name }) => ({ path: join(folder, name), target: resolve(folder, readlinkSync(join(folder, name))) }));
  });
  return Promise.all(links.map(async ({ path, target }) => ({ path, real: await realFolder(target) })));
}

function entriesIn(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return []; // links that cannot be listed cannot be known
  }
}
