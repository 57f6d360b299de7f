/** Finds the team that a folder belongs to. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ArtooError } from '../contracts/errors.ts';

/** The nearest folder upwards that has a board, or the journal of one, be it archived: the worktrees of agents lie within it. Throws `board_missing`. */
export function findTeam(cwd: string): string {
  for (let folder = cwd; ; folder = dirname(folder)) {
    if (['state.yaml', 'journal.jsonl', 'archive'].some((name) => existsSync(join(folder, '.liza', name)))) return folder;
    if (dirname(folder) === folder) throw new ArtooError('board_missing', `no team works in ${cwd}`);
  }
}
