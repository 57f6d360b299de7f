/** Locks left by a git process that was killed or lost power: git never removes them, and fails from then on. */
import { rmSync, statSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

/**
 * Locks that git holds only briefly: in a worktree of the team, for a branch, for the list of branches. The lock of the person's index is not among them,
 * because an open editor holds it.
 */
const removable = /\/\.git\/(?:worktrees\/[^/]+\/[^/]+|refs\/heads\/.+|packed-refs)\.lock$/s;

/** The age from which a lock cannot belong to a process that is still working. */
const staleMs = 10_000;

/** Whether the lock on which git failed, judging by its message, is out of the way: its holder released it, or it was stale and has been removed. */
export async function isLockGone(said: string): Promise<boolean> {
  const path = /Unable to create '(.+\.lock)': File exists/.exec(said)?.[1];
  if (path === undefined || !removable.test(path)) return false;
  const first = statSync(path, { throwIfNoEntry: false });
  if (!first) return true;
  const left = staleMs - Math.abs(Date.now() - first.mtimeMs); // the absolute value, because a clock may have been set back
  if (left > 0) await setTimeout(left);
  const last = statSync(path, { throwIfNoEntry: false });
  if (last?.ino === first.ino && last.mtimeMs === first.mtimeMs) rmSync(path, { force: true });
  return true;
}
