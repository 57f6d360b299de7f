/** The tables and the sentences with numbers of docs/evidence.md, made from the results. Nothing in them is written by hand. */
import type { Compared } from '../control/measure.ts';
import { fewContrary, type MemoryRow } from '../memory/memory.ts';
import type { Results } from '../results.ts';
import type { Estimate } from '../statistics.ts';

/** By the name of the place in the page. */
export const blocksOf = (results: Results): Readonly<Record<string, string>> => ({
  answers: answers(results),
  'control-aims': controlAims(results),
  'control-arms': controlArms(results),
  'control-planners': controlPlanners(results),
  'control-worlds': controlWorlds(results),
  'control-constants': controlConstants(results),
  'memory-arms': memoryArms(results),
  'memory-worlds': memoryWorlds(results),
  'memory-unlearning': memoryUnlearning(results),
  verification: verification(results),
});

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

const half = ({ low, high }: Estimate): number => (high - low) / 2;
const times = (e: Estimate, digits = 2): string =>
  Number.isFinite(e.value) ? `${e.value.toFixed(digits)} ± ${half(e).toFixed(digits)}` : '–';
const percent = (e: Estimate): string =>
  Number.isFinite(e.value) ? `${(100 * e.value).toFixed(1)} ± ${(100 * half(e)).toFixed(1)} %` : '–';
const points = (e: Estimate): string => `${e.value < 0 ? '−' : '+'}${Math.abs(100 * e.value).toFixed(1)} ± ${(100 * half(e)).toFixed(1)}`;
const span = ({ value, low, high }: Estimate): string =>
  `${Math.round(100 * value)} % (${Math.round(100 * low)} to ${Math.round(100 * high)})`;

const mostRounds = 0.6;

/** At most 0.6 times the rounds, and not fewer goals reached by more than chance. */
const verdict = ({ rounds, reached }: Compared): string => {
  const isQuick = rounds.value <= mostRounds;
  const isAsGood = reached.high >= 0;
  return isQuick && isAsGood
    ? 'reached'
    : `not reached: ${[...(isQuick ? [] : ['too many rounds']), ...(isAsGood ? [] : ['fewer goals'])].join(', ')}`;
};

const aimedNoise = 0.15;

function controlAims({ control }: Results): string {
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

function controlArms({ control }: Results): string {
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

function controlPlanners({ control }: Results): string {
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

function controlWorlds({ control }: Results): string {
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

function controlConstants({ control }: Results): string {
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

function memoryArms({ memory }: Results): string {
  return ['as R7 writes', 'every experience']
    .map((writer) => {
      const rows = memory.rows
        .filter((row) => row.writer === writer)
        .map((row) => [
          ...[row.arm, times(row.rounds), percent(row.reached), percent(row.precision), percent(row.precisionSoon), percent(row.recall)],
          ...[
            Number.isFinite(row.roundsSoon.value) && row.arm !== 'none' ? `${times(row.roundsSoon)}×` : '–',
            row.stale === 0 ? '–' : `${percent(row.unlearntWithinFew)} of ${row.stale}`,
          ],
          ...[
            row.stale === 0 ? '–' : times(row.daysUntilUnlearnt, 0),
            row.cautions === 0 ? '–' : `${percent(row.rightCautions)} of ${row.cautions}`,
          ],
        ]);
      const head = [
        ...['', 'rounds', 'tasks done', 'advice that is right', 'soon after a change', 'what is true and advised'],
        ...[
          'rounds soon after a change, against none',
          `wrong advice unlearnt within ${fewContrary} contrary experiences`,
          'days until it was',
          'cautions that were right',
        ],
      ];
      return `${writer === 'as R7 writes' ? 'Written as R7 writes:' : 'Every experience written:'}\n\n${table(head, rows)}`;
    })
    .join('\n\n');
}

function memoryWorlds({ memory }: Results): string {
  const rows = memory.otherWorlds.flatMap(({ name, rows: arms }) =>
    arms.map(({ arm, rounds, precision, precisionSoon, recall }) => [
      name,
      arm,
      times(rounds),
      percent(precision),
      percent(precisionSoon),
      percent(recall),
    ]),
  );
  return table(['world', 'memory', 'rounds', 'advice that is right', 'soon after a change', 'what is true and advised'], rows);
}

function memoryUnlearning({ memory }: Results): string {
  const counts = memory.unlearning[0]?.rows.filter(({ before }) => before === 'worked').map(({ confirmations }) => confirmations) ?? [];
  const rows = memory.unlearning.map(({ arm, rows: all }) => [
    arm,
    ...(['worked', 'failed'] as const).flatMap((before) =>
      counts.map((count) => {
        const row = all.find((each) => each.before === before && each.confirmations === count);
        return `${row?.untilSilent ?? 'never'} / ${row?.untilReversed ?? 'never'}`;
      }),
    ),
  ]);
  const head = ['memory', ...['worked', 'failed'].flatMap((before) => counts.map((count) => `${before} ${count}×`))];
  return table(head, rows);
}

function verification({ verification: { byError } }: Results): string {
  const rows = byError.flatMap(({ error, isAnew, ways }) =>
    ways.map(({ way, liesAccepted, honestRejected, callsOfLies, callsOfHonest }) => [
      ...[
        `${Math.round(100 * error)} %${isAnew ? ', anew each time' : ''}`,
        way,
        span(liesAccepted),
        span(honestRejected),
        callsOfHonest.toFixed(1),
        callsOfLies.toFixed(1),
      ],
    ]),
  );
  return table(
    ['judge is wrong', 'accepted by', 'lies accepted', 'honest work rejected', 'model calls, honest', 'model calls, lies'],
    rows,
  );
}

function answers(results: Results): string {
  const { control, memory, verification: verified } = results;
  const aimed = control.byNoise.filter(({ noise }) => noise <= aimedNoise);
  const armsAt = (rounds: number, noise: number) =>
    control.byNoise.find((cell) => cell.rounds === rounds && cell.noise === noise)?.arms ?? [];
  const r7 = armsAt(4, 0.1).find(({ arm }) => arm === 'R7');
  const isReached = (rounds: number) =>
    aimed
      .filter((cell) => cell.rounds === rounds)
      .every(({ arms }) => arms.some(({ arm, againstNaive }) => arm === 'R7' && verdict(againstNaive) === 'reached'));
  const memoryRow = (name: string): MemoryRow | undefined =>
    memory.rows.find(({ arm, writer }) => arm === name && writer === 'as R7 writes');
  const [two, one, dreaming] = ['two potentials', 'one decayed score', '… and the Dreamer, rules at 5/3'].map(memoryRow);
  const never = armsAt(4, 0.1).find(({ arm }) => arm === 'never the same twice');
  const worst = verified.byError.find(({ error, isAnew }) => error === 0.1 && !isAnew);
  const of = (way: string) => worst?.ways.find((each) => each.way === way);
  const within = (name: string): number =>
    Math.max(
      ...(memory.unlearning.find(({ arm }) => arm === name)?.rows.map(({ untilSilent }) => untilSilent ?? Number.POSITIVE_INFINITY) ?? []),
    );
  return [
    `- **Control, aim (at most ${mostRounds}× the rounds of naive retry, no fewer goals): ${isReached(4) ? 'reached' : 'not reached'}** with four rounds, ${isReached(20) ? 'reached' : 'not reached'} with twenty. With 10 % wrong verdicts and four rounds, R7 takes ${r7 ? times(r7.againstNaive.rounds) : '–'} times the rounds and reaches ${r7 ? points(r7.againstNaive.reached) : '–'} points more goals.`,
    `- **Never using the same method twice**, a rule of one line that measures nothing, reaches ${never ? points(never.againstR7.reached) : '–'} points more goals than R7, in ${never ? times(never.againstR7.rounds) : '–'} times its rounds.`,
    `- **Memory, aims.** Advice soon after a change: ${two ? percent(two.precisionSoon) : '–'} is right (aim: 90 %; ${two && two.precisionSoon.value >= 0.9 ? 'reached' : 'not reached'}). Unlearning one fact, one experience a day: within ${within('… and the Dreamer, rules at 5/3')} experiences with the Dreamer (aim: ${fewContrary}; ${within('… and the Dreamer, rules at 5/3') <= fewContrary ? 'reached' : 'not reached'}), up to ${within('two potentials')} without.`,
    `- **Two potentials against one decayed score:** ${two ? times(two.rounds) : '–'} and ${one ? times(one.rounds) : '–'} rounds, ${two ? percent(two.precision) : '–'} and ${one ? percent(one.precision) : '–'} of advice right. With the Dreamer ${dreaming ? times(dreaming.rounds) : '–'} rounds. Without memory ${memoryRow('none') ? times(memoryRow('none')?.rounds ?? { value: Number.NaN, low: 0, high: 0 }) : '–'}.`,
    `- **Verification**, with judges that answer one question in ten wrongly: lies accepted ${["the executor's word", 'one judgement of the whole', 'two judgements of the whole', 'criteria and evidence'].map((way) => `${span(of(way)?.liesAccepted ?? { value: Number.NaN, low: Number.NaN, high: Number.NaN })} on ${way}`).join(', ')}. Honest work rejected: ${['one judgement of the whole', 'two judgements of the whole', 'criteria and evidence'].map((way) => `${span(of(way)?.honestRejected ?? { value: Number.NaN, low: Number.NaN, high: Number.NaN })} by ${way}`).join(', ')}.`,
  ].join('\n');
}
