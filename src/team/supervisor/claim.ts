/** A coder gets a task: first its worktree, then the claim on the board, so that a claimed task always has its folder. */
import { existsSync } from 'node:fs';
import { factsOf } from '../acts/act.ts';
import type { Performed } from '../acts/perform.ts';
import { type Task, taskOf } from '../board/board.ts';
import { claimFailed } from '../board/log.ts';
import { settingsOf } from '../board/settings.ts';
import { whyNotClaimable } from '../claimable.ts';
import { branchTips, git } from '../git/git.ts';
import { branchOf, makeWorktree, putAside, worktreeFacts } from '../git/worktrees.ts';
import { waitForLock } from '../hold-lock.ts';
import { goesOn } from '../lifecycle/claiming.ts';
import { doNow, factsNow, type Team, worktreeOf } from './team.ts';

/**
 * The board after the claim; `stale` if another process was faster, `refused` if the task cannot be claimed as things are. Rejects with `git_failed`.
 */
export async function claimTask(team: Team, id: string, coder: string, signal: AbortSignal): Promise<Performed> {
  using _ = await waitForLock(team.root, `task-${id}`, signal);
  const board = await team.file.read();
  const task = taskOf(board, id);
  if (!task) return lost(team, coder, [`there is no task ${id}`]);
  const why = whyNotClaimable(board, task, coder, factsOf(factsNow(team, board)));
  if (why.length > 0) return lost(team, coder, why);
  const { integrationBranch, setup } = settingsOf(board.config);
  const tips = await branchTips(team.root, [integrationBranch, branchOf(id)]);
  const tip = tips.get(integrationBranch);
  if (tip === undefined)
    return { ok: false, code: 'refused', why: [`there is no branch ${integrationBranch}; to create it: git branch ${integrationBranch}`] };
  const { previous, isNew } = await prepare(team, task, coder, { tip, own: tips.get(branchOf(id)) });
  if (isNew && setup !== undefined) {
    const { exit, output } = await team.keeping(setup, worktreeOf(team.root, id), signal);
    signal.throwIfAborted(); // an incomplete setup does not count: the next claim prepares the unchanged worktree again
    if (exit !== 0) team.alert(`${setup} exited with ${exit} in the worktree of ${id}: ${output.trim().split('\n').at(-1) ?? ''}`);
  }
  if (task.status === 'INTEGRATION_FAILED') await git(worktreeOf(team.root, id), ['merge', '--no-edit', integrationBranch]); // conflicts are left to the coder
  const claimed = { coder, baseCommit: tip, ...(previous === undefined ? {} : { previousCommit: previous }) };
  const performed = await doNow(team, 'supervisor', { act: 'move', edge: { to: 'CLAIMED', task: id, by: 'supervisor', ...claimed } });
  return performed.ok ? performed : lost(team, coder, performed.why, performed.code);
}

/** Another process was faster, which the journal and the log note. */
const lost = (team: Team, coder: string, why: readonly string[], code: 'stale' | 'refused' = 'stale'): Promise<Performed> =>
  team.file.update(coder, () => ({ ok: false as const, code, what: claimFailed, why }));

/** The tips of the integration branch and, if there is one, of the task's branch. */
type Commits = { readonly tip: string; readonly own: string | undefined };

/** The worktree in which the coder continues, or a new one, in which case an old one is moved aside. */
async function prepare(
  { root }: Team,
  task: Task,
  coder: string,
  commits: Commits,
): Promise<{ readonly previous?: string | undefined; readonly isNew: boolean }> {
  const isThere = existsSync(worktreeOf(root, task.id));
  const keeps = goesOn(task, coder) || task.status === 'INTEGRATION_FAILED';
  const isAside = !keeps && !(await isUntouched(root, task.id, commits));
  const previous = isAside ? await putAside(root, task.id) : undefined;
  await makeWorktree(root, task.id, commits.tip, commits.own !== undefined && !isAside);
  return { previous, isNew: !(keeps && isThere) };
}

/** Whether nothing was done in a worktree: it does not exist, or its claim was cut off before it was on the board. */
async function isUntouched(root: string, id: string, { tip, own }: Commits): Promise<boolean> {
  if (!existsSync(worktreeOf(root, id))) return own === undefined || own === tip;
  return own === tip && (await worktreeFacts(root, id)).isClean;
}
