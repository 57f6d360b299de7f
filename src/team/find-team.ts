/** Finds the team that a folder belongs to. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ArtooError } from '../contracts/errors.ts';

/**
 * The nearest folder upwards with a board, or with the journal of one, even archived: the worktrees of agents are inside it. Throws `board_missing`.
 */
export function findTeam(cwd: string): string {
  for (let folder = cwd; ; folder = dirname(folder)) {
    if (['state.yaml', 'journal.jsonl', 'archive'].some((name) => existsSync(join(folder, '.liza', name)))) return folder;
    if (dirname(folder) === folder) throw new ArtooError('board_missing', `no team works in ${cwd}`);
  }
}
