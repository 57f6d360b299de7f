/** A repository, as far as it can be seen in time: the branch from a file, the rest from git. */
import type { Repository } from '../../contracts/surroundings.ts';
import { branchOf, changesIn, type GitLook, lastCommitOf } from './git.ts';
import type { InTime } from './in-time.ts';

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
