/** What follows from the person's decision at a checkpoint. Pure. */
import type { Board } from '../board/board.ts';
import { transition } from '../lifecycle/transition.ts';
import { nextSprint } from '../sprint/next-sprint.ts';
import { type ActFacts, factsOf, timeOf } from './act.ts';
import type { Decision } from './decisions.ts';

/** The board after a decision, apart from continuing. */
export function followed(board: Board, decision: Decision, because: string, facts: ActFacts): Board {
  if (decision === 'STOP') return aborted(board, facts);
  if (decision !== 'REPLAN' && decision !== 'PIVOT') return board;
  const stopped = blockOpen(board, because, facts);
  return decision === 'PIVOT' ? nextSprint(stopped, facts) : stopped;
}

/** Blocks every open, planned task until the planner, which this wakes, decides. Drafts wait for the person as before. */
function blockOpen(board: Board, because: string, facts: ActFacts): Board {
  return board.tasks.reduce((next, { id, status }) => {
    if (status === 'DRAFT') return next;
    const questions = ['Is it still wanted, and in this form?'];
    const moved = transition(
      next,
      { to: 'BLOCKED', task: id, by: 'human', reason: `the person replans: ${because}`, questions },
      factsOf(facts),
    );
    return moved.ok ? moved.board : next; // a task that is final or already blocked stays as it is
  }, board);
}

/** Ends the sprint and the goal. */
export function aborted(board: Board, facts: ActFacts): Board {
  const sprint = { ...board.sprint, status: 'ABORTED' as const, timeline: { ...board.sprint.timeline, ended: timeOf(facts) } };
  return { ...board, sprint, goal: { ...board.goal, status: 'ABORTED' } };
}
