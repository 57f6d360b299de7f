/** Runs git in such a way that nothing configured in the repository runs: no hooks, filters, monitors, pagers or transports. */
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { oneLine } from '../../contracts/text/shorten.ts';
import { programAt } from '../containment/programs.ts';
import { noOtherConfiguration, quietGit } from '../running/git-environment.ts';
import { type ProcessResult, runProcess } from '../running/process.ts';
import type { ReadHead } from './read-head.ts';

/**
 * Where the system or its package manager installs git. On macOS, `/usr/bin/git` may only be a stub that offers to install git, so the real locations
 * are tried.
 */
export function gitProgram(): string | undefined {
  if (process.platform !== 'darwin') return programAt('git');
  const places = ['/opt/homebrew/bin/git', '/usr/local/bin/git', '/Library/Developer/CommandLineTools/usr/bin/git'];
  return places.find((path) => existsSync(path));
}

export type GitLook = {
  readonly root: string;
  /** The path of git; undefined if it is not installed. */
  readonly git: string | undefined;
  readonly readHead: ReadHead;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
};

/** Where git keeps the repository: in `.git`, or in the folder that a file with this name points to. */
export async function gitFolder({ root, readHead }: Pick<GitLook, 'root' | 'readHead'>): Promise<string> {
  const dotGit = join(root, '.git');
  const pointer = await readHead(dotGit, 4_096);
  const named = pointer && 'text' in pointer ? /^gitdir: ([^\n]+)/.exec(pointer.text)?.[1] : undefined;
  return named === undefined ? dotGit : resolve(root, named);
}

/** Options that override the repository's own configuration. */
const overruled = [
  ...['core.fsmonitor=false', 'core.hooksPath=/dev/null', 'core.pager=cat', 'core.sshCommand=false', 'diff.external='],
  ...['credential.helper=', 'protocol.allow=never', 'gc.auto=0', 'maintenance.auto=false', 'submodule.recurse=false'],
  ...['status.submoduleSummary=false', 'log.showSignature=false', 'gpg.program=false'],
].flatMap((setting) => ['-c', setting]);

const environment = { ...quietGit, ...noOtherConfiguration, PATH: '/usr/bin:/bin', GIT_OPTIONAL_LOCKS: '0' };

/** Git's folder and the work tree are given explicitly, so that neither a configuration nor a broken repository can lead to other places. */
export async function git(
  look: GitLook,
  args: readonly string[],
  more: Readonly<Record<string, string>> = {},
): Promise<ProcessResult | undefined> {
  const { git: file, root, timeoutMs, signal } = look;
  if (file === undefined) return undefined;
  const all = ['--no-pager', '--no-optional-locks', ...overruled, ...args];
  const env = { ...environment, ...more, GIT_DIR: await gitFolder(look), GIT_WORK_TREE: root, GIT_CEILING_DIRECTORIES: dirname(root) };
  return runProcess({ file, args: all, cwd: root, env, timeoutMs, signal });
}

/** Why there is no result. */
export function why(result: ProcessResult | undefined): string {
  if (!result) return 'git is not installed';
  if (result.killedBy !== null) return 'git took too long';
  return oneLine(`git cannot read it: ${result.errors.replace(/^fatal: /, '')}`, 200);
}
