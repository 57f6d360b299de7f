/** The identity of a project in memory, which stays the same when the project is moved or cloned. */
import { existsSync, lstatSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { repositoryIdentity } from '../../laws/places/repository-identity.ts';
import type { Settings } from './git-settings.ts';
import { type GitLook, git, gitFolder } from './run-git.ts';

/** The identity of a repository; its root folder if it has neither an origin nor a commit, or if its `.git` belongs to another folder. */
export async function identityOf(look: GitLook, settings: Promise<Settings>): Promise<string> {
  const [configured, firstCommit] = await Promise.all([settings, firstCommitOf(look)]);
  if (!configured.ok || !(await isOwn(look, configured.value.get('core.worktree')))) return look.root;
  return repositoryIdentity({ origin: configured.value.get('remote.origin.url'), firstCommit }) ?? look.root;
}

/** The longest history that is followed to its beginning; this takes about 70 ms. */
const maxCommits = 20_000;
/** A path that cannot exist, because it is inside a file. A path such as /nonexistent does exist on some machines, and git then prints a warning. */
const nothing = '/dev/null/nothing';
/** Variables that make git read the original history: a shallow clone has no beginning, and replacement refs are ignored. */
const asMade = { GIT_SHALLOW_FILE: nothing, GIT_GRAFT_FILE: nothing, GIT_NO_REPLACE_OBJECTS: '1' };

/** The first commit of the checked-out branch, following first parents: a merged branch may have begun in another repository. */
async function firstCommitOf(look: GitLook): Promise<string | undefined> {
  const history = await git(look, ['rev-list', '--first-parent', '--parents', `--max-count=${maxCommits}`, 'HEAD', '--'], asMade);
  if (history?.exitCode !== 0 || history.errors !== '') return undefined;
  return /(?:^|\n)([0-9a-f]{40}|[0-9a-f]{64})\n$/.exec(history.output.slice(-200))?.[1]; // a commit that is alone on its line has no parent
}

/** What a repository consists of, apart from the refs that lead from HEAD to a commit. */
const parts = ['config', 'objects', 'packed-refs', 'reftable'];
/** The number of refs to follow: as many as git follows. */
const maxNames = 5;

/**
 * Whether git's folder belongs to this root. A `.git` that leads to another place counts only if that place refers back, as for worktrees and
 * submodules: otherwise any folder could imitate another repository.
 */
async function isOwn(look: GitLook, worktree: string | undefined): Promise<boolean> {
  const { root, readHead } = look;
  const dotGit = join(root, '.git');
  const folder = await gitFolder(look);
  const textOf = async (name: string): Promise<string | undefined> => {
    const head = await readHead(join(folder, name), 4_096);
    return head && 'text' in head ? head.text.trim() : undefined;
  };
  const entryOf = (name: string) => lstatSync(join(folder, name), { throwIfNoEntry: false });
  const isLink = (name: string): boolean => entryOf(name)?.isSymbolicLink() === true;

  async function isLinked(): Promise<boolean> {
    let name: string | undefined = 'HEAD';
    for (let at = 0; at < maxNames && name !== undefined && entryOf(name); at += 1) {
      if (isLink(name) || realpathSync(join(folder, name)) !== join(realpathSync(folder), name)) return true;
      const text = await textOf(name);
      if (text === undefined) return true; // git may be able to read what artoo cannot
      name = /^ref:\s*([^\n]+)/.exec(text)?.[1];
    }
    return parts.some(isLink);
  }

  if (!entryOf('commondir')) {
    const isPointedBack = folder === dotGit || (worktree !== undefined && isSamePlace(resolve(folder, worktree), root));
    return isPointedBack && !(await isLinked());
  }
  const [common, back] = [await textOf('commondir'), await textOf('gitdir')];
  if (common === undefined || back === undefined) return false;
  return isSamePlace(resolve(folder, back), dotGit) && isSamePlace(dirname(folder), resolve(folder, common, 'worktrees'));
}

const isSamePlace = (a: string, b: string): boolean => existsSync(a) && existsSync(b) && realpathSync(a) === realpathSync(b);
