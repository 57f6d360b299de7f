/** Facts about a repository that matter for a team. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ArtooError, type ErrorCode } from '../../contracts/errors.ts';
import { commitOf, git, gitOutput } from '../git/git.ts';
import { refuseUnfit } from '../git/unfit.ts';

export type Repository = {
  /** The top of the checkout. */
  readonly root: string;
  /** The git folder that all its worktrees share. */
  readonly common: string;
  /** The branch that HEAD is on; undefined if it is detached. */
  readonly branch: string | undefined;
  readonly isShallow: boolean;
  readonly isLinked: boolean;
  readonly hasSubmodules: boolean;
  /** Paths with uncommitted changes. */
  readonly uncommitted: readonly string[];
};

/**
 * Looks at the repository around a folder. Throws `repository_unfit` if no team can work in it: there is none, it is bare, has no commit, or has
 * files that need a filter; `repository_missing` or `commit_missing` if the spec is there and only that is missing; `team_exists` if there is already a team.
 */
export async function lookAtRepository(cwd: string, spec: string): Promise<Repository> {
  const asked = ['--is-bare-repository', '--is-inside-work-tree', '--is-shallow-repository', '--absolute-git-dir', '--git-common-dir'];
  const { code, stdout, stderr } = await git(cwd, ['rev-parse', '--path-format=absolute', ...asked]);
  if (code !== 0) {
    if (!/not a git repository/.test(stderr)) throw unfit(stderr.trim());
    throw unfit(`${cwd} is not in a git repository`, existsSync(join(cwd, spec)) ? 'repository_missing' : undefined);
  }
  const [isBare, isInside, isShallow, own = '', common = ''] = stdout.trimEnd().split('\n');
  if (isBare === 'true') throw unfit(`${cwd} is a bare repository: there is no checkout to work in`);
  if (isInside !== 'true') throw unfit(`${cwd} is inside a git folder, not in a checkout`);
  const root = await gitOutput(cwd, ['rev-parse', '--show-toplevel']);
  if ((await commitOf(root, 'HEAD')) === undefined)
    throw unfit('the repository has no commit yet, and agents start from one', existsSync(join(root, spec)) ? 'commit_missing' : undefined);
  await refuseSecondTeam(root);
  await refuseUnfit(root);
  const { code: isDetached, stdout: branch } = await git(root, ['symbolic-ref', '--quiet', '--short', 'HEAD']);
  return {
    root,
    common,
    branch: isDetached === 0 ? branch.trimEnd() : undefined,
    isShallow: isShallow === 'true',
    isLinked: own !== common,
    hasSubmodules: existsSync(join(root, '.gitmodules')),
    uncommitted: await uncommittedIn(root),
  };
}

const unfit = (message: string, code: ErrorCode = 'repository_unfit'): ArtooError => new ArtooError(code, message);

/** All worktrees of a repository share its branches, so there can be only one team for all of them. */
async function refuseSecondTeam(root: string): Promise<void> {
  const list = await gitOutput(root, ['worktree', 'list', '--porcelain']);
  const folders = [root, ...[...list.matchAll(/^worktree (.+)$/gm)].map(([, path = '']) => path)];
  const taken = folders.find((folder) => existsSync(join(folder, '.liza')));
  if (taken === undefined) return;
  const isTeam = ['state.yaml', 'journal.jsonl'].some((name) => existsSync(join(taken, '.liza', name)));
  if (!isTeam)
    throw new ArtooError('board_unrestorable', `${join(taken, '.liza')} is in the way: it contains neither a board nor a journal`);
  throw new ArtooError('team_exists', `this repository already has a team, in ${join(taken, '.liza')}`);
}

async function uncommittedIn(root: string): Promise<readonly string[]> {
  const { stdout } = await git(root, ['status', '--porcelain', '--no-renames', '-z', '--untracked-files=all', '--ignore-submodules=dirty']);
  return stdout
    .split('\0')
    .filter((line) => line !== '')
    .map((line) => line.slice(3));
}
