/** Figures of a run in words, for the terminal and the page. Pure. */
import type { ArmDifference, ArmReport, EvalReport, Rate } from '../../eval/figures/eval-report.ts';
import type { Share } from '../../eval/figures/intervals.ts';
import { counted } from '../pages.ts';
import { dollars, lasting, short } from '../spans.ts';

const percent = (value: number): string => `${Math.round(value * 100)}`;

/** `90 %`. */
export const shareText = ({ value }: Share): string => `${percent(value)} %`;

/** `78 … 96 %`. */
export const rangeText = ({ low, high }: Share): string => `${percent(low)} … ${percent(high)} %`;

/** `2 of 38 (5 %)`; a dash if there were none. */
export const rateText = ({ count, of, share }: Rate): string => (of === 0 ? '–' : `${count} of ${of} (${shareText(share)})`);

const points = (value: number): string => {
  const rounded = Math.round(value * 100);
  return rounded === 0 ? '0' : `${rounded < 0 ? '−' : '+'}${Math.abs(rounded)}`;
};

/** `−12 points (−24 … +1)`. */
export const differenceText = ({ difference: { value, low, high } }: ArmDifference): string =>
  `${points(value)} points (${points(low)} … ${points(high)})`;

/** Whether the interval excludes zero. */
export const isClear = ({ difference: { low, high } }: ArmDifference): boolean => low > 0 || high < 0;

/** `on 42 tasks: better on 2, worse on 7, the same on 33`. */
export const tasksText = ({ tasks, better, worse, same }: ArmDifference): string =>
  `on ${counted(tasks, 'task')}: better on ${better}, worse on ${worse}, the same on ${same}`;

/** The columns of the main table; those with the smallest `weight` are left out first if there is no room. */
export const figures: readonly { readonly head: string; readonly weight: number; readonly cell: (arm: ArmReport) => string }[] = [
  { head: 'passed', weight: 9, cell: ({ passed, trials }) => `${passed}/${trials}` },
  { head: 'rate', weight: 10, cell: ({ pass_rate, trials }) => (trials === 0 ? '–' : shareText(pass_rate)) },
  { head: '95 %', weight: 8, cell: ({ pass_rate, trials }) => (trials === 0 ? '–' : rangeText(pass_rate)) },
  { head: 'calls', weight: 5, cell: (arm) => each(arm, ({ model_calls }) => model_calls) },
  { head: 'tools', weight: 1, cell: (arm) => each(arm, ({ tool_calls }) => tool_calls) },
  { head: 'rounds', weight: 2, cell: ({ rounds, trials }) => (trials === 0 ? '–' : (rounds / trials).toFixed(1)) },
  {
    head: 'tokens',
    weight: 6,
    cell: ({ spent, trials }) => (trials === 0 ? '–' : short(Math.round((spent.input_tokens + spent.output_tokens) / trials))),
  },
  { head: 'time', weight: 4, cell: ({ spent, trials }) => (trials === 0 ? '–' : lasting(spent.active_ms / trials)) },
  { head: 'cost', weight: 7, cell: ({ spent, trials }) => (trials === 0 ? '–' : dollars(spent.usd, spent.unpriced)) },
];

const each = ({ spent, trials }: ArmReport, of: (spent: ArmReport['spent']) => number): string =>
  trials === 0 ? '–' : (of(spent) / trials).toFixed(1);

export const figuresRemark = 'Calls, tools, rounds, tokens and time are averages per trial; cost is the total.';

/** What artoo itself claimed, compared with what the checks found. */
export const verdicts: readonly { readonly head: string; readonly cell: (arm: ArmReport) => string }[] = [
  { head: 'said done', cell: ({ claims }) => String(claims.done + claims.gaps) },
  { head: 'with gaps', cell: ({ claims }) => String(claims.gaps) },
  { head: 'false "done"', cell: ({ false_done }) => rateText(false_done) },
  { head: 'gave up', cell: ({ claims }) => String(claims.gave_up) },
  { head: 'false "failed"', cell: ({ false_failed }) => rateText(false_failed) },
];

const claimWords = {
  done: 'it said it was done',
  gaps: 'it said it was done, with gaps',
  gave_up: 'it gave up',
  none: 'it did not end',
} as const;

/** `fix-average (repeat 2) failed: it said it was done, but tests: exit code 1; 45.2k tokens`. */
export function worstText({ worst }: ArmReport): string {
  if (worst === null) return 'no trial yet';
  const { task, repeat, outcome, claim, why, spent } = worst;
  const cost = `${short(spent.input_tokens + spent.output_tokens)} tokens, ${lasting(spent.active_ms)}`;
  const repeated = repeat > 1 ? ` (repeat ${repeat})` : '';
  if (outcome === 'passed') return `all passed; the most was spent on ${task}${repeated}: ${cost}`;
  return `${task}${repeated}: ${claimWords[claim]}; ${why}; ${cost}`;
}

/** Why not every trial has a result; empty if every trial has one. */
export function openText({ end, open }: EvalReport): string {
  const count = open.unavailable + open.cut;
  const rest = count === 0 ? '' : ` ${counted(count, 'trial')} ended without a result.`;
  switch (end.ended) {
    case 'all':
    case 'read':
      return count === 0 ? '' : `Not all trials have a result.${rest}`;
    case 'stopped':
      return `Stopped before all trials were run.${rest}`;
    case 'budget':
      return `The budget of the run is spent; not all trials were run.${rest}`;
    case 'unavailable':
      return `Stopped, because the model of ${end.arm} cannot be used: ${end.why}`;
  }
}
