/** What a team lacks to continue: roles that open work needs and for which no agent is left. Pure. */
import { type Board, type Task, taskOf } from '../board/board.ts';
import { readRole, type TeamRole } from '../board/ids.ts';
import { isAlive, isFinal, type Living } from '../claimable.ts';

/** A role without an agent, and the tasks that are waiting for it. */
export type MissingRole = { readonly role: TeamRole; readonly tasks: readonly string[] };

/** The roles that are missing; empty as long as anything can still happen without the person. Drafts wait for the person, and need no agent. */
export function missingRoles(board: Board, living: Living): readonly MissingRole[] {
  const needs = new Map<TeamRole, string[]>(board.tasks.length === 0 ? [['planner', []]] : []);
  for (const task of board.tasks) {
    const needed = neededFor(board, task, living);
    if (needed === 'in hand') return [];
    if (needed) needs.set(needed, [...(needs.get(needed) ?? []), task.id]);
  }
  const isFilled = [...needs.keys()].some((role) => hasAgent(board, role, living));
  return isFilled ? [] : [...needs].map(([role, tasks]) => ({ role, tasks }));
}

/** The role that has to take a task next; undefined if the task waits for another task or the person. */
function neededFor(board: Board, task: Task, living: Living): TeamRole | 'in hand' | undefined {
  const { status, assigned_to, reviewing_by, depends_on } = task;
  const isHeldBy = (agent: string | null | undefined): boolean => Boolean(agent) && isAlive(board, agent ?? '', living);
  if (isFinal(task) || status === 'DRAFT') return undefined;
  if (status === 'APPROVED') return 'in hand'; // any process can merge it
  if (status === 'BLOCKED') return 'planner';
  if (status === 'READY_FOR_REVIEW') return isHeldBy(reviewing_by) ? 'in hand' : 'code_reviewer';
  if (status === 'CLAIMED' && isHeldBy(assigned_to)) return 'in hand';
  return (depends_on ?? []).every((id) => taskOf(board, id)?.status === 'MERGED') ? 'coder' : undefined;
}

/** Whether a role has an agent that could take work. A coder whose work waits for review takes nothing else. */
const hasAgent = (board: Board, wanted: TeamRole, living: Living): boolean =>
  Object.entries(board.agents).some(
    ([id, { role }]) =>
      readRole(role) === wanted &&
      isAlive(board, id, living) &&
      !board.tasks.some(({ status, assigned_to }) => status === 'READY_FOR_REVIEW' && assigned_to === id),
  );
