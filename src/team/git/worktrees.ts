/**
 * Where agents work: a worktree for each task on a separate branch, a detached checkout for each review. As long as a task is open, anything no
 * longer needed is moved aside rather than deleted.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { commitOf, git, gitOutput, noDrivers } from './git.ts';
import { isKept, leadingTo } from './own-worktree.ts';

export const branchOf = (task: string): string => `task/${task}`;
const folderOf = (task: string): string => join('.worktrees', task);
const reviewOf = (task: string): string => join('.worktrees', `.review-${task}`);
const baseOf = (task: string): string => join('.worktrees', `.base-${task}`);

/**
 * The worktree of a task, on its branch, which begins at this commit. An existing worktree stays as it is, so that an interrupted claim can be
 * repeated. Callers that know whether the branch exists pass that in.
 */
export async function makeWorktree(root: string, task: string, base: string, isBranchThere?: boolean): Promise<void> {
  const folder = folderOf(task);
  if (isWhole(join(root, folder))) return;
  await removeCheckout(root, folder);
  const hasBranch = isBranchThere ?? (await commitOf(root, `refs/heads/${branchOf(task)}`)) !== undefined;
  if (hasBranch) await git(root, ['worktree', 'prune']); // if the folder of the worktree is gone, git would treat the branch as still checked out in it
  await gitOutput(root, ['worktree', 'add', '--quiet', ...(hasBranch ? [folder, branchOf(task)] : ['-b', branchOf(task), folder, base])]);
}

/** Whether a worktree is complete: git writes `.git` before the files, and removes its own lock after them. */
function isWhole(folder: string): boolean {
  if (!statSync(join(folder, '.git'), { throwIfNoEntry: false })?.size) return false;
  const { GIT_DIR: kept = '' } = leadingTo(folder);
  return !existsSync(join(kept, 'locked')) || readFileSync(join(kept, 'locked'), 'utf8').trim() !== 'initializing';
}

/**
 * Moves a worktree and its branch out of the way, so that another coder can start again. A coder that is still writing writes to the moved one.
 * Returns the commit at the tip of its branch.
 */
export async function putAside(root: string, task: string): Promise<string | undefined> {
  const tip = await commitOf(root, `refs/heads/${branchOf(task)}`);
  const number = await nextAside(root, task);
  const folder = folderOf(task);
  if (existsSync(join(root, folder))) {
    await git(root, ['worktree', 'repair']);
    await gitOutput(root, ['worktree', 'move', '--force', folder, join('.worktrees', `.aside-${task}-${number}`)]);
  }
  if (tip !== undefined) await gitOutput(root, ['branch', '--move', branchOf(task), `aside/${task}-${number}`]);
  return tip;
}

async function nextAside(root: string, task: string): Promise<number> {
  for (let number = 1; ; number += 1) {
    const isFree =
      !existsSync(join(root, '.worktrees', `.aside-${task}-${number}`)) &&
      (await commitOf(root, `refs/heads/aside/${task}-${number}`)) === undefined;
    if (isFree) return number;
  }
}

/** Removes the worktrees of a final task, of which nothing remains except what was merged. */
export async function removeWorktrees(root: string, task: string): Promise<void> {
  const names = new RegExp(`^(?:${escaped(task)}|\\.(?:review|base)-${escaped(task)}|\\.aside-${escaped(task)}-\\d+)$`);
  const folders = await readdir(join(root, '.worktrees')).catch(() => []); // no worktree was ever made
  for (const name of folders.filter((each) => names.test(each))) await removeCheckout(root, join('.worktrees', name));
  await git(root, ['worktree', 'prune']);
  const branches = (
    await gitOutput(root, ['for-each-ref', '--format=%(refname:short)', `refs/heads/${branchOf(task)}`, 'refs/heads/aside/'])
  ).split('\n');
  const aside = new RegExp(`^aside/${escaped(task)}-\\d+$`);
  for (const branch of branches.filter((each) => each === branchOf(task) || aside.test(each)))
    await gitOutput(root, ['branch', '-D', '--quiet', branch]);
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A checkout of exactly this commit, in which nothing changes under the reviewer. Returns its folder. */
export async function checkOutForReview(root: string, task: string, commit: string): Promise<string> {
  return checkOut(root, reviewOf(task), commit);
}

export const removeReview = (root: string, task: string): Promise<void> => removeCheckout(root, reviewOf(task));

/** A checkout of the base, but with these files taken from the commit. Returns its folder. */
export async function checkOutBase(root: string, task: string, base: string, commit: string, files: readonly string[]): Promise<string> {
  const folder = await checkOut(root, baseOf(task), base);
  for (let at = 0; at < files.length; at += filesAtOnce)
    await gitOutput(folder, ['--literal-pathspecs', 'checkout', '--quiet', commit, '--', ...files.slice(at, at + filesAtOnce)]);
  return folder;
}

/** How many files are named in one command line, so that it does not become too long. */
const filesAtOnce = 200;

export const removeBase = (root: string, task: string): Promise<void> => removeCheckout(root, baseOf(task));

async function checkOut(root: string, folder: string, commit: string): Promise<string> {
  await removeCheckout(root, folder);
  await gitOutput(root, ['worktree', 'add', '--quiet', '--detach', folder, commit]);
  return join(root, folder);
}

/** Removes a checkout, even an incomplete one, or one of which git has no record. */
export async function removeCheckout(root: string, folder: string): Promise<void> {
  if (existsSync(join(root, folder))) await git(root, ['worktree', 'remove', '--force', '--force', folder]);
  await rm(join(root, folder), { recursive: true, force: true });
  if (!isKept(root, folder)) return;
  await git(root, ['worktree', 'unlock', folder]); // needed if git was killed while creating the checkout
  await git(root, ['worktree', 'prune']);
}

export type WorktreeFacts = {
  readonly branch: string;
  readonly head: string;
  readonly isClean: boolean;
  readonly hasConflictMarkers: boolean;
};

/** What git reports about a coder's worktree. */
export async function worktreeFacts(root: string, task: string): Promise<WorktreeFacts> {
  const folder = join(root, folderOf(task));
  const status = await gitOutput(folder, ['status', '--porcelain', '--untracked-files=all', '--ignore-submodules=all']);
  const markers = await git(folder, ['grep', '--untracked', '-lE', '^(<{7} |>{7} |={7}$)']);
  const both = await git(folder, ['grep', '--untracked', '-lE', '^<{7} ']);
  return {
    branch: await gitOutput(folder, ['rev-parse', '--abbrev-ref', 'HEAD']),
    head: await gitOutput(folder, ['rev-parse', 'HEAD']),
    isClean: status === '',
    hasConflictMarkers: markers.code === 0 && both.code === 0,
  };
}

/** Commits everything that the coder left in its worktree, in the coder's name. If nothing changed, the branch stays where it is. */
export async function commitWork(root: string, task: string, agent: string, message: string): Promise<string> {
  const folder = join(root, folderOf(task));
  await gitOutput(folder, ['add', '--all']);
  const author = { name: agent, email: `${agent}@artoo.localhost` };
  const trailers = `Liza-Task: ${task}\nLiza-Agent: ${agent}`; // trailers are part of the message, because for --trailer git runs configured programs
  if ((await git(folder, ['diff', ...noDrivers, '--cached', '--quiet'])).code !== 0 || (await isMerging(folder)))
    await gitOutput(folder, ['commit', '--quiet', '--no-verify', '--message', message, '--message', trailers], author);
  return gitOutput(folder, ['rev-parse', 'HEAD']);
}

const isMerging = async (folder: string): Promise<boolean> => (await commitOf(folder, 'MERGE_HEAD')) !== undefined;
