/** What follows from what the person decides at a checkpoint. Pure. */
import { type Board, finalStatuses } from '../board/board.ts';
import { transition } from '../lifecycle/transition.ts';
import { withoutFinished } from '../sprint/archive.ts';
import { type ActFacts, factsOf, timeOf } from './act.ts';
import type { Decision } from './decisions.ts';

/** What a decision means beyond going on. */
export function followed(board: Board, decision: Decision, because: string, facts: ActFacts): Board {
  if (decision === 'STOP') return aborted(board, facts);
  if (decision !== 'REPLAN' && decision !== 'PIVOT') return board;
  const stopped = blockOpen(board, because, facts);
  return decision === 'PIVOT' ? nextSprint(stopped, facts) : stopped;
}

/** Everything that is open and planned waits for the planner, who is woken by that. Drafts wait for the person as before. */
function blockOpen(board: Board, because: string, facts: ActFacts): Board {
  return board.tasks.reduce((next, { id, status }) => {
    if (status === 'DRAFT') return next;
    const questions = ['Is it still wanted, and as it is?'];
    const moved = transition(
      next,
      { to: 'BLOCKED', task: id, by: 'human', reason: `the person replans: ${because}`, questions },
      factsOf(facts),
    );
    return moved.ok ? moved.board : next; // final, or blocked already
  }, board);
}

/** What is open goes over into it; what is final, and needed by nothing that goes over, leaves the board. */
function nextSprint(board: Board, facts: ActFacts): Board {
  const planned = board.tasks.filter(({ status }) => status !== 'DRAFT' && !finalStatuses.has(status)).map(({ id }) => id);
  const sprint = {
    ...board.sprint,
    id: nextId(board.sprint.id ?? ''),
    scope: { planned, stretch: [] },
    timeline: { started: timeOf(facts), deadline: null, checkpoint_at: null, ended: null },
  };
  return withoutFinished({ ...board, sprint });
}

/** `sprint-2` after `sprint-1`. */
function nextId(id: string): string {
  const number = /\d{1,9}$/.exec(id)?.[0] ?? '';
  const name = id.slice(0, id.length - number.length);
  return number === '' ? `${name || 'sprint'}-2` : `${name}${Number(number) + 1}`;
}

/** Sprint and goal are over. */
export function aborted(board: Board, facts: ActFacts): Board {
  const sprint = { ...board.sprint, status: 'ABORTED' as const, timeline: { ...board.sprint.timeline, ended: timeOf(facts) } };
  return { ...board, sprint, goal: { ...board.goal, status: 'ABORTED' } };
}
