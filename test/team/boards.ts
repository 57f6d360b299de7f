/** Boards for tests: one small, valid task in each state. */
import type { Agent, Board, Task, TaskStatus } from '../../src/team/board/board.ts';

export const now = new Date('2026-11-15T12:00:00Z');
const time = '2026-11-15T11:00:00Z';
const later = '2026-11-15T13:00:00Z';

/** A commit made of one hexadecimal digit. */
export const commitOf = (digit: string): string => digit.repeat(40);

/** A task that can be claimed. */
export const aTask = (fields: Partial<Task> = {}): Task => ({
  id: 't1',
  description: 'Say hello',
  status: 'UNCLAIMED',
  priority: 1,
  created: time,
  spec_ref: 'specs/vision.md',
  done_when: 'hello prints Hello, World!',
  scope: 'IN: greeting',
  depends_on: [],
  ...fields,
});

const claimed = { assigned_to: 'coder-1', worktree: '.worktrees/t1', base_commit: commitOf('a'), iteration: 1, fencing: 1 } as const;
const submitted = { ...claimed, review_commit: commitOf('b') } as const;
const begun = [
  { time, event: 'claimed', agent: 'coder-1' },
  { time, event: 'pre_execution_checkpoint', agent: 'coder-1' },
];

const states: Readonly<Record<TaskStatus, Partial<Task>>> = {
  DRAFT: {},
  UNCLAIMED: {},
  CLAIMED: { ...claimed, lease_expires: later, history: begun },
  READY_FOR_REVIEW: { ...submitted, reviewing_by: 'code-reviewer-1', review_lease_expires: later, history: begun },
  REJECTED: { ...submitted, rejection_reason: 'Blockers: 1', review_cycles_current: 1, review_cycles_total: 1, history: begun },
  APPROVED: { ...submitted, approved_by: 'code-reviewer-1', history: begun },
  MERGED: { ...submitted, worktree: null, approved_by: 'code-reviewer-1', merge_commit: commitOf('c') },
  BLOCKED: { blocked_reason: 'The spec is silent', blocked_questions: ['What is printed?'] },
  SUPERSEDED: { superseded_by: ['t2'], rescope_reason: 'Two concerns in one task' },
  ABANDONED: { history: [{ time, event: 'abandoned', agent: 'planner-1', reason: 'no longer wanted' }] },
  INTEGRATION_FAILED: {
    ...submitted,
    approved_by: 'code-reviewer-1',
    history: [...begun, { time, event: 'integration_failed', agent: 'supervisor' }],
  },
};

/** A task that has everything its state asks for. */
export const inState = (status: TaskStatus, fields: Partial<Task> = {}): Task => aTask({ ...states[status], status, ...fields });

export const idleCoder = (fields: Partial<Agent> = {}): Agent => ({
  role: 'coder',
  status: 'IDLE',
  lease_expires: later,
  heartbeat: time,
  ...fields,
});
export const idleReviewer = (fields: Partial<Agent> = {}): Agent => idleCoder({ role: 'code_reviewer', ...fields });

/** A board with these tasks and agents. */
export const aBoard = (tasks: readonly Task[], agents: Readonly<Record<string, Agent>>): Board => ({
  version: 1,
  goal: {
    id: 'goal-1',
    description: 'Greet people',
    spec_ref: 'specs/vision.md',
    created: time,
    status: 'IN_PROGRESS',
    alignment_history: [],
  },
  tasks: [...tasks],
  agents: { ...agents },
  sprint: { id: 'sprint-1', goal_ref: 'goal-1', scope: { planned: [], stretch: [] }, timeline: { started: time }, status: 'IN_PROGRESS' },
  config: {},
});
