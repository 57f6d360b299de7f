/** Finds the team that a folder belongs to. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ArtooError } from '../contracts/errors.ts';
import { checkoutsBeside } from './git/own-worktree.ts';

/**
 * The nearest folder upwards that has a board or its journal, even an archived one: the worktrees of agents are inside it. Otherwise, the folder in another checkout of the same repository that has one, because a
 * repository has only one team. Throws `board_missing`.
 */
export function findTeam(cwd: string): string {
  const folders = upwards(cwd);
  const checkout = folders.find((folder) => existsSync(join(folder, '.git')));
  const found = folders.find(hasTeam) ?? (checkout === undefined ? undefined : checkoutsBeside(checkout).find(hasTeam));
  if (found === undefined) throw new ArtooError('board_missing', `no team works in ${cwd}`);
  return found;
}

const upwards = (folder: string): readonly string[] => (dirname(folder) === folder ? [folder] : [folder, ...upwards(dirname(folder))]);

const hasTeam = (folder: string): boolean =>
  ['state.yaml', 'journal.jsonl', 'archive'].some((name) => existsSync(join(folder, '.liza', name)));
