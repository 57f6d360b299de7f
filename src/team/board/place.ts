/** What a board is held against: the files and folders of its repository that it names. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Board } from './board.ts';
import type { BoardPlace } from './validate.ts';

/** What of the repository the board names, looked up. */
export function placeOf(root: string, board: unknown, env: BoardPlace['env'], now: Date): BoardPlace {
  const read = Board.safeParse(board);
  const tasks = read.success ? read.data.tasks : [];
  const there = (paths: readonly (string | null | undefined)[]) =>
    new Set(paths.flatMap((path) => (path && existsSync(join(root, path)) ? [path] : [])));
  return {
    files: there([...new Set(tasks.map(({ spec_ref }) => spec_ref?.split('#', 1)[0]))]),
    dirs: there(tasks.map(({ worktree }) => worktree)),
    env,
    now,
  };
}
