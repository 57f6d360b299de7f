/** What the parts of a supervisor share. */
import { join } from 'node:path';
import type { Act, ActFacts } from '../acts/act.ts';
import { actOn } from '../acts/act-on.ts';
import type { Performed } from '../acts/perform.ts';
import type { Heartbeats } from '../agents/heartbeats.ts';
import type { Board } from '../board/board.ts';
import type { BoardFile } from '../board/file.ts';
import type { TeamRole } from '../board/ids.ts';
import type { Living } from '../claimable.ts';
import type { RunCommand } from '../git/facts.ts';
import type { TeamMemory } from '../memory/team-memory.ts';
import type { CommitFacts } from '../review/commit-facts.ts';
import type { Runner, Turn } from '../runners/runner.ts';
import type { WatcherOptions } from '../watch/watcher.ts';
import type { JournalFacts } from './journal-facts.ts';
import { actFacts, deadAgents } from './surroundings.ts';

export type Team = {
  /** The repository. */
  readonly root: string;
  readonly file: BoardFile;
  readonly past: JournalFacts;
  readonly heartbeats: Heartbeats;
  /** The runners by role, in the person's order of preference. */
  readonly runners: Readonly<Record<TeamRole, readonly [Runner, ...Runner[]]>>;
  /** Runs a command of the board, contained: either all its writes in its folder stay, or none do. */
  readonly keeping: RunCommand;
  readonly discarding: RunCommand;
  readonly now: () => Date;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly host: string;
  /** What was found out about commits under review, by commit. */
  readonly looked: Map<string, CommitFacts>;
  /** What was learnt in this repository before; absent if memory is off. */
  readonly memory?: Pick<TeamMemory, 'recall' | 'avoided'>;
  /** Runners that the person was warned about. */
  readonly warned: Set<string>;
  /** Tells the person something that is not on the board. */
  readonly alert: (text: string) => void;
  /** Alerts the person at the address that the board names, if they allow it. */
  readonly escalate?: WatcherOptions['escalate'];
};

/** Who is alive, as far as this process can tell. */
export function livingIn({ root, host, heartbeats, ...team }: Team, board: Board): Required<Living> {
  const now = team.now();
  return { now, dead: deadAgents(root, board, host), awaited: heartbeats.awaited(board, now) };
}

export const factsNow = (team: Team, board: Board): ActFacts => actFacts(livingIn(team, board), team.env);

type WithoutFacts<T> = T extends unknown ? Omit<T, 'facts'> : never;

/** Performs an act with the current facts, and with additional ones if given. */
export const doNow = (team: Team, by: string, act: WithoutFacts<Act>, more: Partial<ActFacts> = {}): Promise<Performed> =>
  actOn(team.file, by, (board) => ({ ...act, facts: { ...factsNow(team, board), ...more } }) as Act); // this completes the act

/** The file that exists once a letter has ended a turn. Agents cannot write to it. */
export const receiptOf = (root: string, { agent, run }: Pick<Turn, 'agent' | 'run'>): string =>
  join(root, '.liza', 'outbox', agent, `${run}.receipt`);

export const worktreeOf = (root: string, task: string): string => join(root, '.worktrees', task);
