/**
 * What a supervisor does next, given the board and the facts: in the order of the returned list. Pure, so that any number of supervisors on one board
 * decide alike, and a replay decides everything again.
 */
import { type Board, finalStatuses, taskOf } from '../board/board.ts';
import { readRole, type TeamRole } from '../board/ids.ts';
import { isAlive, isLeaseOver, type Living, nextReviewFor, nextTaskFor } from '../claimable.ts';
import { type Wake, wakeOf } from '../planning/wake.ts';
import { whyOverdue } from '../sprint/checkpoint.ts';
import { type Limit, limitsReached } from './limits.ts';

export type Action =
  | { readonly do: 'abort' }
  | { readonly do: 'wait'; readonly why: 'invalid' | 'paused' | 'checkpoint' }
  | { readonly do: 'checkpoint'; readonly why: string }
  /** The person removed the file that stopped the sprint. */
  | { readonly do: 'go_on' }
  | { readonly do: 'admit'; readonly letter: string }
  | { readonly do: 'unregister'; readonly agent: string }
  | { readonly do: 'clear_review'; readonly task: string }
  | ({ readonly do: 'block' } & Limit)
  | { readonly do: 'merge'; readonly task: string }
  | { readonly do: 'review'; readonly task: string; readonly reviewer: string }
  | { readonly do: 'claim'; readonly task: string; readonly coder: string }
  /** An agent holds something, but has no turn under way. */
  | { readonly do: 'work'; readonly agent: string; readonly task: string }
  | ({ readonly do: 'plan'; readonly planner: string } & Wake)
  | { readonly do: 'end_sprint'; readonly isGoalReached: boolean };

export type SupervisorFacts = Living & {
  /** Which control files exist. */
  readonly control: { readonly abort: boolean; readonly pause: boolean; readonly checkpoint: boolean };
  readonly isValid: boolean;
  /** Letters that are waiting for an answer, oldest first. */
  readonly letters: readonly string[];
  /** Agents with a turn under way, wherever it runs. */
  readonly busy: ReadonlySet<string>;
  /** Agents that take nothing for now. */
  readonly resting: ReadonlySet<string>;
  /** Agents started for a single task, with that task. */
  readonly meantFor: ReadonlyMap<string, string>;
  /** When a planner last ended a turn. */
  readonly heard: string | undefined;
};

/** If there is nothing to do, the list is empty. An action that changes the board is decided again under its lock. */
export function next(board: Board, facts: SupervisorFacts): readonly Action[] {
  if (facts.control.abort) return [{ do: 'abort' }];
  if (!facts.isValid) return [{ do: 'wait', why: 'invalid' }];
  const letters = facts.letters.map((letter): Action => ({ do: 'admit', letter }));
  if (facts.control.checkpoint) return [...letters, { do: 'wait', why: 'checkpoint' }];
  if (board.sprint.status === 'CHECKPOINT') return [...letters, { do: 'go_on' }];
  if (facts.control.pause) return [...letters, { do: 'wait', why: 'paused' }];
  const ends = endOf(board);
  const overdue = ends ? undefined : whyOverdue(board, facts.now);
  if (overdue !== undefined) return [...letters, { do: 'checkpoint', why: overdue }];
  return [
    ...letters,
    ...gone(board, facts),
    ...limitsReached(board)
      .filter(({ task }) => !isWorkedOn(board, task, facts))
      .map((limit): Action => ({ do: 'block', ...limit })),
    ...board.tasks.filter(({ status }) => status === 'APPROVED').map(({ id }): Action => ({ do: 'merge', task: id })),
    ...unattended(board, facts),
    ...reviews(board, facts),
    ...claims(board, facts),
    ...plans(board, facts),
    ...(ends ? [ends] : []),
  ];
}

/** Whether a turn on a task is under way: the last turn that a task may have is allowed to end. */
function isWorkedOn(board: Board, id: string, { busy }: SupervisorFacts): boolean {
  const task = taskOf(board, id);
  return task?.status === 'CLAIMED' && busy.has(task.assigned_to ?? '');
}

/** Agents that are gone, and reviews that they held. A claimed task needs nothing: it can be claimed as it is. */
function gone(board: Board, facts: SupervisorFacts): readonly Action[] {
  const dead = Object.keys(board.agents).filter((id) => !isAlive(board, id, facts));
  const held = board.tasks.filter(
    ({ status, reviewing_by, review_lease_expires }) =>
      status === 'READY_FOR_REVIEW' && reviewing_by && review_lease_expires && isLeaseOver(review_lease_expires, reviewing_by, facts),
  );
  return [
    ...dead.map((agent): Action => ({ do: 'unregister', agent })),
    ...held.map(({ id }): Action => ({ do: 'clear_review', task: id })),
  ];
}

/** Work that agents hold but are not doing: their turn failed, or was cut off with its process. */
function unattended(board: Board, facts: SupervisorFacts): readonly Action[] {
  return Object.entries(board.agents).flatMap(([agent, { status, current_task: task }]): readonly Action[] => {
    const holds = (status === 'WORKING' || status === 'REVIEWING') && task;
    return holds && isFree(agent, facts) && isAlive(board, agent, facts) ? [{ do: 'work', agent, task }] : [];
  });
}

const isFree = (agent: string, { busy, resting }: SupervisorFacts): boolean => !busy.has(agent) && !resting.has(agent);

/** Idle agents of a role, in the order of their ids. */
function idle(board: Board, role: TeamRole, facts: SupervisorFacts): readonly string[] {
  return Object.entries(board.agents)
    .filter(([id, agent]) => readRole(agent.role) === role && agent.status === 'IDLE' && isFree(id, facts) && isAlive(board, id, facts))
    .map(([id]) => id)
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
}

/** One review for each idle reviewer. A review that one reviewer gets is no longer offered to the next. */
function reviews(board: Board, facts: SupervisorFacts): readonly Action[] {
  const actions: Action[] = [];
  let left = board;
  for (const reviewer of idle(board, 'code_reviewer', facts)) {
    const task = nextReviewFor(left, facts, facts.meantFor.get(reviewer));
    if (!task) continue;
    actions.push({ do: 'review', task: task.id, reviewer });
    left = { ...left, tasks: left.tasks.filter((each) => each !== task) };
  }
  return actions;
}

/** One task for each idle coder. A task that was taken stays on the board for the tasks that depend on it. */
function claims(board: Board, facts: SupervisorFacts): readonly Action[] {
  const actions: Action[] = [];
  let left = board;
  for (const coder of idle(board, 'coder', facts)) {
    const task = nextTaskFor(left, coder, facts, facts.meantFor.get(coder));
    if (!task) continue;
    actions.push({ do: 'claim', task: task.id, coder });
    left = { ...left, tasks: left.tasks.map((each) => (each === task ? { ...each, status: 'APPROVED' as const } : each)) }; // a status in which a task is no longer free, but not merged either
  }
  return actions;
}

/** One planner at a time: two would plan the same work. */
function plans(board: Board, facts: SupervisorFacts): readonly Action[] {
  const isPlanned = Object.entries(board.agents).some(([id, { role }]) => readRole(role) === 'planner' && facts.busy.has(id));
  if (isPlanned) return [];
  const wake = wakeOf(board, facts.heard);
  const [planner] = idle(board, 'planner', facts);
  return wake && planner !== undefined ? [{ do: 'plan', planner, ...wake }] : [];
}

/** Everything planned is final. The goal is reached if nothing else is open either. */
function endOf(board: Board): Action | undefined {
  const planned = board.sprint.scope?.planned ?? [];
  const isFinal = (id: string) => finalStatuses.has(board.tasks.find((task) => task.id === id)?.status ?? 'MERGED'); // a task that is missing has been archived
  if (board.sprint.status !== 'IN_PROGRESS' || planned.length === 0 || !planned.every(isFinal)) return undefined;
  return { do: 'end_sprint', isGoalReached: board.tasks.every(({ status }) => finalStatuses.has(status)) };
}
