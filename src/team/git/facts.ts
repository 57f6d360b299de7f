/** Looks at a submitted commit before it is reviewed: what git reports about it, and how its tests end at the commit and on its base. */
import { ArtooError } from '../../contracts/errors.ts';
import type { Task } from '../board/board.ts';
import type { TeamSettings } from '../board/settings.ts';
import type { Specs } from '../planning/gates.ts';
import { beyondCheckpoint, type CommandRun, type CommitFacts, type FileChange, specFact, testChanges } from '../review/commit-facts.ts';
import { gitOutput, noDrivers } from './git.ts';
import { checkOutBase, removeBase } from './worktrees.ts';

/**
 * Runs a command of the board in this folder, contained. When `signal` fires, the command is ended with all its processes; then resolves with what
 * has been printed so far, or rejects.
 */
export type RunCommand = (command: string, cwd: string, signal: AbortSignal) => Promise<{ readonly exit: number; readonly output: string }>;

export type LookRequest = {
  readonly root: string;
  /** A task that is ready for review, with base_commit and review_commit. */
  readonly task: Task;
  /** The checkout of review_commit. The setup command has not run there yet. */
  readonly folder: string;
  readonly settings: Pick<TeamSettings, 'testCommand' | 'testPaths' | 'setup'>;
  readonly specs: Specs;
  readonly run: RunCommand;
  readonly signal: AbortSignal;
  /** The time limit for each command. */
  readonly limitMs?: number;
};

const tenMinutes = 600_000;

/** Everything that can be found out about the commit. Throws `git_failed` if a commit does not exist, and the reason of `signal`. */
export async function lookAtCommit({
  root,
  task,
  folder,
  settings,
  specs,
  run,
  signal,
  limitMs = tenMinutes,
}: LookRequest): Promise<CommitFacts> {
  const { base_commit: base, review_commit: commit } = task;
  if (!base || !commit) throw new ArtooError('git_failed', `${task.id} has no commit to review`);
  const changes = await changesBetween(root, base, commit);
  const tests = testChanges(changes, settings.testPaths);
  const commands = settings.testCommand === undefined ? [] : [...(settings.setup ? [settings.setup] : []), settings.testCommand];
  const tried = (where: string) => runAll(commands, where, { run, signal, limitMs });
  const test = await tried(folder);
  const newTests = [...tests.added, ...tests.changed];
  let testOnBase: CommandRun | undefined;
  if (commands.length > 0 && newTests.length > 0)
    try {
      testOnBase = await tried(await checkOutBase(root, task.id, base, commit, newTests));
    } finally {
      await removeBase(root, task.id);
    }
  return {
    ...{ base, commit, changes, tests, test, testOnBase },
    diff: await diffBetween(root, base, commit),
    spec: specFact(task, specs),
    beyondCheckpoint: beyondCheckpoint(changes, task),
  };
}

type Running = Pick<LookRequest, 'run' | 'signal'> & { readonly limitMs: number };

/** Runs commands: how the last one ended, or the first that did not end with 0. */
async function runAll(commands: readonly string[], folder: string, running: Running): Promise<CommandRun | undefined> {
  let last: CommandRun | undefined;
  for (const command of commands) {
    last = await runLimited(command, folder, running);
    if (last.exit !== 0) break;
  }
  return last;
}

const keptOutput = 65_536;
const cutOff = 124;

async function runLimited(command: string, folder: string, { run, signal, limitMs }: Running): Promise<CommandRun> {
  const limit = AbortSignal.timeout(limitMs);
  try {
    const { exit, output } = await run(command, folder, AbortSignal.any([signal, limit]));
    signal.throwIfAborted();
    return { command, exit: limit.aborted ? cutOff : exit, isCutOff: limit.aborted, output: output.slice(-keptOutput) };
  } catch (error) {
    signal.throwIfAborted();
    if (!limit.aborted) throw error;
    return { command, exit: cutOff, isCutOff: true, output: '' };
  }
}

const kinds: Readonly<Record<string, FileChange['kind']>> = { A: 'added', D: 'removed' };

/** The differences between two commits. A moved file counts as one removed and one added. */
async function changesBetween(root: string, base: string, commit: string): Promise<readonly FileChange[]> {
  const fields = (await gitOutput(root, ['diff', ...noDrivers, '--name-status', '--no-renames', '-z', base, commit, '--'])).split('\0');
  return Array.from({ length: Math.floor(fields.length / 2) }, (_, at) => ({
    path: fields[2 * at + 1] ?? '',
    kind: kinds[fields[2 * at] ?? ''] ?? 'changed',
  }));
}

const shownDiff = 60_000;

async function diffBetween(root: string, base: string, commit: string): Promise<string> {
  const diff = await gitOutput(root, ['diff', ...noDrivers, base, commit, '--']);
  if (diff.length <= shownDiff) return diff;
  return `${diff.slice(0, shownDiff)}\n… ${diff.length - shownDiff} more characters: git diff ${base.slice(0, 12)} ${commit.slice(0, 12)}`;
}
