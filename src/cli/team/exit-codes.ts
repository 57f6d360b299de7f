/** The exit codes of `artoo team` (SPEC §13.13), in one table: its help and docs/team.md show it. */
import { wrap } from '../../view/wrap.ts';

/** Subcommands that run for a long time use the codes of a task; the others use those of the scripts that share the board. */
export const teamExits = {
  'run, plan, demo': [
    [0, 'everything that was planned is merged; plan: there is a plan'],
    [1, 'the team cannot work here: no team, a board that is not valid, git failed, a program is missing'],
    [2, 'not everything is merged; plan: there is nothing to approve'],
    [69, 'no model, or none that answers'],
    [75, 'the board stays locked by another process; try again later'],
    [130, 'you stopped it'],
  ],
  'all other parts': [
    [1, 'refused, or not valid'],
    [2, 'the board is locked by another process'],
    [3, 'git failed'],
    [4, 'board and journal disagree, or the journal is damaged'],
    [5, 'a program is missing: git, or a runner'],
    [42, 'tell: the claim is lost'],
    [69, 'agent: no model, or none that answers'],
  ],
  'every part': [[64, 'wrong usage']],
} as const satisfies Readonly<Record<string, readonly (readonly [code: number, means: string])[]>>;

/** As lines for the help. */
export const exitsText = (): string =>
  Object.entries(teamExits)
    .flatMap(([parts, rows]) => [`  ${parts}`, ...rows.flatMap(([code, means]) => wrap(`  ${String(code).padStart(5)}  ${means}`, 80, 9))])
    .join('\n');
