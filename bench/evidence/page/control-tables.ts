/** What the page says about the controller, in numbers. */
import type { Compared } from '../control/measure.ts';
import type { Results } from '../results.ts';
import { percent, points, table, times } from './format.ts';

export const mostRounds = 0.6;

/** At most 0.6 times the rounds, and not fewer goals reached by more than chance. */
export const verdict = ({ rounds, reached }: Compared): string => {
  const isQuick = rounds.value <= mostRounds;
  const isAsGood = reached.high >= 0;
  return isQuick && isAsGood
    ? 'reached'
    : `not reached: ${[...(isQuick ? [] : ['too many rounds']), ...(isAsGood ? [] : ['fewer goals'])].join(', ')}`;
};

export const aimedNoise = 0.15;

export function controlAims({ control }: Results): string {
  const rows = control.byNoise.flatMap(({ rounds, noise, arms }) =>
    arms
      .filter(({ arm }) => arm === 'R7')
      .map(({ againstNaive }) => [
        String(rounds),
        `${Math.round(100 * noise)} %`,
        `${times(againstNaive.rounds)}×`,
        `${points(againstNaive.reached)} points`,
        noise > aimedNoise ? '' : verdict(againstNaive),
      ]),
  );
  return table(
    ['rounds at most', 'wrong verdicts', 'rounds of R7, against naive retry', 'goals reached, against naive retry', 'aim'],
    rows,
  );
}

export function controlArms({ control }: Results): string {
  return [4, 20]
    .map((most) => {
      const cell = control.byNoise.find(({ rounds, noise }) => rounds === most && noise === 0.1);
      const rows = (cell?.arms ?? []).map(({ arm, rounds, calls, reached, false: wrong, gaps, wasted, roundsPerReached }) => [
        ...[
          arm,
          times(rounds),
          times(calls, 1),
          percent(reached),
          percent(wrong),
          percent(gaps),
          times(wasted),
          times(roundsPerReached, 1),
        ],
      ]);
      const head = [
        '',
        'rounds',
        'model calls',
        'reached',
        'false "done"',
        'delivered with gaps',
        'wasted repeats',
        'rounds per goal reached',
      ];
      return `At most ${most} rounds:\n\n${table(head, rows)}`;
    })
    .join('\n\n');
}

export function controlPlanners({ control }: Results): string {
  const shown = ['naive retry', 'Reflexion-like retry', 'never the same twice', 'R7', 'R7 without P', 'R7 without blocked sets'];
  const rows = control.byPlanner.map(({ planner, arms }) => [
    planner,
    ...shown.map((name) => {
      const arm = arms.find((each) => each.arm === name);
      return arm ? `${arm.rounds.value.toFixed(2)} rounds, ${(100 * arm.reached.value).toFixed(0)} %` : '–';
    }),
  ]);
  return table(['planner', ...shown], rows);
}

export function controlWorlds({ control }: Results): string {
  const shown = ['naive retry', 'Reflexion-like retry', 'never the same twice', 'R7'];
  const rows = control.scenarios.map(({ name, arms }) => {
    const r7 = arms.find(({ arm }) => arm === 'R7');
    const reached = shown
      .map((each) => arms.find(({ arm }) => arm === each))
      .map((arm) => (arm ? `${(100 * arm.reached.value).toFixed(0)} %` : '–'));
    const against = r7 ? [`${times(r7.againstNaive.rounds)}×`, `${points(r7.againstNaive.reached)} points`] : ['–', '–'];
    return [name, ...reached, ...against];
  });
  return table(['world', ...shown.map((name) => `${name}: reached`), 'rounds of R7, against naive', 'reached by R7, against naive'], rows);
}

const constants = ['epsilon', 'delta', 'rho', 'theta', 'kill'] as const;

export function controlConstants({ control }: Results): string {
  const value = (of: number): string => (of === 1_000 ? 'off' : String(of));
  const rows = control.fits.map(({ worth, best, fitted, reported, tried }) => [
    ...[worth.name, ...constants.map((name) => value(best[name])), String(tried), times(fitted.gain, 3), times(reported.gain, 3)],
  ]);
  const flat = control.fits.map(({ worth, alone }) => [
    worth.name,
    ...constants.map((name) => {
      const gains = alone[name].map(({ gain }) => gain.value);
      return (Math.max(...gains) - Math.min(...gains)).toFixed(3);
    }),
  ]);
  return [
    table(
      [
        'what an end is worth',
        'ε',
        'δ',
        'ρ',
        'θ',
        'kill',
        'settings tried',
        'gain over the defaults, where fitted',
        'the same, on other goals',
      ],
      rows,
    ),
    'How much the worth of a goal changes over all values of one constant, the others at their defaults:',
    table(['what an end is worth', 'ε', 'δ', 'ρ', 'θ', 'kill'], flat),
  ].join('\n\n');
}
