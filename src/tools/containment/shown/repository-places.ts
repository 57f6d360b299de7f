/** What git needs to see of the repository around a folder: its root, and the data that a linked worktree shares with others. */
import { lstatSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isWithin } from '../../../laws/places/posix-path.ts';
import { foldersAbove } from '../walls/wall-steps.ts';

/**
 * A `.git` file can name any folder. It is trusted if that is the repository around this folder, or a worktree of a repository that names this folder
 * in return.
 */
export function repositoryPlaces(cwd: string): readonly string[] {
  const root = [...foldersAbove(cwd).slice(1), cwd].findLast((folder) => kindOf(join(folder, '.git')) !== undefined);
  if (root === undefined) return [];
  const mark = join(root, '.git');
  if (kindOf(mark) === 'folder') return [root];
  const named = /^gitdir: (.+)$/m.exec(textAt(mark))?.[1];
  const own = named === undefined ? undefined : realAt(resolve(root, named));
  if (own === undefined) return [root];
  const [around = ''] = own.split('/.git/');
  if (around !== own && isWithin(around, root)) return [around]; // a submodule
  const shared = dirname(dirname(own));
  const isWorktree =
    dirname(own) === join(shared, 'worktrees') && ['objects', 'refs'].every((name) => kindOf(join(shared, name)) === 'folder');
  return isWorktree && realAt(resolve(own, textAt(join(own, 'gitdir')).trim())) === mark ? [root, shared] : [root];
}

const maxBytes = 4_096;

function kindOf(path: string): 'folder' | 'file' | undefined {
  try {
    const found = lstatSync(path, { throwIfNoEntry: false });
    return found?.isDirectory() ? 'folder' : found?.isFile() && found.size <= maxBytes ? 'file' : undefined;
  } catch {
    return undefined; // a repository that artoo cannot read is not the person's
  }
}

const textAt = (path: string): string => (kindOf(path) === 'file' ? readFileSync(path, 'utf8') : '');

function realAt(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
