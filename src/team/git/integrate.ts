/**
 * Brings approved work into the integration branch: in a separate worktree, never in the person's checkout, and only if the branch is still where it
 * was when examined.
 */
import { join } from 'node:path';
import { ArtooError } from '../../contracts/errors.ts';
import { commitOf, type GitResult, git, gitOutput, noDrivers } from './git.ts';
import { removeCheckout } from './worktrees.ts';

const place = join('.worktrees', '.integration');

export type Integration =
  | { readonly outcome: 'merged'; readonly commit: string }
  | { readonly outcome: 'conflict'; readonly paths: readonly string[] }
  | { readonly outcome: 'tests_failed'; readonly commit: string }
  /** The person has the branch checked out, with their own changes; the merge is tried again later. */
  | { readonly outcome: 'waits'; readonly why: string };

export type IntegrationRequest = {
  readonly root: string;
  readonly branch: string;
  /** The commit that was reviewed; where its branch is now does not matter. */
  readonly commit: string;
  readonly message: string;
  /** Tests the merged tree; true if everything passes. */
  readonly test: (folder: string) => Promise<boolean>;
  /** Called before the branch moves, so that a crash after the move can be told from one before it. */
  readonly intend: (from: string, to: string) => Promise<void>;
};

/** Merges; only to be called under the merge lock. Throws `git_failed` if the branch does not exist, or if it moved in the meantime. */
export async function integrate({ root, branch, commit, message, test, intend }: IntegrationRequest): Promise<Integration> {
  const ref = `refs/heads/${branch}`;
  const from = await gitOutput(root, ['rev-parse', '--verify', '--end-of-options', ref]);
  if ((await git(root, ['merge-base', '--is-ancestor', commit, from])).code === 0) return { outcome: 'merged', commit: from }; // the commit is already in the branch
  const folder = await freshPlace(root, from);
  try {
    const merge = await git(folder, ['merge', '--quiet', '--no-edit', '--message', message, commit]);
    if (merge.code !== 0) return { outcome: 'conflict', paths: await conflicts(folder, merge) };
    const to = await gitOutput(folder, ['rev-parse', 'HEAD']);
    if (!(await test(folder))) return { outcome: 'tests_failed', commit: to };
    const checkout = await checkoutOf(root, ref);
    if (checkout !== undefined && !(await isClean(checkout)))
      return { outcome: 'waits', why: `${branch} is checked out in ${checkout} with uncommitted changes` };
    await intend(from, to);
    if (checkout === undefined) await gitOutput(root, ['update-ref', '-m', message, ref, to, from]);
    else await gitOutput(checkout, ['merge', '--quiet', '--ff-only', to]);
    return { outcome: 'merged', commit: to };
  } finally {
    await removePlace(root);
  }
}

/** A worktree for the merge, detached at the given commit, without anything that an earlier merge left there. */
async function freshPlace(root: string, at: string): Promise<string> {
  await removePlace(root);
  await gitOutput(root, ['worktree', 'add', '--quiet', '--detach', place, at]);
  return join(root, place);
}

const removePlace = (root: string): Promise<void> => removeCheckout(root, place);

/**
 * The files with conflicts. Throws `git_failed` if the merge failed for a reason other than a conflict, such as a full disk, which no coder could
 * fix.
 */
async function conflicts(folder: string, { code, stderr, stdout }: GitResult): Promise<readonly string[]> {
  const paths = (await gitOutput(folder, ['diff', ...noDrivers, '--name-only', '--diff-filter=U', '-z'])).split('\0').filter(Boolean);
  if (code === 1 && paths.length > 0) return paths;
  throw new ArtooError('git_failed', `git merge: ${(stderr || stdout).trim() || `exit ${code}`}`);
}

/** Where the branch is checked out; undefined if it is not. */
async function checkoutOf(root: string, ref: string): Promise<string | undefined> {
  const list = await gitOutput(root, ['worktree', 'list', '--porcelain']);
  for (const block of list.split('\n\n')) if (block.split('\n').includes(`branch ${ref}`)) return /^worktree (.+)$/m.exec(block)?.[1];
  return undefined;
}

const isClean = async (folder: string): Promise<boolean> =>
  (await gitOutput(folder, ['status', '--porcelain', '--untracked-files=no', '--ignore-submodules=dirty'])) === '';

/** Creates the integration branch from the person's current commit. */
export async function makeIntegrationBranch(root: string, branch: string): Promise<void> {
  if ((await commitOf(root, `refs/heads/${branch}`)) === undefined) await gitOutput(root, ['branch', branch, 'HEAD']);
}
