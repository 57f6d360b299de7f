/** Which folders are git's: decided by what is on disk and what an action creates, never by the name only. */
import { lstatSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { foldedName } from '../../../laws/places/folded-name.ts';
import type { Change } from '../../changes/change.ts';

/** A path in git's folder. */
export type InGit = {
  readonly folder: string;
  /** The path relative to git's folder. */
  readonly inside: string;
  /** Whether this action creates the repository. */
  readonly isNewRepository: boolean;
};

export type GitFolders = {
  /** Where in git's folder a path is; undefined for a path outside all of git's folders. */
  find(path: string): InGit | undefined;
  /** The work trees and bare repositories that contain a path. */
  workTreesAbove(path: string): readonly string[];
  /** Whether the action changes the entry at a path. */
  isChanged(path: string): boolean;
};

export function gitFoldersOf(changes: readonly Change[]): GitFolders {
  const made = new Map(changes.map(({ path, after }) => [foldedName(path), after]));
  const newFolders = new Set(changes.flatMap(({ path, before, after }) => (before === null && after?.kind === 'folder' ? [path] : [])));
  const isThere = remembered((path) => !newFolders.has(dirname(path)) && exists(path));
  const willExist = (path: string): boolean => {
    const after = made.get(foldedName(path));
    return after === undefined ? isThere(path) : after !== null;
  };
  const wasRepository = remembered((folder) => isLayout(folder, isThere));
  const isRepository = remembered((folder) => wasRepository(folder) || isLayout(folder, willExist));
  const isGits = (folder: string): boolean => isNamedGit(folder) || isRepository(folder);
  /** Whether a folder is the object store of a repository that has nothing else in the same place. */
  const isStore = (folder: string): boolean =>
    basename(folder) === 'objects' && ['pack', 'info'].every((name) => isThere(join(folder, name)));
  /** Whether a folder contains the person's files, wherever it is, even inside a bare repository. */
  const isWorkTree = remembered((folder) => {
    const dotGit = join(folder, '.git');
    return isThere(dotGit) && (wasRepository(dotGit) || isFile(dotGit));
  });
  const hasGit = remembered((folder) => willExist(join(folder, '.git')) || isRepository(folder));

  return {
    workTreesAbove(path) {
      const found: string[] = [];
      for (let folder = dirname(path); ; folder = dirname(folder)) {
        if (hasGit(folder)) found.push(folder);
        if (folder === dirname(folder)) return found;
      }
    },
    isChanged: (path) => made.has(foldedName(path)),
    find(path) {
      const found: string[] = [];
      for (let folder = dirname(path); ; folder = dirname(folder)) {
        if (isGits(folder)) found.push(folder);
        else if (isStore(folder)) found.push(dirname(folder));
        if (folder === dirname(folder) || isWorkTree(folder)) break;
      }
      const [inner] = found;
      const outer = found.at(-1);
      if (inner === undefined || outer === undefined) return undefined;
      // A submodule has its git folder inside that of its superproject; a submodule that is being created counts as part of the superproject.
      const isSubmodule = /^\/(?:worktrees\/[^/]+\/)?modules\//.test(inner.slice(outer.length)) && wasRepository(inner);
      const folder = isSubmodule ? inner : outer;
      return { folder, inside: path.slice(folder.length + 1), isNewRepository: !wasRepository(folder) && isRepository(folder) };
    },
  };
}

/** The folder that contains the objects, refs and settings of a repository: a linked worktree shares those of the main worktree. */
export async function commonFolderOf(folder: string): Promise<string> {
  const common = await readFile(join(folder, 'commondir'), 'utf8').catch(() => '.'); // usually, this file does not exist
  return resolve(folder, common.trim());
}

/** Whether git would treat a folder as a repository; git does not check the types of its entries. */
const isLayout = (folder: string, has: (path: string) => boolean): boolean =>
  has(join(folder, 'HEAD')) && (has(join(folder, 'commondir')) || (has(join(folder, 'objects')) && has(join(folder, 'refs'))));

/** Whether any file system would treat a folder's name as `.git`. */
export const isNamedGit = (folder: string): boolean => /^(?:\.git|git~1)$/.test(foldedName(basename(folder)));

function remembered(ask: (path: string) => boolean): (path: string) => boolean {
  const known = new Map<string, boolean>();
  return (path) => {
    const answer = known.get(path) ?? ask(path);
    known.set(path, answer);
    return answer;
  };
}

const exists = (path: string): boolean => statOf(path) !== undefined;
const isFile = (path: string): boolean => statOf(path)?.isFile() ?? false;

/** The entry at a path, without following a link; an entry that cannot be examined does not exist for git either. */
export function statOf(path: string) {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
