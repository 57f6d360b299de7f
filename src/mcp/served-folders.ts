/** The folders in which callers may have work done: those that the server was started with, and everything below them. */
import { realpath, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ArtooError } from '../contracts/errors.ts';
import { clip } from '../contracts/text/shorten.ts';
import { visible } from '../contracts/text/visible.ts';
import { isWithin } from '../laws/places/posix-path.ts';
import { realName } from '../tools/files/place.ts';

export type ServedFolders = {
  /** The real path of the folder that a caller names, or of the first one. Throws `usage` for any other folder, even through links. */
  folder(named: string | undefined): Promise<string>;
  /** Whether callers may see and continue a task of that folder: decided by where its path leads at the moment, even if the folder itself is gone. */
  has(cwd: string | undefined): Promise<boolean>;
};

/** Throws a system error if one of the folders does not exist. */
export async function servedFolders(paths: readonly [string, ...string[]]): Promise<ServedFolders> {
  const [first, ...more] = await Promise.all(paths.map((path) => realpath(path)));
  const all = [first ?? paths[0], ...more];
  const holds = (path: string): boolean => all.some((folder) => isWithin(folder, path));
  return {
    has: async (cwd) => cwd !== undefined && (await realName(cwd).then(holds, () => false)),
    async folder(named = '.') {
      const path = await realpath(resolve(all[0] ?? '/', named)).catch(() => undefined);
      const isFolder = path !== undefined && (await stat(path).catch(() => undefined))?.isDirectory();
      if (isFolder && holds(path)) return path;
      const why = path === undefined ? 'does not exist' : 'is not a folder that this server works in';
      throw new ArtooError('usage', `${visible(clip(named, 200))} ${why}; it works in ${all.map(visible).join(', ')}`);
    },
  };
}
