/** Finds the runner of an agent's next turn, and writes down where it is another one than before. */
import type { Board } from '../board/board.ts';
import type { TeamRole } from '../board/ids.ts';
import { chooseRunner, warnedWords } from '../runners/choose-runner.ts';
import type { Runner } from '../runners/runner.ts';
import { doNow, type Team } from './team.ts';

/** `cutOff`: who had the turn that is gone on with; it stays with that one. */
export async function runnerFor(team: Team, board: Board, agent: string, role: TeamRole, cutOff: string | undefined): Promise<Runner> {
  const [first, ...others] = team.runners[role];
  const all = [first, ...others];
  const kept = all.find(({ name }) => name === cutOff);
  if (kept) return kept;
  const runners = all.map(({ name }) => name);
  const avoided = role === 'coder' ? ((await team.memory?.avoided(runners)) ?? []) : []; // what is remembered of runners is how they coded
  const { runner, isWarned } = chooseRunner(runners, avoided);
  if (isWarned && !team.warned.has(runner)) team.alert(warnedWords(runner));
  if (isWarned) team.warned.add(runner);
  if (board.agents[agent] && board.agents[agent].runner !== runner)
    await doNow(team, 'supervisor', { act: 'choose_runner', agent, runners, avoided });
  return all.find(({ name }) => name === runner) ?? first;
}
