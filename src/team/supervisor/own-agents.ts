/** The agents of this process: how they join, stay alive and leave. */
import { setTimeout } from 'node:timers/promises';
import { ArtooError, asArtooError } from '../../contracts/errors.ts';
import { freeId } from '../agents/registration.ts';
import { type Board, taskOf } from '../board/board.ts';
import type { TeamRole } from '../board/ids.ts';
import { isAlive, isLeaseSpent } from '../claimable.ts';
import { holdLock } from '../hold-lock.ts';
import { endLeftProgram } from '../runners/left-programs.ts';
import { controlFiles, deadAgents } from './surroundings.ts';
import { doNow, livingIn, type Team } from './team.ts';

/**
 * Registers agents. Each takes its lock first, because others would otherwise consider it dead. Throws `agent_alive` if the requested id is taken.
 */
export async function registerAll(
  team: Team,
  roles: readonly TeamRole[],
  wanted: string | undefined,
  own: Map<string, Disposable>,
  signal: AbortSignal,
): Promise<void> {
  for (const role of roles) {
    const taken = new Set<string>();
    if (wanted !== undefined) await untilKnown(team, wanted, signal);
    for (;;) {
      const board = await team.file.read();
      const living = livingIn(team, board);
      const id = wanted ?? freeId(board, role, living, taken);
      const lock = holdLock(team.root, `agent-${id}`);
      const newcomer = { pid: process.pid, host: team.host, runner: team.runners[role][0].name, terminal: null };
      if (lock) endLeftProgram(team.root, id, team.host);
      if (lock && (await doNow(team, id, { act: 'register', agent: id, role, newcomer }, { dead: [...living.dead] })).ok) {
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
 * If an agent may be alive on another machine although its lease has ended by this machine's clock, waits until it reports, or has been silent for
 * long enough.
 */
async function untilKnown(team: Team, id: string, signal: AbortSignal): Promise<void> {
  const { agents } = await team.file.read();
  for (let isTold = false; ; isTold = true) {
    const board = await team.file.read();
    if (!livingIn(team, board).awaited.has(id) || board.agents[id]?.heartbeat !== agents[id]?.heartbeat) return;
    const waitMs = Math.max(1, team.heartbeats.nextMs() ?? 1);
    if (!isTold)
      team.alert(
        `${id} was at work on another machine; if it does not report within ${Math.ceil(waitMs / 1_000)} s, it is considered dead`,
      );
    await setTimeout(Math.min(waitMs, 1_000), undefined, { signal });
  }
}

/**
 * Agents that hold nothing leave the board. An agent that holds a task stays; its free lock shows that it has left, so that its work is continued.
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
  const silent = own.filter((id) => board.agents[id] !== undefined && isLeaseSpent(board, id, team.now()));
  if (pause || checkpoint || abort || silent.length === 0) return false;
  return (await doNow(team, 'supervisor', { act: 'heartbeat', agents: silent })).ok;
}

export async function beatHearts(team: Team, agents: readonly string[]): Promise<void> {
  const { pause, checkpoint } = controlFiles(team.root);
  if (agents.length === 0 || pause || checkpoint) return; // leases do not run while all agents have to wait
  await doNow(team, 'supervisor', { act: 'heartbeat', agents }).catch((error) => team.alert(asArtooError(error, 'handler_failed').message));
}

/** Whether a live agent of another process has claimed the task. */
export async function isHeldElsewhere(team: Team, id: string, own: ReadonlyMap<string, unknown>): Promise<boolean> {
  const board = await team.file.read();
  const { status, assigned_to: holder } = taskOf(board, id) ?? {};
  return status === 'CLAIMED' && Boolean(holder) && !own.has(holder ?? '') && isAlive(board, holder ?? '', livingIn(team, board));
}
