/** Which agent a terminal is, according to `LIZA_AGENT_ID`. Pure. */
import { blockedWords } from '../blocked-words.ts';
import { type Board, taskOf } from '../board/board.ts';
import { agentIdOf, roleOf, type TeamRole } from '../board/ids.ts';
import { isAlive, isFinal, type Living } from '../claimable.ts';
import { freeId } from './registration.ts';

/** The requested agent, and the task that it should work on. */
export type Wanted = { readonly id: string | undefined; readonly role: TeamRole; readonly task?: string | undefined };

export type Identity = { readonly ok: true; readonly id: string } | { readonly ok: false; readonly why: string };

/** The id of the agent, or why it cannot have the requested one and what to do instead. */
export function identify(board: Board, { id, role, task }: Wanted, living: Living): Identity {
  const name = role.replace('_', ' ');
  const free = freeId(board, role, living);
  const instead = `${free} is free: LIZA_AGENT_ID=${free}`;
  if (!id) return { ok: false, why: `LIZA_AGENT_ID is not set, so it is unknown which ${name} this is. ${instead}` };
  const shown = JSON.stringify(id.slice(0, 60));
  if (roleOf(id) === undefined)
    return { ok: false, why: `LIZA_AGENT_ID is ${shown}, which is not an agent id such as ${agentIdOf(role, 1)}. ${instead}` };
  if (roleOf(id) !== role) return { ok: false, why: `LIZA_AGENT_ID is ${shown}, which is not the id of a ${name}. ${instead}` };
  if (isAlive(board, id, living)) {
    const { pid, lease_expires: until } = board.agents[id] ?? {};
    const where = pid ? ` as process ${pid}` : '';
    return { ok: false, why: `${id} is already running${where}, until ${until} at least. ${instead}` };
  }
  const why = task === undefined ? undefined : whyNothingToDo(board, role, task);
  return why === undefined ? { ok: true, id } : { ok: false, why };
}

function whyNothingToDo(board: Board, role: TeamRole, id: string): string | undefined {
  if (role === 'planner') return 'a planner takes no task, because it plans all of them: leave out the task';
  const task = taskOf(board, id);
  if (!task) return `there is no task ${JSON.stringify(id.slice(0, 64))}. artoo team status lists them`;
  if (isFinal(task)) return `${id} is ${task.status}: nothing is left to do. artoo team status lists the others`;
  if (task.status === 'DRAFT') return `${id} is a draft, which must be approved first: artoo team plan`;
  return task.status === 'BLOCKED'
    ? `${id} is blocked: ${blockedWords(task.blocked_reason ?? '')}. artoo team task unblock ${id} "what changed"`
    : undefined;
}
