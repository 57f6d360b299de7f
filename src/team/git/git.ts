/** Runs git for the team: without hooks, monitors, signing, or anything else that a repository or a person's configuration could run by it. */
import { execFile } from 'node:child_process';
import { ArtooError } from '../../contracts/errors.ts';

const folders = ['/usr/local/bin', '/usr/bin', '/bin', '/opt/homebrew/bin'];
const quiet = [
  ...['core.hooksPath=/dev/null', 'core.fsmonitor=false', 'commit.gpgSign=false', 'tag.gpgSign=false', 'core.pager=cat'],
  ...['merge.conflictStyle=merge', 'core.quotePath=false', 'advice.detachedHead=false', 'gc.auto=0', 'maintenance.auto=false'],
].flatMap((setting) => ['-c', setting]);

const maxOutput = 64 * 1024 ** 2;
const limitMs = 120_000;

export type GitResult = { readonly code: number; readonly stdout: string; readonly stderr: string };

/** Who a commit is by. */
export type Author = { readonly name: string; readonly email: string };
const nobodyElse: Author = { name: 'artoo', email: 'artoo@localhost' };

/** What git says, whatever its exit code. Throws `git_failed` where it cannot be run or takes longer than two minutes. */
export function git(folder: string, args: readonly string[], author: Author = nobodyElse): Promise<GitResult> {
  const env = {
    PATH: folders.join(':'),
    HOME: '/nonexistent',
    LC_ALL: 'C',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_TERMINAL_PROMPT: '0',
    GIT_EDITOR: 'true',
    GIT_AUTHOR_NAME: author.name,
    GIT_AUTHOR_EMAIL: author.email,
    GIT_COMMITTER_NAME: author.name,
    GIT_COMMITTER_EMAIL: author.email,
  };
  return new Promise((resolve, reject) => {
    execFile('git', [...quiet, '-C', folder, ...args], { env, maxBuffer: maxOutput, timeout: limitMs }, (error, stdout, stderr) => {
      if (!error) resolve({ code: 0, stdout, stderr });
      else if (typeof error.code === 'number') resolve({ code: error.code, stdout, stderr });
      else if (error.code === 'ENOENT') reject(new ArtooError('git_missing', `there is no git in ${folders.join(', ')}`, { cause: error }));
      else reject(new ArtooError('git_failed', `git ${args[0]}: ${error.message}`, { cause: error }));
    });
  });
}

/** What git prints, without its last line end. Throws `git_failed` with what it said where it ends with anything but 0. */
export async function gitOutput(folder: string, args: readonly string[], author?: Author): Promise<string> {
  const { code, stdout, stderr } = await git(folder, args, author);
  if (code !== 0) throw new ArtooError('git_failed', `git ${args.join(' ')}: ${(stderr || stdout).trim() || `exit ${code}`}`);
  return stdout.replace(/\n$/, '');
}

/** The commit that a name stands for; undefined where there is none. */
export async function commitOf(folder: string, name: string): Promise<string | undefined> {
  const { code, stdout } = await git(folder, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`]);
  return code === 0 ? stdout.trim() : undefined;
}
