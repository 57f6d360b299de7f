/** Small repositories for tests of a team: made once by git, then copied. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Terminal } from '../../src/cli/command.ts';
import { team } from '../../src/cli/team/team.ts';
import type { Task } from '../../src/team/board/board.ts';
import { newBoard } from '../../src/team/board/new-board.ts';
import { newText } from '../../src/team/board/text/read-text.ts';
import { runHere, type Said } from '../support/in-process.ts';
import { git } from '../support/repository.ts';
import { scratch } from '../support/scratch.ts';
import { aTask } from './boards.ts';

let made: string | undefined;

/** On main, with one commit: a spec and a package that has tests. */
export function teamRepository(): string {
  made = made !== undefined && existsSync(made) ? made : newRepository(); // folders for temporary files may be emptied at any time
  const folder = realpathSync(scratch());
  cpSync(made, folder, { recursive: true });
  return folder;
}

function newRepository(): string {
  const folder = mkdtempSync(join(tmpdir(), 'artoo-repository-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'specs'));
  writeFileSync(join(folder, 'specs/vision.md'), '# Greet people\n');
  writeFileSync(join(folder, 'package.json'), '{ "scripts": { "test": "node --test" } }\n');
  git(folder, 'init', '-q', '-b', 'main', '.');
  git(folder, 'add', '.');
  git(folder, 'commit', '-qm', 'first');
  return folder;
}

/** Runs `artoo team …` in a folder. */
export const runTeam = (cwd: string, args: readonly string[], more: Partial<Terminal> = {}): Promise<Said> =>
  runHere(team, args, { cwd, env: { ARTOO_DATA_DIR: join(cwd, '.artoo-data') }, ...more });

/** A repository with a new team. */
export async function repositoryWithTeam(): Promise<string> {
  const root = teamRepository();
  await runTeam(root, ['init', 'Greet people']);
  return root;
}

/** A repository with a team whose one task, of documentation, is ready to be claimed, or differs from that in these fields. */
export function repositoryWithTask(id = 't1', fields: Partial<Task> = {}): string {
  const root = teamRepository();
  git(root, 'branch', 'integration');
  writeFileSync(join(root, '.git/info/exclude'), '.liza/\n.worktrees/\n');
  mkdirSync(join(root, '.liza'));
  const tasks = [aTask({ id, kind: 'docs', history: [{ event: 'finalized' }], ...fields })];
  const board = newBoard({ goal: 'Greet', spec: 'specs/vision.md', integrationBranch: 'integration' }, new Date());
  writeFileSync(
    join(root, '.liza/state.yaml'),
    newText({ ...board, tasks, sprint: { ...board.sprint, scope: { planned: [id], stretch: [] } } }),
  );
  return root;
}
