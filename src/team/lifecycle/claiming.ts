/** A coder gets a task: what is checked, and what is set. Pure. */
import { type Board, type HistoryEvent, type Task, taskOf } from '../board/board.ts';
import { settingsOf } from '../board/settings.ts';
import { boardTime } from '../board/time.ts';
import { whyNotClaimable } from '../claimable.ts';
import { nextStepOf } from '../steering/next-step.ts';
import { type Changes, isCommit, type Move } from './edge.ts';
import { freeCoder, withAgent } from './free-agents.ts';

export const whyNoClaim = ({ board, task, edge, facts }: Move<'CLAIMED'>): readonly string[] => [
  ...whyNotClaimable(board, task, edge.coder, facts),
  ...(isCommit(edge.baseCommit) ? [] : ['the claim has no base commit']),
];

/**
 * The changes for a claim. Another coder starts from the beginning. The same coder continues: after its lease ended, in the same iteration; after a
 * rejection, in the next.
 */
export function claim({ board, task, edge, facts }: Move<'CLAIMED'>): Changes {
  const before = task.assigned_to ?? lastCoder(task);
  const isSame = before === edge.coder;
  const isResumed = isSame && task.status === 'CLAIMED';
  const seconds = task.lease_duration_override ?? settingsOf(board.config).leaseSeconds;
  return {
    assigned_to: edge.coder,
    worktree: `.worktrees/${task.id}`,
    base_commit: goesOn(task, edge.coder) && isCommit(task.base_commit) ? task.base_commit : edge.baseCommit,
    lease_expires: boardTime(new Date(facts.now.getTime() + seconds * 1_000)),
    iteration: isResumed ? (task.iteration ?? 1) : isSame ? (task.iteration ?? 0) + 1 : 1,
    fencing: (task.fencing ?? 0) + 1,
    turns: isResumed ? task.turns : 0,
    previous_commit: edge.previousCommit,
    ...(isSame || before === undefined ? {} : { review_cycles_current: 0, steering: null }),
  };
}

/**
 * Whether this coder continues its own work on the task, in the same worktree and with the same base. After a rejection that gave the task to another
 * coder, even the same coder starts afresh.
 */
export const goesOn = (task: Task, coder: string): boolean =>
  task.assigned_to === coder && (task.status === 'CLAIMED' || (task.status === 'REJECTED' && nextStepOf(task) !== 'another_coder'));

/** The changes for a claim after a failed integration: the work is kept, and any coder can fix it. */
export const claimForFix = (move: Move<'CLAIMED'>): Changes => ({
  ...claim(move),
  iteration: (move.task.iteration ?? 0) + 1,
  integration_fix: true,
  approved_by: null,
});

/** The board with the coder working, under the lease of its task; another agent that still held the task becomes idle. */
export function coderWorks(board: Board, { task, edge }: Move<'CLAIMED'>): Board {
  const others = task.assigned_to && task.assigned_to !== edge.coder ? freeCoder(board, { task }) : board;
  return withAgent(others, edge.coder, {
    status: 'WORKING',
    current_task: task.id,
    lease_expires: taskOf(board, task.id)?.lease_expires,
    iterations_total: (board.agents[edge.coder]?.iterations_total ?? 0) + 1,
  });
}

/** The events by which a coder gets a task. */
export const claims: ReadonlySet<string> = new Set([
  'claimed',
  'reclaimed_after_rejection',
  'reassigned_after_rejection',
  'reclaimed_after_expiry',
  'claimed_for_integration_fix',
]);

/** The coder of the last claim. */
const lastCoder = ({ history }: Task): string | undefined => (history ?? []).findLast(({ event }) => claims.has(event))?.agent ?? undefined;

/** The history since the last claim. */
export function sinceClaim({ history }: Task): readonly HistoryEvent[] {
  const events = history ?? [];
  return events.slice(events.findLastIndex(({ event }) => claims.has(event)) + 1);
}
