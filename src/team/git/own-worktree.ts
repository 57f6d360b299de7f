/**
 * Where git keeps a worktree of the team. The worktree's file `.git` says where, but an agent can change that file, so it counts only if git's own
 * folder says the same.
 */
import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { ArtooError } from '../../contracts/errors.ts';

/**
 * The variables that lead git to this folder and nowhere else; nothing if the folder is not a worktree of a team. Throws `git_failed` if its `.git`
 * was replaced.
 */
export function leadingTo(folder: string): Readonly<Record<string, string>> {
  const worktrees = dirname(folder);
  if (basename(worktrees) !== '.worktrees') return {};
  const common = commonOf(dirname(worktrees));
  const kept = common === undefined ? undefined : keptFor(folder, common);
  if (common === undefined || kept === undefined)
    throw new ArtooError(
      'git_failed',
      `${join(folder, '.git')} is not the file that git wrote: move the folder away, then run git worktree prune`,
    );
  return { GIT_DIR: kept, GIT_COMMON_DIR: common, GIT_WORK_TREE: folder };
}

/** The git folder of the repository that the worktrees belong to. */
function commonOf(root: string): string | undefined {
  const own = join(root, '.git');
  const kind = lstatSync(own, { throwIfNoEntry: false });
  if (!kind) return undefined;
  if (!kind.isFile()) return realpathSync(own);
  const folder = resolve(root, pointer(own, 'gitdir: '));
  return realpathSync(resolve(folder, pointer(join(folder, 'commondir'))));
}

function keptFor(folder: string, common: string): string | undefined {
  try {
    if (!lstatSync(folder).isDirectory() || !lstatSync(join(folder, '.git')).isFile()) return undefined;
    const kept = realpathSync(resolve(folder, pointer(join(folder, '.git'), 'gitdir: ')));
    const back = resolve(kept, pointer(join(kept, 'gitdir')));
    return dirname(kept) === join(common, 'worktrees') && realpathSync(dirname(back)) === realpathSync(folder) ? kept : undefined;
  } catch {
    return undefined; // a part of the path does not exist
  }
}

/**
 * Whether git keeps anything for a worktree at this place in the repository, even if the worktree does not exist. Records that cannot be read count,
 * because they may be for it.
 */
export function isKept(root: string, folder: string): boolean {
  const worktrees = join(commonOf(root) ?? join(root, '.git'), 'worktrees');
  const place = join(realpathSync(root), folder, '.git');
  const isFor = (kept: string): boolean => {
    const back = join(kept, 'gitdir');
    return !existsSync(back) || resolve(kept, pointer(back)) === place;
  };
  return existsSync(worktrees) && readdirSync(worktrees).some((name) => isFor(join(worktrees, name)));
}

/** The other checkouts of the repository, if this folder is the top of one; none if git's own folder does not list it. */
export function checkoutsBeside(folder: string): readonly string[] {
  try {
    const common = commonOf(folder);
    if (common === undefined || (lstatSync(join(folder, '.git')).isFile() && keptFor(folder, common) === undefined)) return [];
    const kept = join(common, 'worktrees');
    const linked = existsSync(kept)
      ? readdirSync(kept).map((name) => dirname(resolve(kept, name, pointer(join(kept, name, 'gitdir')))))
      : [];
    return [...(basename(common) === '.git' ? [dirname(common)] : []), ...linked].filter((path) => path !== realpathSync(folder));
  } catch {
    return []; // a part of the path does not exist
  }
}

const pointer = (path: string, prefix = ''): string => readFileSync(path, 'utf8').slice(prefix.length).trimEnd();
