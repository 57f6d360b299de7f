/**
 * Every possible move of a task: from which status, to which, by whom, under which conditions, and what it sets. Anything not listed is forbidden. The
 * shapes of rows and moves are in edge.ts; transition.ts follows the table.
 */
import type { TaskStatus } from '../board/board.ts';
import { taskOf } from '../board/board.ts';
import { isTaskId } from '../board/ids.ts';
import { isLeaseOver } from '../claimable.ts';
import { blockEvent, blocked, blockedByPerson, whyNotAsked } from './blocking.ts';
import { claim, claimForFix, coderWorks, whyNoClaim } from './claiming.ts';
import { isCommit, type Row } from './edge.ts';
import { freeBoth, freeCoder, withAgent } from './free-agents.ts';
import { addPlanned, dependOnReplacements, whyNoPlan, whyNothingChanged, whyNotReplaced } from './planning.ts';
import { rejectedBy, whyMoved, whyNoApproval, whyNotReviewer, whyNotSubmitted, whyOtherCommit, withoutReview } from './reviewing.ts';

const withoutClaim = { assigned_to: null, lease_expires: null, worktree: null } as const;
const withoutBlock = { blocked_reason: null, blocked_questions: null, attempted: null } as const;

/** Every status that is neither final nor blocked already. */
const stoppable = ['DRAFT', 'UNCLAIMED', 'CLAIMED', 'READY_FOR_REVIEW', 'REJECTED', 'APPROVED', 'INTEGRATION_FAILED'] as const;

export const edgeTable: readonly { [To in TaskStatus]: Row<To> }[TaskStatus][] = [
  {
    from: ['new'],
    to: 'DRAFT',
    who: ['P', 'H'],
    why: ({ board, edge }) => [
      ...(isTaskId(edge.task)
        ? []
        : [
            `${edge.task} cannot name a task: 1 to 64 letters, digits, dots, _ or -, a letter or digit first, no two dots in a row, and neither a dot nor .lock at the end`,
          ]),
      ...(taskOf(board, edge.task) ? [`there is already a task ${edge.task}`] : []),
    ],
    set: () => ({}),
    event: () => ({ event: 'created' }),
  },
  {
    from: ['DRAFT'],
    to: 'UNCLAIMED',
    who: ['P', 'H'],
    why: whyNoPlan,
    set: ({ edge }) => ({ spec_hash: edge.specHash }),
    event: () => ({ event: 'finalized' }),
    beside: (board, { task }) => addPlanned(board, task.id),
  },
  {
    from: ['UNCLAIMED'],
    to: 'CLAIMED',
    who: ['S'],
    why: whyNoClaim,
    set: claim,
    event: ({ edge }) => ({ event: 'claimed', agent: edge.coder }),
    beside: coderWorks,
  },
  {
    from: ['CLAIMED'],
    to: 'CLAIMED',
    who: ['S'],
    why: whyNoClaim,
    set: claim,
    event: ({ edge }) => ({ event: 'reclaimed_after_expiry', agent: edge.coder }),
    beside: coderWorks,
  },
  {
    from: ['REJECTED'],
    to: 'CLAIMED',
    who: ['S'],
    why: whyNoClaim,
    set: claim,
    event: ({ task, edge }) =>
      task.assigned_to === edge.coder
        ? { event: 'reclaimed_after_rejection', agent: edge.coder }
        : { event: 'reassigned_after_rejection', agent: edge.coder, previous_assignee: task.assigned_to ?? null },
    beside: coderWorks,
  },
  {
    from: ['INTEGRATION_FAILED'],
    to: 'CLAIMED',
    who: ['S'],
    why: whyNoClaim,
    set: claimForFix,
    event: ({ edge }) => ({ event: 'claimed_for_integration_fix', agent: edge.coder }),
    beside: coderWorks,
  },
  {
    from: ['CLAIMED'],
    to: 'UNCLAIMED',
    who: ['H', 'S'],
    why: ({ task, edge, facts, who }) =>
      isLeaseOver(task.lease_expires, task.assigned_to, facts) || (who === 'H' && edge.force === true)
        ? []
        : [`${task.assigned_to} holds it until ${task.lease_expires}; --force takes it away`],
    set: () => withoutClaim,
    event: () => ({ event: 'coder_claim_released' }),
    beside: freeCoder,
  },
  {
    from: ['CLAIMED'],
    to: 'READY_FOR_REVIEW',
    who: ['C'],
    isHeld: true,
    why: whyNotSubmitted,
    set: ({ facts }) => ({ review_commit: facts.worktree?.head, lease_expires: null, ...withoutReview }),
    event: ({ facts }) => ({ event: 'ready_for_review', commit: facts.worktree?.head }),
    beside: (board, { task }) => withAgent(board, task.assigned_to, { status: 'WAITING' }),
  },
  { from: ['CLAIMED'], to: 'BLOCKED', who: ['C'], isHeld: true, why: whyNotAsked, set: blocked, event: blockEvent, beside: freeCoder },
  { from: ['CLAIMED', 'REJECTED'], to: 'BLOCKED', who: ['S'], why: whyNotAsked, set: blocked, event: blockEvent, beside: freeCoder },
  {
    from: stoppable.filter((status) => status !== 'CLAIMED' && status !== 'REJECTED'),
    to: 'BLOCKED',
    who: ['S'],
    why: (move) => [
      ...(move.task.depends_on?.some((id) => taskOf(move.board, id)?.status === 'ABANDONED')
        ? []
        : ['nothing that it depends on was abandoned']),
      ...whyNotAsked(move),
    ],
    set: blockedByPerson,
    event: blockEvent,
    beside: freeBoth,
  },
  { from: stoppable, to: 'BLOCKED', who: ['H'], why: whyNotAsked, set: blockedByPerson, event: blockEvent, beside: freeBoth },
  {
    from: ['READY_FOR_REVIEW'],
    to: 'APPROVED',
    who: ['R'],
    why: (move) => [...whyNotReviewer(move), ...whyMoved(move), ...(move.facts.approval ?? ['the approval rules were not checked'])],
    set: ({ edge }) => ({ approved_by: edge.by, ...withoutReview }),
    event: ({ edge }) => ({ event: 'approved', commit: edge.commit }),
    beside: freeBoth,
  },
  {
    from: ['READY_FOR_REVIEW'],
    to: 'REJECTED',
    who: ['R'],
    why: (move) => [
      ...whyNotReviewer(move),
      ...whyOtherCommit(move),
      ...(move.edge.reason.trim() ? [] : ['a rejection must say what is wrong']),
    ],
    set: rejectedBy,
    event: ({ edge }) => ({ event: 'rejected', reason: edge.reason }),
    beside: freeBoth,
  },
  {
    from: ['READY_FOR_REVIEW'],
    to: 'REJECTED',
    who: ['S'],
    why: ({ task, facts }) => (facts.tip && facts.tip !== task.review_commit ? [] : ['the branch has not moved since it was submitted']),
    set: ({ edge }) => ({ rejection_reason: edge.reason, ...withoutReview }),
    event: ({ edge }) => ({ event: 'rejected', reason: edge.reason }),
    beside: freeBoth,
  },
  {
    from: ['APPROVED'],
    to: 'MERGED',
    who: ['S'],
    why: ({ task, edge }) => [...whyNoApproval(task), ...(isCommit(edge.commit) ? [] : ['the merge has no commit'])],
    set: ({ edge }) => ({ merge_commit: edge.commit, worktree: null }),
    event: ({ task, edge }) => ({
      event: 'merged',
      commit: edge.commit,
      agent: task.approved_by,
      ...(edge.drift === undefined ? {} : { drift_commits: edge.drift }),
    }),
  },
  {
    from: ['APPROVED'],
    to: 'INTEGRATION_FAILED',
    who: ['S'],
    why: ({ task, edge }) => [...whyNoApproval(task), ...(edge.reason.trim() ? [] : ['it does not say why the integration failed'])],
    set: () => ({}),
    event: ({ edge }) => ({ event: 'integration_failed', reason: edge.reason, paths: edge.paths }),
  },
  {
    from: ['INTEGRATION_FAILED'],
    to: 'UNCLAIMED',
    who: ['P'],
    why: whyNothingChanged,
    set: ({ task }) => ({
      ...withoutClaim,
      integration_fix: null,
      approved_by: null,
      previous_commit: task.review_commit,
      review_commit: null,
    }),
    event: ({ edge }) => ({ event: 'unblocked', what_changed: edge.whatChanged }),
  },
  {
    from: ['BLOCKED'],
    to: 'UNCLAIMED',
    who: ['P', 'H'],
    why: (move) => [
      ...whyNothingChanged(move),
      ...(move.who === 'P' && (move.task.failed_by?.length ?? 0) >= 2 ? ['two coders failed it: rescope or abandon it'] : []),
    ],
    set: ({ edge }) => ({
      ...withoutClaim,
      ...withoutBlock,
      ...withoutReview,
      approved_by: null,
      steering: null,
      done_when: edge.doneWhen,
      scope: edge.scope,
    }),
    event: ({ edge }) => ({ event: 'unblocked', what_changed: edge.whatChanged }),
  },
  {
    from: ['UNCLAIMED', 'REJECTED', 'BLOCKED', 'INTEGRATION_FAILED'],
    to: 'SUPERSEDED',
    who: ['P'],
    why: whyNotReplaced,
    set: ({ edge }) => ({ superseded_by: [...edge.replacements], rescope_reason: edge.rootCause, worktree: null, lease_expires: null }),
    event: ({ edge }) => ({ event: 'superseded', superseded_by: edge.replacements, reason: edge.rootCause }),
    beside: (board, move) => dependOnReplacements(freeCoder(board, move), move.task.id, move.edge.replacements),
  },
  {
    from: ['DRAFT', 'UNCLAIMED', 'REJECTED', 'BLOCKED', 'INTEGRATION_FAILED'],
    to: 'ABANDONED',
    who: ['P', 'H'],
    why: ({ edge }) => (edge.reason.trim() ? [] : ['it does not say why the task is given up']),
    set: () => ({ worktree: null, lease_expires: null }),
    event: ({ edge }) => ({ event: 'abandoned', reason: edge.reason }),
    beside: freeCoder,
  },
];
