/** Submitting work, and its approval or rejection by another agent. Pure. */
import type { Task } from '../board/board.ts';
import { roleOf } from '../board/ids.ts';
import { sinceClaim } from './claiming.ts';
import type { Changes, Move } from './edge.ts';

export const withoutReview = { reviewing_by: null, review_lease_expires: null } as const;

/** What git and the history object to in a submission. */
export function whyNotSubmitted({ task, facts: { worktree } }: Move<'READY_FOR_REVIEW'>): readonly string[] {
  if (!worktree) return ['the worktree was not checked'];
  const hasCheckpoint = sinceClaim(task).some(({ event }) => event === 'pre_execution_checkpoint');
  return [
    ...(worktree.branch === `task/${task.id}` ? [] : [`the worktree is on ${worktree.branch}, not on task/${task.id}`]),
    ...(worktree.isClean ? [] : ['the worktree has uncommitted changes']),
    ...(worktree.head !== task.base_commit ? [] : ['nothing was changed since the claim']),
    ...(worktree.hasConflictMarkers ? ['conflict markers are left in files'] : []),
    ...(hasCheckpoint ? [] : ['a checkpoint comes before the first change: send one']),
  ];
}

/** Why an agent cannot judge the work: it must be the one that was given the review, and never the author. */
export function whyNotReviewer({ task, edge, facts }: Move<'APPROVED'> | Move<'REJECTED'>): readonly string[] {
  if (edge.by === task.assigned_to) return ['an author cannot review their own work'];
  if (task.reviewing_by !== edge.by) return [`${task.id} is reviewed by ${task.reviewing_by ?? 'no one'}`];
  return !task.review_lease_expires || Date.parse(task.review_lease_expires) < facts.now.getTime()
    ? ['the lease of this review is over']
    : [];
}

export const whyOtherCommit = ({ task, edge }: Move<'APPROVED'> | Move<'REJECTED'>): readonly string[] =>
  edge.commit === task.review_commit ? [] : [`the verdict is about ${edge.commit}, and ${task.review_commit} was submitted`];

/** Why an approval is outdated: what is approved must be what was submitted and what the branch still contains. */
export function whyMoved(move: Move<'APPROVED'>): readonly string[] {
  const other = whyOtherCommit(move);
  if (other.length > 0) return other;
  const { tip } = move.facts;
  if (!tip) return ['the branch was not checked'];
  return tip === move.edge.commit ? [] : [`the branch moved to ${tip} since it was submitted`];
}

export const rejectedBy = ({ task, edge }: Move<'REJECTED'>): Changes => ({
  rejection_reason: edge.reason,
  review_cycles_current: (task.review_cycles_current ?? 0) + 1,
  review_cycles_total: (task.review_cycles_total ?? 0) + 1,
  ...withoutReview,
});

/** Why approved work cannot be merged: checked again before the merge, because anyone can edit a board. */
export const whyNoApproval = ({ approved_by, assigned_to }: Task): readonly string[] =>
  approved_by && approved_by !== assigned_to && roleOf(approved_by) === 'code_reviewer' ? [] : ['no reviewer approved it'];
