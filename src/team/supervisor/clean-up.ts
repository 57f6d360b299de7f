/** Removes worktrees of finished tasks that remain because their last supervisor was killed or the planner replaced the tasks. */
import { existsSync } from 'node:fs';
import { isFinal } from '../claimable.ts';
import { removeWorktrees } from '../git/worktrees.ts';
import { holdLock } from '../hold-lock.ts';
import { type Team, worktreeOf } from './team.ts';

export async function cleanUp(team: Team): Promise<void> {
  const { tasks } = await team.file.read();
  for (const { id } of tasks.filter((task) => isFinal(task) && existsSync(worktreeOf(team.root, task.id)))) {
    using lock = holdLock(team.root, `task-${id}`);
    if (lock) await removeWorktrees(team.root, id);
  }
}
