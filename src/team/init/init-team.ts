/**
 * Sets up a team in a repository: the integration branch, what git should ignore, and the board. The board comes last and appears at once, so that a
 * crash leaves either a complete team or none.
 */
import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join, posix } from 'node:path';
import { errnoOf } from '../../contracts/errno.ts';
import { ArtooError } from '../../contracts/errors.ts';
import { nearest } from '../../contracts/text/nearest.ts';
import type { Act } from '../acts/act.ts';
import { appendLog } from '../board/log.ts';
import { newBoard } from '../board/new-board.ts';
import { hashOf, replaceFile, syncFolderOf } from '../board/replace-file.ts';
import { headedText } from '../board/text/read-text.ts';
import { unwritable } from '../board/unwritable.ts';
import { commitOf, gitOutput } from '../git/git.ts';
import { makeIntegrationBranch } from '../git/integrate.ts';
import { appendEntry } from '../journal.ts';
import { whyNoSpec } from '../spec-file.ts';
import type { Repository } from './repository.ts';
import { testCommandsOf } from './test-command.ts';

const integrationBranch = 'integration';

export type TeamPlan = {
  readonly goal: string;
  readonly spec: string;
  readonly integrationBranch: string;
  /** Whether the branch already exists; if so, it stays where it is. */
  readonly hasBranch: boolean;
  /** The only command that would run the tests; undefined if there is none, or several. */
  readonly testCommand: string | undefined;
  readonly testCommands: readonly string[];
};

/** What `initTeam` would create. Throws `spec_missing` if the spec is not a file in the repository, `usage` if the goal is empty. */
export async function planTeam({ root }: Repository, goal: string, spec: string): Promise<TeamPlan> {
  if (goal.trim() === '') throw new ArtooError('usage', 'the goal is empty: say what the team should achieve');
  const file = posix.normalize(spec);
  if (posix.isAbsolute(file) || file.split('/').includes('..'))
    throw new ArtooError('spec_missing', `the spec ${spec} is outside the repository; give its path inside the repository`);
  const why = whyNoSpec(root, file);
  if (why === 'outside')
    throw new ArtooError(
      'spec_missing',
      `the spec ${file} is a link that leads out of the repository, so agents would not have the file; put the file itself into the repository`,
    );
  if (why === 'missing') throw await noSpec(root, file);
  const testCommands = testCommandsOf(root);
  return {
    goal: goal.trim(),
    spec: file,
    integrationBranch,
    hasBranch: (await commitOf(root, `refs/heads/${integrationBranch}`)) !== undefined,
    testCommand: testCommands.length === 1 ? testCommands[0] : undefined,
    testCommands,
  };
}

/** A mistyped name gets the file that was probably meant. */
async function noSpec(root: string, file: string): Promise<ArtooError> {
  const files = await gitOutput(root, ['ls-files', '-z', '--cached', '--others', '--exclude-standard']);
  const names = files.split('\0').filter((name) => name !== '' && existsSync(join(root, name)));
  const close = names.find((name) => posix.basename(name) === posix.basename(file)) ?? nearest(file, names);
  const missing = `there is no spec ${file} in ${root}`;
  return close === undefined
    ? new ArtooError('spec_missing', missing)
    : new ArtooError('spec_mistyped', `${missing}; did you mean ${close}?`);
}

/** Creates the team. Throws `team_exists` if another process was faster. */
export async function initTeam({ root, common }: Pick<Repository, 'root' | 'common'>, plan: TeamPlan, now: Date): Promise<void> {
  await makeIntegrationBranch(root, plan.integrationBranch);
  exclude(common);
  placeBoard(root, plan, now);
}

/**
 * Tells git to ignore the team's files, because a coder's `git add .` must not commit the board, or one worktree another. What the person wrote in
 * the file stays.
 */
function exclude(common: string): void {
  const path = join(common, 'info', 'exclude');
  const before = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const missing = ['.liza/', '.worktrees/'].filter((line) => !before.split(/\r?\n/).includes(line));
  if (missing.length === 0) return;
  mkdirSync(join(common, 'info'), { recursive: true });
  appendFileSync(path, `${before === '' || before.endsWith('\n') ? '' : '\n'}${missing.join('\n')}\n`);
}

/**
 * Creates the whole folder under another name, and then renames it. The journal begins with the act that created the board, so that a replay can
 * begin there.
 */
function placeBoard(root: string, { goal, spec, integrationBranch: branch, testCommand }: TeamPlan, now: Date): void {
  const draft = join(root, `.liza.${process.pid}.draft`);
  const act: Act = {
    act: 'init',
    beginning: { goal, spec, integrationBranch: branch, ...(testCommand === undefined ? {} : { testCommand }) },
    facts: { now: now.toISOString(), dead: [] },
  };
  const board = newBoard(act.beginning, now);
  const text = headedText(board);
  try {
    mkdirSync(draft);
    const update = { kind: 'update', by: 'human', what: 'init', before: '', after: hashOf(text) } as const;
    const log = [{ action: 'initialized', detail: goal }];
    const entry = appendEntry(join(draft, 'journal.jsonl'), { ...update, patch: [{ path: [], value: board }], log, act }, now);
    appendLog(join(draft, 'log.yaml'), entry);
    replaceFile(join(draft, 'state.yaml'), text);
    renameSync(draft, join(root, '.liza'));
    syncFolderOf(join(root, '.liza'));
  } catch (cause) {
    if (errnoOf(cause) === 'ENOTEMPTY' || errnoOf(cause) === 'EEXIST')
      throw new ArtooError('team_exists', `this repository already has a team, in ${join(root, '.liza')}`, { cause });
    throw cause instanceof ArtooError ? cause : unwritable(join(root, '.liza'), cause);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}
