/** Brings approved work into the integration branch, and records the outcome on the board. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Task, taskOf } from '../board/board.ts';
import { settingsOf } from '../board/settings.ts';
import { git, gitOutput } from '../git/git.ts';
import { integrate } from '../git/integrate.ts';
import { removeWorktrees } from '../git/worktrees.ts';
import { waitForLock } from '../hold-lock.ts';
import { isCommit } from '../lifecycle/edge.ts';
import { doNow, type Team } from './team.ts';

const script = 'scripts/integration-test.sh';

/** Resolves to false if the person's own changes are in the way, so that the merge has to be tried again. */
export async function mergeTask(team: Team, id: string, signal: AbortSignal): Promise<boolean> {
  using _ = await waitForLock(team.root, 'merge', signal);
  const board = await team.file.read();
  const task = taskOf(board, id);
  const commit = task?.review_commit;
  if (task?.status !== 'APPROVED' || !commit) return true; // another process has merged the task
  const { integrationBranch: branch, setup, testCommand } = settingsOf(board.config);
  let failure = '';
  let drift: number | undefined;
  const merged = await integrate({
    root: team.root,
    branch,
    commit,
    message: `${id}: ${firstLine(task)}`,
    async test(folder) {
      const commands = await testsIn(folder, commit, { setup, testCommand });
      for (const command of commands) {
        const { exit, output } = await team.keeping(command, folder, signal);
        signal.throwIfAborted(); // a merge that was stopped has not failed
        if (exit === 0) continue;
        failure = `${command} ended with ${exit}, see ${keepLog(team, id, output)}`;
        return false;
      }
      return true;
    },
    async intend(from, to) {
      drift = await commitsBetween(team.root, task.base_commit, from);
      const intent = `merge-${id}-${to.slice(0, 12)}`;
      await team.file.record({ kind: 'intent', what: 'merge', id: intent, by: 'supervisor', task: id, from, to });
    },
  });
  if (merged.outcome === 'waits') {
    team.alert(`${id} is not merged yet: ${merged.why}`);
    return false;
  }
  const edge = { task: id, by: 'supervisor' } as const;
  if (merged.outcome === 'merged') {
    const { ok } = await doNow(team, 'supervisor', {
      act: 'move',
      edge: { ...edge, to: 'MERGED', commit: merged.commit, ...(drift === undefined ? {} : { drift }) },
    });
    if (ok) await removeWorktrees(team.root, id);
    else team.alert(`${id} was merged as ${merged.commit.slice(0, 12)}, but its status on the board has changed in the meantime: check it`);
    return true;
  }
  const paths = merged.outcome === 'conflict' ? merged.paths : [];
  const reason = merged.outcome === 'conflict' ? `it conflicts with ${branch} in ${paths.join(', ')}` : failure;
  await doNow(team, 'supervisor', { act: 'move', edge: { ...edge, to: 'INTEGRATION_FAILED', reason, paths } });
  return true;
}

/** How many commits a branch has gained since a commit; unknown if the board names none. */
async function commitsBetween(root: string, base: string | null | undefined, tip: string): Promise<number | undefined> {
  if (!isCommit(base)) return undefined;
  const { code, stdout } = await git(root, ['rev-list', '--count', `${base}..${tip}`]);
  return code === 0 ? Number(stdout) : undefined;
}

/** The tests for a merge: the project's own script, otherwise the test command, unless the merged tree is the one that was reviewed. */
async function testsIn(
  folder: string,
  commit: string,
  { setup, testCommand }: { readonly setup: string | undefined; readonly testCommand: string | undefined },
): Promise<readonly string[]> {
  const first = setup === undefined ? [] : [setup];
  if (existsSync(join(folder, script))) return [...first, `bash ${script}`];
  const isReviewed = (await gitOutput(folder, ['rev-parse', 'HEAD'])) === commit;
  return testCommand === undefined || isReviewed ? [] : [...first, testCommand];
}

function keepLog(team: Team, id: string, output: string): string {
  const name = `integration-test-${id}-${Math.floor(team.now().getTime() / 1_000)}.log`;
  writeFileSync(join(team.root, '.liza', name), output);
  return join('.liza', name);
}

const firstLine = ({ description, id }: Task): string => (description ?? id).split('\n', 1)[0]?.slice(0, 72) ?? id;
