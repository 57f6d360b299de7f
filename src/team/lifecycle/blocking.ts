/** Blocking a task, which stops it until something changes. Pure. */
import type { Changes, Move, Noted } from './edge.ts';

/** Why a block is incomplete: it must say what it waits for, so that it can be answered. */
export function whyNotAsked({ task, edge: { reason, questions } }: Move<'BLOCKED'>): readonly string[] {
  const isAsked = questions.length >= 1 && questions.length <= 3 && questions.every((question) => question.trim() !== '');
  return [
    ...(reason.trim() ? [] : ['it does not say what blocks it']),
    ...(isAsked ? [] : ['it needs one to three questions whose answers would unblock it']),
    ...((task.done_when ?? null) === null || (task.spec_ref ?? null) === null ? ['it is not planned yet: abandon it instead'] : []),
  ];
}

/** The changes to a task that its coder could not do. */
export const blocked = (move: Move<'BLOCKED'>): Changes => ({
  ...blockedByPerson(move),
  failed_by: move.task.assigned_to ? [...new Set([...(move.task.failed_by ?? []), move.task.assigned_to])] : undefined,
});

/** The changes to a task that is stopped from outside, which does not count as a failure of its coder. */
export const blockedByPerson = ({ edge }: Move<'BLOCKED'>): Changes => ({
  blocked_reason: edge.reason,
  blocked_questions: [...edge.questions],
  attempted: edge.attempted && [...edge.attempted],
  lease_expires: null,
  reviewing_by: null,
  review_lease_expires: null,
});

export const blockEvent = ({ edge }: Move<'BLOCKED'>): Noted => ({ event: 'blocked', reason: edge.reason });
