/** What git reports about a repository. */
import { lstatSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Result } from '../../contracts/result.ts';
import type { Repository } from '../../contracts/surroundings.ts';
import { oneLine } from '../../contracts/text/shorten.ts';
import { type Settings, settingsOf } from './git-settings.ts';
import { identityOf } from './identity.ts';
import type { InTime } from './in-time.ts';
import { type GitLook, git, gitFolder, why } from './run-git.ts';

/** How many levels up to search for a repository. */
const maxSteps = 64;

/** The root of the nearest repository, searching upwards from a folder. Synchronous, since the folder is known to be responsive. */
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

/**
 * A repository, as far as it can be read in time: the branch from a file, the rest from git. If it has no identity of its own, that of the folder is
 * used.
 */
export async function repositoryAt(look: GitLook, inTime: InTime): Promise<{ readonly repository: Repository; readonly identity: string }> {
  const settings = settingsOf(look);
  const [branch, changes, last_commit, identity] = await Promise.all([
    inTime.take('git branch', branchOf(look), null),
    inTime.take('git status', changesIn(look, settings), null),
    inTime.take('last commit', lastCommitOf(look), null),
    inTime.take('the identity of the repository', identityOf(look, settings), look.root),
  ]);
  if (changes && !changes.ok) inTime.leaveOut(`git status: ${changes.error}`);
  return { repository: { root: look.root, branch, changes: changes?.ok ? changes.value : null, last_commit }, identity };
}

/** Reads the file itself: this is faster and safer than any program. */
async function branchOf({ root, readHead }: GitLook): Promise<string | null> {
  const head = await readHead(join(await gitFolder({ root, readHead }), 'HEAD'), 1_024);
  const branch = head && 'text' in head ? /^ref: refs\/heads\/([^\n]+)/.exec(head.text)?.[1] : undefined;
  return branch === undefined ? null : oneLine(branch, 200);
}

const maxChanges = 20;

/** The uncommitted changes, or why they are unknown. */
async function changesIn(look: GitLook, settings: Promise<Settings>): Promise<Result<Repository['changes']>> {
  const unsafe = whyUnsafe(await settings);
  if (unsafe !== undefined) return { ok: false, error: unsafe };
  const args = ['status', '--porcelain=v1', '-z', '--untracked-files=normal', '--no-renames', '--ignore-submodules=all'];
  const status = await git(look, args);
  if (status?.exitCode !== 0) return { ok: false, error: why(status) };
  if (status.truncated) return { ok: false, error: 'there are too many changes to list' };
  const lines = status.output.split('\0').filter((line) => line !== '');
  const untracked = lines.filter((line) => line.startsWith('??')).length;
  const first = lines.slice(0, maxChanges).map((line) => oneLine(line, 120));
  return { ok: true, value: { changed: lines.length - untracked, untracked, first } };
}

/** Filters cannot be overridden without knowing their names, so git status is not run if there are filters. */
function whyUnsafe(settings: Settings): string | undefined {
  if (!settings.ok) return settings.error;
  const isFiltered = settings.value.keys().some((name) => name.startsWith('filter.'));
  return isFiltered ? 'the repository filters its files through programs, which are not run here' : undefined;
}

/** The last commit; null if there is none yet. */
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
