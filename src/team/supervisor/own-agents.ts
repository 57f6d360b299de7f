/** The agents of this process: how they join, stay alive and leave. */
import { ArtooError, asArtooError } from '../../contracts/errors.ts';
import { freeId } from '../agents/registration.ts';
import { type Board, taskOf } from '../board/board.ts';
import type { TeamRole } from '../board/ids.ts';
import { isAlive } from '../claimable.ts';
import { holdLock } from '../hold-lock.ts';
import { endLeftProgram } from '../runners/left-programs.ts';
import { controlFiles, deadAgents } from './surroundings.ts';
import { doNow, type Team } from './team.ts';

/**
 * Registers agents. Each takes its lock first, because others would otherwise consider it dead. Throws `agent_alive` if the requested id is taken.
 */
export async function registerAll(
  team: Team,
  roles: readonly TeamRole[],
  wanted: string | undefined,
  own: Map<string, Disposable>,
): Promise<void> {
  for (const role of roles) {
    const taken = new Set<string>();
    for (;;) {
      const board = await team.file.read();
      const dead = deadAgents(team.root, board, team.host);
      const id = wanted ?? freeId(board, role, { now: team.now(), dead }, taken);
      const lock = holdLock(team.root, `agent-${id}`);
      const newcomer = { pid: process.pid, host: team.host, runner: team.runners[role][0].name, terminal: null };
      if (lock) endLeftProgram(team.root, id, team.host);
      if (lock && (await doNow(team, id, { act: 'register', agent: id, role, newcomer }, { dead: [...dead] })).ok) {
        own.set(id, lock);
        break;
      }
      lock?.[Symbol.dispose]();
      if (wanted !== undefined) throw new ArtooError('agent_alive', `${wanted} is already at work`);
      taken.add(id); // another process was faster
    }
  }
}

/**
 * Agents that hold nothing leave the board; an agent that holds a task stays; its free lock shows that it has left, so that its work is continued.
 */
export async function leave(team: Team, own: ReadonlyMap<string, Disposable>): Promise<void> {
  for (const [agent, lock] of own) {
    const { agents } = await team.file.read().catch((): Pick<Board, 'agents'> => ({ agents: {} }));
    try {
      if (agents[agent] && !agents[agent].current_task) await doNow(team, agent, { act: 'unregister', agent });
    } catch (error) {
      team.alert(asArtooError(error, 'handler_failed').message); // the agent's free lock shows that it is gone
    } finally {
      lock[Symbol.dispose]();
    }
  }
}

/** Agents whose processes ended leave the board when there is nothing else to do. */
export async function removeGone(team: Team): Promise<void> {
  const gone = deadAgents(team.root, await team.file.read(), team.host);
  for (const agent of gone) await unregisterGone(team, agent);
}

/** Ends what an agent's dead process left running. False if the agent is alive after all. */
export async function unregisterGone(team: Team, agent: string): Promise<boolean> {
  const lock = holdLock(team.root, `agent-${agent}`);
  if (lock) endLeftProgram(team.root, agent, team.host);
  lock?.[Symbol.dispose](); // as long as this process holds the lock, the agent counts as alive
  return (await doNow(team, 'supervisor', { act: 'unregister', agent, isGone: true })).ok;
}

/**
 * After a long wait, a sleep of the machine or an edit, agents of this process may count as gone although it holds their locks. Their leases are then
 * renewed.
 */
export async function isRevived(team: Team, board: Board, own: readonly string[]): Promise<boolean> {
  const { pause, checkpoint, abort } = controlFiles(team.root);
  const living = { now: team.now(), dead: new Set<string>() };
  const silent = own.filter((id) => board.agents[id] !== undefined && isLeaseSpent(board, id, living.now));
  if (pause || checkpoint || abort || silent.length === 0) return false;
  return (await doNow(team, 'supervisor', { act: 'heartbeat', agents: silent })).ok;
}

/** Whether a lease of an agent has ended: its own, or that of the task or review that it holds. */
function isLeaseSpent({ agents, tasks }: Board, id: string, now: Date): boolean {
  const held = tasks.find(
    ({ status, assigned_to, reviewing_by }) =>
      (status === 'CLAIMED' && assigned_to === id) || (status === 'READY_FOR_REVIEW' && reviewing_by === id),
  );
  const leases = [agents[id]?.lease_expires, held && (held.status === 'CLAIMED' ? held.lease_expires : held.review_lease_expires)];
  return leases.some((lease) => typeof lease === 'string' && Date.parse(lease) <= now.getTime());
}

export async function beatHearts(team: Team, agents: readonly string[]): Promise<void> {
  const { pause, checkpoint } = controlFiles(team.root);
  if (agents.length === 0 || pause || checkpoint) return; // leases do not run while all agents have to wait
  await doNow(team, 'supervisor', { act: 'heartbeat', agents }).catch((error) => team.alert(asArtooError(error, 'handler_failed').message));
}

/** Whether a living agent of another process has claimed the task. */
export async function isHeldElsewhere(team: Team, id: string, own: ReadonlyMap<string, unknown>): Promise<boolean> {
  const board = await team.file.read();
  const { status, assigned_to: holder } = taskOf(board, id) ?? {};
  const living = { now: team.now(), dead: deadAgents(team.root, board, team.host) };
  return status === 'CLAIMED' && Boolean(holder) && !own.has(holder ?? '') && isAlive(board, holder ?? '', living);
}
