/** What a replay found, as lines for a person. Pure. */

import type { ReplayDifference, ReplayReport } from '../../app/replay.ts';
import type { MeasuredRound } from '../../contracts/decisions.ts';
import { shortId } from '../../contracts/text/short-ids.ts';
import { oneLine } from '../../contracts/text/shorten.ts';
import { visible } from '../../contracts/text/visible.ts';
import type { Hyperparameters } from '../../control/hyperparameters.ts';
import { decisionKinds } from '../../history/replay/decisions-in.ts';
import type { Redecided } from '../../history/replay/what-if.ts';
import { journalFormat } from '../../journal/entry.ts';
import { lossText } from '../measure.ts';
import { counted } from '../pages.ts';
import { reasonIn } from '../words/wording.ts';

/** How many decisions of each kind were repeated, and every difference with both values. */
export function reportLines(report: ReplayReport): readonly string[] {
  const { entries, derived, decisions, differences, more, lost, result, task_id } = report;
  const count = differences.length + more;
  return [
    `${shortId(task_id)}: ${counted(entries, 'entry', 'entries')} followed, ${derived.toLocaleString('en')} of them decided by code`,
    ...decisionKinds.filter((kind) => decisions[kind] > 0).map((kind) => `  ${decisions[kind].toLocaleString('en').padStart(7)}  ${kind}`),
    ...(result
      ? [`It ends with ${result.directive} (${result.reason}).`]
      : lost === undefined
        ? ['The journal ends before the task did.']
        : []),
    ...(count > 0 || lost !== undefined ? olderLines(report) : []),
    ...differences.flatMap((difference) =>
      differenceLines(difference).map((line) => `entry ${difference.seq} ${visible(difference.what)} ${line}`),
    ),
    ...(more > 0 ? [`and ${counted(more, 'more entry', 'more entries')}`] : []),
    ...(lost === undefined ? [] : [`It cannot be followed any further: ${visible(oneLine(lost, 400))}.`]),
    count === 0 && lost === undefined
      ? 'No differences: code makes the same decisions again.'
      : `Code now decides ${counted(count, 'entry', 'entries')} differently.`,
  ];
}

/** Explains why a journal of an earlier format differs although nothing is wrong with it. */
const olderLines = ({ format }: ReplayReport): readonly string[] =>
  format < journalFormat
    ? [
        `An earlier artoo wrote this journal (format ${format}; now ${journalFormat}). Prompts and judging rules have changed since: the differences`,
        'below show where this version would decide differently. The journal is intact: `artoo log` and `artoo cost` show what happened.',
      ]
    : [];

/** Each part that differs, with both values. */
export function differenceLines({ parts }: ReplayDifference): readonly string[] {
  if (parts.length === 0) return ['has its keys in another order'];
  return parts.map(
    ({ path, recorded, computed }) => `${path === '' ? '' : `${visible(path)}: `}recorded ${short(recorded)}, computed ${short(computed)}`,
  );
}

const short = (value: unknown): string => (value === undefined ? 'nothing' : visible(oneLine(JSON.stringify(value), 160)));

/** The constants to try, and those that the task ran with. */
export type Changed = { readonly constants: Partial<Hyperparameters>; readonly recorded: Hyperparameters | undefined };

/** Every round with other constants, and the first round that they change. `isLost`: the replay could not follow the whole journal. */
export function whatIfLines(rounds: readonly Redecided[], changed: Changed, isLost = false): readonly string[] {
  const first = rounds.find(({ differs }) => differs);
  const conclusion = first
    ? `Round ${first.round} (entry ${first.seq}) is the first that would have been decided differently; what would have followed is unknown.`
    : isLost
      ? 'Rounds after the last entry that could be followed were not decided again.'
      : rounds.length === 0
        ? 'No round missed its goal, so there was nothing to decide differently.'
        : 'Every round would have been decided the same way. (A round that meets its goal is accepted with any constants.)';
  return [`With ${changesIn(changed)}:`, ...rounds.flatMap(roundLines), conclusion];
}

const changesIn = ({ constants, recorded }: Changed): string =>
  Object.entries(constants)
    .map(([name, value]) => `${name} ${value} instead of ${recorded?.[name as keyof Hyperparameters] ?? '?'}`) // a key of the same type
    .join(', ');

function roundLines({ seq, round, recorded, otherwise, differs, hypothetical }: Redecided): readonly string[] {
  return [
    `  round ${round}, entry ${seq}${hypothetical ? ', had it been reached' : ''}`,
    `      recorded   ${measuredText(recorded)}`,
    `    ${differs ? '≠' : '='} otherwise  ${measuredText(otherwise)}`,
    ...(differs
      ? [`      because ${visible(oneLine(reasonIn({ rationale: otherwise.rationale, directive: otherwise.macro_state }), 400))}`]
      : []),
  ];
}

/** Without an arrow for the trend, whose threshold depends on the constants. */
const measuredText = ({ macro_state, reason, loss, grad_l, prev_directive }: MeasuredRound): string => {
  const end = reason === undefined ? macro_state : `${macro_state} (${visible(oneLine(reason, 20))})`;
  const trend = prev_directive === 'init' ? '⊥' : `${grad_l >= 0 ? '+' : ''}${grad_l.toFixed(2)}`;
  return `${end.padEnd(16)} ${lossText(loss)}, ∇L ${trend}`;
};
