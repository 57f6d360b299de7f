/**
 * What can be seen of a team without reading its board: an idle supervisor reads the board again only if this has changed, or much time has passed.
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Board, Task } from '../board/board.ts';
import { pendingLetters } from '../letters/outbox.ts';
import { controlFiles, deadAgents } from './surroundings.ts';
import type { Team } from './team.ts';

/** The same text as before if neither files nor processes have changed. */
export const glance = ({ root, host }: Pick<Team, 'root' | 'host'>, board: Board): string =>
  JSON.stringify([
    ['state.yaml', 'journal.jsonl'].map((name) => stampOf(join(root, '.liza', name))),
    controlFiles(root),
    pendingLetters(root).map(({ id }) => id),
    [...deadAgents(root, board, host)],
  ]);

/** How often a process checks whether others on this machine are still alive: no event reports that one was killed. */
export const aliveEveryMs = 500;

/** The dead agents on this machine, as a text. */
export const glanceAtDead = ({ root, host }: Pick<Team, 'root' | 'host'>, board: Board): string =>
  [...deadAgents(root, board, host)].join(' ');

/** Whether an agent of another process on this machine holds work, which must be taken over at once if that process is killed. */
export const isHeldBeside = ({ host }: Pick<Team, 'host'>, { tasks, agents }: Board, own: ReadonlyMap<string, unknown>): boolean =>
  tasks.some(({ status, assigned_to, reviewing_by }) => {
    const holder = (status === 'CLAIMED' ? assigned_to : status === 'READY_FOR_REVIEW' ? reviewing_by : undefined) ?? '';
    return !own.has(holder) && agents[holder]?.host === host;
  });

function stampOf(path: string): readonly string[] {
  const stamp = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stamp ? [stamp.ino, stamp.size, stamp.mtimeNs, stamp.ctimeNs].map(String) : [];
}

const underWay: ReadonlySet<Task['status']> = new Set(['CLAIMED', 'READY_FOR_REVIEW', 'REJECTED', 'APPROVED']);

/** Whether work on a task has begun, so that its spec and its leases count, too. */
export const isUnderWay = ({ status }: Pick<Task, 'status'>): boolean => underWay.has(status);
