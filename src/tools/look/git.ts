/** What git says about a repository, without running anything that the repository configures: hooks, filters, monitors, pagers, transports. */
import { existsSync, lstatSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Repository } from '../../contracts/surroundings.ts';
import { oneLine } from '../../contracts/text/shorten.ts';
import { programAt } from '../containment/programs.ts';
import { type ProcessResult, runProcess } from '../running/process.ts';
import type { InTime } from './in-time.ts';
import type { ReadHead } from './read-head.ts';

/** How many folders up a repository is looked for. */
const maxSteps = 64;

/** The nearest folder from here upwards that is the root of a repository. Synchronous: the folder has answered already. */
export function repositoryRoot(folder: string): string | undefined {
  let at = folder;
  for (let steps = 0; steps < maxSteps; steps += 1) {
    const found = lstatSync(join(at, '.git'), { throwIfNoEntry: false });
    if (found?.isDirectory() || found?.isFile()) return at;
    if (dirname(at) === at) return undefined;
    at = dirname(at);
  }
  return undefined;
}

/** Where the system or its package manager installs git. On macOS, `/usr/bin/git` may be a stub that asks to install it, so real places are tried. */
export function gitProgram(): string | undefined {
  if (process.platform !== 'darwin') return programAt('git');
  const places = ['/opt/homebrew/bin/git', '/usr/local/bin/git', '/Library/Developer/CommandLineTools/usr/bin/git'];
  return places.find((path) => existsSync(path));
}

export type GitLook = {
  readonly root: string;
  /** Undefined where git is not installed. */
  readonly git: string | undefined;
  readonly readHead: ReadHead;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
};

/** A repository, as far as it can be seen in time: the branch from a file, the rest from git. */
export async function repositoryAt(look: GitLook, inTime: InTime): Promise<Repository> {
  const [branch, changes, last_commit] = await Promise.all([
    inTime.take('git branch', branchOf(look), null),
    inTime.take('git status', changesIn(look), null),
    inTime.take('last commit', lastCommitOf(look), null),
  ]);
  const isUnknown = changes !== null && 'why' in changes;
  if (isUnknown) inTime.leaveOut(`git status: ${changes.why}`);
  return { root: look.root, branch, changes: isUnknown ? null : changes, last_commit };
}

/** From the file itself: faster and safer than any program. */
async function branchOf({ root, readHead }: GitLook): Promise<string | null> {
  const head = await readHead(join(await gitFolder({ root, readHead }), 'HEAD'), 1_024);
  const branch = head && 'text' in head ? /^ref: refs\/heads\/([^\n]+)/.exec(head.text)?.[1] : undefined;
  return branch === undefined ? null : oneLine(branch, 200);
}

/** Where git keeps the repository: `.git`, or where a file of that name points. */
async function gitFolder({ root, readHead }: Pick<GitLook, 'root' | 'readHead'>): Promise<string> {
  const dotGit = join(root, '.git');
  const pointer = await readHead(dotGit, 4_096);
  const named = pointer && 'text' in pointer ? /^gitdir: ([^\n]+)/.exec(pointer.text)?.[1] : undefined;
  return named === undefined ? dotGit : resolve(root, named);
}

const maxChanges = 20;

/** What is not committed, or why that is unknown. */
async function changesIn(look: GitLook): Promise<Repository['changes'] | { readonly why: string }> {
  const unsafe = await whyUnsafe(look);
  if (unsafe !== undefined) return { why: unsafe };
  const args = ['status', '--porcelain=v1', '-z', '--untracked-files=normal', '--no-renames', '--ignore-submodules=all'];
  const status = await git(look, args);
  if (status?.exitCode !== 0) return { why: why(status) };
  if (status.truncated) return { why: 'too much is changed to list it' };
  const lines = status.output.split('\0').filter((line) => line !== '');
  const untracked = lines.filter((line) => line.startsWith('??')).length;
  return { changed: lines.length - untracked, untracked, first: lines.slice(0, maxChanges).map((line) => oneLine(line, 120)) };
}

/** Filters cannot be overruled without their names, so git status is not run where there are any. Git itself is asked, since its configuration may be in several places. */
async function whyUnsafe(look: GitLook): Promise<string | undefined> {
  const filters = await git(look, ['config', '-z', '--name-only', '--get-regexp', String.raw`^filter\.`]);
  if (filters?.exitCode === 0) return 'the repository filters its files through programs, which are not run here';
  return filters?.exitCode === 1 ? undefined : why(filters);
}

function why(result: ProcessResult | undefined): string {
  if (!result) return 'git is not installed';
  if (result.killedBy !== null) return 'git took too long';
  return oneLine(`git cannot read it: ${result.errors.replace(/^fatal: /, '')}`, 200);
}

/** Nothing where there is no commit yet. */
async function lastCommitOf(look: GitLook): Promise<Repository['last_commit']> {
  const shown = await git(look, ['cat-file', 'commit', 'HEAD']);
  if (shown?.exitCode !== 0) return null;
  const seconds = Number(/^committer [^\n]*> (\d{1,12}) /m.exec(shown.output)?.[1] ?? Number.NaN);
  const start = shown.output.indexOf('\n\n');
  if (Number.isNaN(seconds) || start === -1) return null;
  const message = shown.output.slice(start + 2).trimStart();
  const [subject = ''] = message.split('\n', 1);
  return { subject: oneLine(subject, 120), at: new Date(seconds * 1_000).toISOString() };
}

/** Overrules the repository's own configuration. */
const overruled = [
  ...['core.fsmonitor=false', 'core.hooksPath=/dev/null', 'core.pager=cat', 'core.sshCommand=false', 'diff.external='],
  ...['credential.helper=', 'protocol.allow=never', 'gc.auto=0', 'maintenance.auto=false', 'submodule.recurse=false'],
  ...['status.submoduleSummary=false', 'log.showSignature=false', 'gpg.program=false'],
].flatMap((setting) => ['-c', setting]);

/** No configuration but the repository's own, no locks, no network, no question. */
const environment = {
  PATH: '/usr/bin:/bin',
  HOME: '/nonexistent',
  XDG_CONFIG_HOME: '/nonexistent',
  LC_ALL: 'C',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_ATTR_NOSYSTEM: '1',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_TERMINAL_PROMPT: '0',
  GIT_ASKPASS: '/bin/false',
  SSH_ASKPASS: '/bin/false',
};

/** Folder and work tree are given, so that neither a configuration nor a broken repository can lead elsewhere. */
async function git(look: GitLook, args: readonly string[]): Promise<ProcessResult | undefined> {
  const { git: file, root, timeoutMs, signal } = look;
  if (file === undefined) return undefined;
  const all = ['--no-pager', '--no-optional-locks', ...overruled, ...args];
  const env = { ...environment, GIT_DIR: await gitFolder(look), GIT_WORK_TREE: root, GIT_CEILING_DIRECTORIES: dirname(root) };
  return runProcess({ file, args: all, cwd: root, env, timeoutMs, signal });
}
