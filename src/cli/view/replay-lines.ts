/** What a replay found, as lines for a person. Pure. */
import { decisionKinds, type ReplayReport, type ToldDifference } from '../../app/replay.ts';
import type { Redecided } from '../../app/what-if.ts';
import type { Loss } from '../../contracts/control.ts';
import { oneLine } from '../../contracts/shorten.ts';
import { visible } from '../../contracts/visible.ts';

/** How many decisions of which kind were made again, and every difference with both values. */
export function reportLines({ entries, derived, decisions, differences, more, lost, result, task_id }: ReplayReport): readonly string[] {
  const count = differences.length + more;
  return [
    `${task_id}: ${entries} entries followed, ${derived} of them derived by code`,
    ...decisionKinds.map((kind) => `  ${String(decisions[kind]).padStart(6)}  ${kind}`),
    ...(result ? [`It ends with ${result.directive} (${result.reason}).`] : ['The journal ends before the task did.']),
    ...differences.flatMap(differenceLines),
    ...(more > 0 ? [`and ${more} more differences`] : []),
    ...(lost === undefined ? [] : [`From there on it cannot be followed: ${visible(oneLine(lost, 400))}`]),
    count === 0 && lost === undefined
      ? 'No differences: code decides all of it the same way again.'
      : `${count} ${count === 1 ? 'difference' : 'differences'}.`,
  ];
}

function differenceLines({ seq, what, parts }: ToldDifference): readonly string[] {
  return parts.map(
    ({ path, recorded, computed }) => `entry ${seq} ${what} ${visible(path)}: recorded ${short(recorded)}, computed ${short(computed)}`,
  );
}

const short = (value: unknown): string => (value === undefined ? 'nothing' : visible(oneLine(JSON.stringify(value), 160)));

/** Every round with other constants; the first that goes another way is named. */
export function whatIfLines(rounds: readonly Redecided[], constants: string): readonly string[] {
  if (rounds.length === 0) return [`With ${constants}: no round was measured, so nothing would have been decided otherwise.`];
  const first = rounds.find(({ differs }) => differs);
  return [
    `With ${constants}:`,
    ...rounds.flatMap(roundLines),
    first
      ? `The first round that would have been decided otherwise is round ${first.round} (entry ${first.seq}); what would have followed nobody knows.`
      : 'Every round would have been decided the same way.',
  ];
}

function roundLines({ seq, round, recorded, otherwise, differs, hypothetical }: Redecided): readonly string[] {
  const mark = differs ? '≠' : '=';
  return [
    `  round ${round}  entry ${seq}${hypothetical ? '  (hypothetical)' : ''}`,
    `      recorded   ${recorded.macro_state.padEnd(16)} ${measure(recorded)}`,
    `    ${mark} otherwise  ${otherwise.macro_state.padEnd(16)} ${measure(otherwise)}`,
    ...(differs ? [`                 ${visible(otherwise.rationale)}`] : []),
  ];
}

const measure = ({ loss: { D, P, Omega, L }, grad_l }: { readonly loss: Loss; readonly grad_l: number }): string =>
  `D ${D.toFixed(2)}  P ${P.toFixed(2)}  Ω ${Omega.toFixed(2)}  L ${L.toFixed(2)}  ∇L ${grad_l >= 0 ? '+' : ''}${grad_l.toFixed(2)}`;
