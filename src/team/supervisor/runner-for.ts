/** Finds the runner for an agent's next turn, and records it if it differs from the previous one. */
import type { Board } from '../board/board.ts';
import type { TeamRole } from '../board/ids.ts';
import { chooseRunner, warnedWords } from '../runners/choose-runner.ts';
import type { Runner } from '../runners/runner.ts';
import { doNow, type Team } from './team.ts';

/** `cutOff`: the runner of a turn that is being continued, which continues with the same runner. */
export async function runnerFor(team: Team, board: Board, agent: string, role: TeamRole, cutOff: string | undefined): Promise<Runner> {
  const [first, ...others] = team.runners[role];
  const all = [first, ...others];
  const kept = all.find(({ name }) => name === cutOff);
  if (kept) return kept;
  const runners = all.map(({ name }) => name);
  const avoided = role === 'coder' ? ((await team.memory?.avoided(runners)) ?? []) : []; // memory only records how well runners code
  const { runner, isWarned } = chooseRunner(runners, avoided);
  if (isWarned && !team.warned.has(runner)) team.alert(warnedWords(runner));
  if (isWarned) team.warned.add(runner);
  if (board.agents[agent] && board.agents[agent].runner !== runner)
    await doNow(team, 'supervisor', { act: 'choose_runner', agent, runners, avoided });
  return all.find(({ name }) => name === runner) ?? first;
}
