/** What a board is checked against: the files and folders of the repository that it names. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { whyNoSpec } from '../spec-file.ts';
import type { Board } from './board.ts';
import type { BoardPlace } from './validate.ts';

/** What the board names in the repository, looked up: specs, and the folders of claimed tasks. */
export function placeOf(root: string, board: unknown, env: BoardPlace['env'], now: Date): BoardPlace {
  const tasks = (board as Partial<Board> | null)?.tasks; // the board may be anything, so every part may be missing
  const named = Array.isArray(tasks) ? tasks : [];
  const those = (paths: readonly unknown[], isThere: (path: string) => boolean) =>
    new Set([...new Set(paths)].filter((path): path is string => typeof path === 'string' && path !== '' && isThere(path)));
  const specs = new Set(named.map((task) => task?.spec_ref)); // many tasks share a few specs
  return {
    files: those(
      [...specs].map((ref) => (typeof ref === 'string' ? ref.split('#', 1)[0] : undefined)),
      (path) => whyNoSpec(root, path) === undefined,
    ),
    dirs: those(
      named.map((task) => (task?.status === 'CLAIMED' ? task.worktree : undefined)),
      (path) => existsSync(join(root, path)),
    ),
    env,
    now,
  };
}

/**
 * A time at which no lease has expired. An expired lease must not stop a write, or the restoring of a board: its holder died, and the next process
 * takes over. `artoo team validate` reports expired leases.
 */
export const beforeAnyLease = new Date(0);
