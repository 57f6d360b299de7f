/** Locks that a git left which was killed, or lost its power: git itself removes none, and fails from then on. */
import { rmSync, statSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

/** Git holds these for moments: in a worktree of the team, for a branch, for the list of branches. The index of the person is not among them, which an open editor holds. */
const removable = /\/\.git\/(?:worktrees\/[^/]+\/[^/]+|refs\/heads\/.+|packed-refs)\.lock$/s;

/** A lock of this age belongs to no process that is still at work. */
const staleMs = 10_000;

/** Whether the lock that git failed on, by what it said, is out of the way: its holder gave it back, or it was stale and is removed. */
export async function isLockGone(said: string): Promise<boolean> {
  const path = /Unable to create '(.+\.lock)': File exists/.exec(said)?.[1];
  if (path === undefined || !removable.test(path)) return false;
  const first = statSync(path, { throwIfNoEntry: false });
  if (!first) return true;
  const left = staleMs - Math.abs(Date.now() - first.mtimeMs); // a clock that was set back makes it old, too
  if (left > 0) await setTimeout(left);
  const last = statSync(path, { throwIfNoEntry: false });
  if (last?.ino === first.ino && last.mtimeMs === first.mtimeMs) rmSync(path, { force: true });
  return true;
}
