/** Runs git for the team: without hooks, monitors, signing, or anything else that a repository's or a person's configuration could make it run. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ArtooError } from '../../contracts/errors.ts';
import { noOtherConfiguration, quietGit } from '../../tools/running/git-environment.ts';
import { waitForLock } from '../hold-lock.ts';
import { configuredNames } from './configured.ts';
import { leadingTo } from './own-worktree.ts';
import { alwaysOff, programsOff } from './programs-off.ts';
import { isLockGone } from './stale-lock.ts';

const folders = ['/usr/local/bin', '/usr/bin', '/bin', '/opt/homebrew/bin'];
const quiet = [
  ...alwaysOff,
  ...['merge.conflictStyle=merge', 'merge.ff=true', 'rerere.enabled=false', 'core.quotePath=false', 'advice.detachedHead=false'],
].flatMap((setting) => ['-c', setting]);

/** Subcommands that look only at objects and names, so that no driver is ever called. */
const plain: ReadonlySet<string | undefined> = new Set([
  ...['rev-parse', 'symbolic-ref', 'for-each-ref', 'update-ref', 'merge-base', 'ls-tree', 'cat-file'],
]);

/**
 * Subcommands that read what git keeps about every worktree, even one that another git process has only half created, which makes them fail or remove
 * it. Therefore they run one at a time.
 */
const oneAtATime: ReadonlySet<string | undefined> = new Set(['worktree', 'branch']);

/** Options for every diff: only git's own diff, and only of what is in the repository. */
export const noDrivers: readonly string[] = ['--no-ext-diff', '--no-textconv', '--no-color', '--submodule=short'];

const maxOutput = 64 * 1024 ** 2;
const limitMs = 120_000;

export type GitResult = { readonly code: number; readonly stdout: string; readonly stderr: string };

/** The author of a commit. */
export type Author = { readonly name: string; readonly email: string };
const nobodyElse: Author = { name: 'artoo', email: 'artoo@localhost' };

/**
 * Git's output, whatever its exit code. Throws `git_failed` if git cannot be run, takes longer than two minutes, or if the folder would lead it to
 * another repository.
 */
export async function git(folder: string, args: readonly string[], author: Author = nobodyElse): Promise<GitResult> {
  if (!oneAtATime.has(args[0]) || !existsSync(join(folder, '.liza'))) return called(folder, args, author);
  using _ = await turn(folder);
  return await called(folder, args, author); // awaited here, because the lock must be held until the call ends
}

async function called(folder: string, args: readonly string[], author: Author): Promise<GitResult> {
  const place = { ...environment, ...leadingTo(folder) };
  const named = {
    ...{ GIT_AUTHOR_NAME: author.name, GIT_AUTHOR_EMAIL: author.email },
    ...{ GIT_COMMITTER_NAME: author.name, GIT_COMMITTER_EMAIL: author.email },
  };
  if (plain.has(args[0])) return unlocked(folder, args, { ...place, ...named });
  const names = await configuredNames(folder, place, () => listNames(folder, place));
  if ('code' in names) return names; // settings that cannot be read cannot be overridden
  return unlocked(folder, args, { ...place, ...named, ...programsOff(names) });
}

async function listNames(folder: string, env: Readonly<Record<string, string>>): Promise<readonly string[] | GitResult> {
  const settings = await run(folder, ['config', '--list', '--name-only', '-z'], env);
  return settings.code === 0 ? settings.stdout.split('\0') : settings;
}

function turn(root: string): Promise<Disposable> {
  return waitForLock(root, 'worktrees', AbortSignal.timeout(limitMs)).catch((error: unknown) => {
    throw new ArtooError('git_failed', `another git process has been working on the worktrees of ${root} for more than two minutes`, {
      cause: error,
    });
  });
}

/** If a lock is in the way, waits for it or removes it, once. This is safe because git has not changed anything that it could not lock. */
async function unlocked(folder: string, args: readonly string[], env: Readonly<Record<string, string>>): Promise<GitResult> {
  const first = await run(folder, args, env);
  return first.code !== 0 && (await isLockGone(first.stderr)) ? run(folder, args, env) : first;
}

const environment = { ...quietGit, ...noOtherConfiguration, PATH: folders.join(':'), GIT_EDITOR: 'true' };

function run(folder: string, args: readonly string[], env: Readonly<Record<string, string>>): Promise<GitResult> {
  return new Promise((resolve, reject) => {
    execFile('git', [...quiet, '-C', folder, ...args], { env, maxBuffer: maxOutput, timeout: limitMs }, (error, stdout, stderr) => {
      if (!error) resolve({ code: 0, stdout, stderr });
      else if (typeof error.code === 'number') resolve({ code: error.code, stdout, stderr });
      else if (error.code === 'ENOENT') reject(new ArtooError('git_missing', `there is no git in ${folders.join(', ')}`, { cause: error }));
      else reject(new ArtooError('git_failed', `git ${args[0]}: ${error.message}`, { cause: error }));
    });
  });
}

/** What git prints, without its last line end. Throws `git_failed` with git's message if it ends with an exit code other than 0. */
export async function gitOutput(folder: string, args: readonly string[], author?: Author): Promise<string> {
  const { code, stdout, stderr } = await git(folder, args, author);
  if (code !== 0) throw new ArtooError('git_failed', `git ${args.join(' ')}: ${(stderr || stdout).trim() || `exit ${code}`}`);
  return stdout.replace(/\n$/, '');
}

/** The commits at the tips of these branches, for those that exist. */
export async function branchTips(folder: string, branches: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const refs = branches.map((branch) => `refs/heads/${branch}`);
  const lines = (await gitOutput(folder, ['for-each-ref', '--format=%(objectname) %(refname:lstrip=2)', ...refs])).split('\n');
  return new Map(lines.map((line) => [line.slice(line.indexOf(' ') + 1), line.slice(0, line.indexOf(' '))]));
}

/** The commit that a name refers to; undefined if it refers to none. */
export async function commitOf(folder: string, name: string): Promise<string | undefined> {
  const { code, stdout } = await git(folder, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`]);
  return code === 0 ? stdout.trim() : undefined;
}
