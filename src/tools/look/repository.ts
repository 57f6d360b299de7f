/** A repository as far as it can be seen in time: its branch by a file, the rest by git. */
import type { Repository } from '../../contracts/surroundings.ts';
import { branchOf, changesIn, type GitLook, lastCommitOf } from './git.ts';
import type { InTime } from './in-time.ts';

export async function repositoryAt(look: GitLook, inTime: InTime): Promise<Repository> {
  const [branch, changes, last_commit] = await Promise.all([
    inTime.take('git branch', branchOf(look), null),
    inTime.take('git status', changesIn(look), null),
    inTime.take('last commit', lastCommitOf(look), null),
  ]);
  const isUntold = changes !== null && 'why' in changes;
  if (isUntold) inTime.leaveOut(`git status: ${changes.why}`);
  return { root: look.root, branch, changes: isUntold ? null : changes, last_commit };
}
