/** The figures of docs/evidence.md, drawn from the results. */
import { noises } from '../control/control.ts';
import { fewContrary } from '../memory/memory.ts';
import type { Results } from '../results.ts';
import type { Estimate } from '../statistics.ts';
import { type Curve, dotChart, type LinePanel, lineChart, percent, plainly, type Tone } from './chart.ts';

/** By the name of the file in docs/. */
export const figuresOf = (results: Results): Readonly<Record<string, string>> => ({
  'evidence-control.svg': byNoise(results),
  'evidence-parts.svg': withoutParts(results),
  'evidence-worlds.svg': inOtherWorlds(results),
  'evidence-constants.svg': byConstants(results),
  'evidence-memory.svg': afterChanges(results),
  'evidence-unlearning.svg': unlearning(results),
  'evidence-verification.svg': byError(results),
});

const exactly = (value: number): Estimate => ({ value, low: value, high: value });

const controlTones = {
  'naive retry': 'plain',
  'Reflexion-like retry': 'warm',
  'never the same twice': 'green',
  R7: 'ours',
} as const satisfies Record<string, Tone>;

function byNoise({ control }: Results): string {
  const panels = [4, 20].flatMap((rounds) => {
    const cells = control.byNoise.filter((cell) => cell.rounds === rounds);
    const curves = (of: 'rounds' | 'reached'): readonly Curve[] =>
      Object.entries(controlTones).map(([name, tone]) => ({
        ...{ name, tone },
        points: cells.flatMap(({ noise, arms }) => arms.filter(({ arm }) => arm === name).map((arm) => ({ x: noise, y: arm[of] }))),
      }));
    const x = { title: 'verdicts that are wrong', ticks: noises, shown: percent };
    return [
      {
        title: `Rounds per goal, of at most ${rounds}`,
        x,
        y: { title: '', ticks: rounds === 4 ? [2, 2.5, 3, 3.5, 4] : [0, 5, 10, 15], shown: plainly },
        curves: curves('rounds'),
      },
      {
        title: `Goals reached in at most ${rounds} rounds`,
        x,
        y: { title: '', ticks: [0, 0.2, 0.4, 0.6, 0.8], shown: percent },
        curves: curves('reached'),
      },
    ] satisfies readonly LinePanel[];
  });
  return lineChart('Rounds per goal and goals reached of four arms, by the share of wrong verdicts', panels);
}

/** Where an interval lies: better, worse, or neither. */
const toneOf = ({ low, high }: Estimate, neutral: number, isMoreBetter: boolean): Tone =>
  low > neutral ? (isMoreBetter ? 'green' : 'warm') : high < neutral ? (isMoreBetter ? 'warm' : 'green') : 'plain';

function withoutParts({ control }: Results): string {
  const cell = control.byNoise.find(({ rounds, noise }) => rounds === 4 && noise === 0.1);
  const arms = (cell?.arms ?? []).filter(({ arm }) => arm !== 'R7');
  return dotChart(
    'Each arm against R7: rounds per goal, and goals reached',
    [
      { title: 'Rounds, as many times those of R7', ticks: [0.8, 0.9, 1, 1.1, 1.2, 1.3], shown: plainly, neutral: 1 },
      { title: 'Goals reached more than by R7', ticks: [-0.1, 0, 0.1, 0.2, 0.3], shown: percent, neutral: 0 },
    ],
    arms.map(({ arm, againstR7: { rounds, reached } }) => ({
      name: arm,
      values: [
        { ...rounds, tone: toneOf(rounds, 1, false) },
        { ...reached, tone: toneOf(reached, 0, true) },
      ],
    })),
  );
}

function inOtherWorlds({ control }: Results): string {
  const rows = control.scenarios.flatMap(({ name, arms }) =>
    arms
      .filter(({ arm }) => arm === 'R7')
      .map(({ againstNaive: { rounds, reached } }) => ({
        name,
        values: [
          { ...rounds, tone: toneOf(rounds, 1, false) },
          { ...reached, tone: toneOf(reached, 0, true) },
        ],
      })),
  );
  return dotChart(
    'R7 against naive retry in other worlds: rounds per goal, and goals reached',
    [
      { title: 'Rounds of R7, times those of naive', ticks: [0.5, 0.6, 0.7, 0.8, 0.9, 1], shown: plainly, neutral: 1, aim: 0.6 },
      { title: 'Goals that R7 reaches more', ticks: [-0.15, -0.1, -0.05, 0, 0.05, 0.1, 0.15], shown: percent, neutral: 0 },
    ],
    rows,
  );
}

const constantNames = {
  epsilon: 'ε, plateau',
  delta: 'δ, close enough',
  rho: 'ρ, wrong approach',
  theta: 'θ, budget',
  kill: 'kill-switch',
} as const;

function byConstants({ control }: Results): string {
  const tones: readonly Tone[] = ['ours', 'warm'];
  const panels = Object.entries(constantNames).map(([name, title]): LinePanel => {
    const of = name as keyof typeof constantNames; // the keys of the table, by its type
    const values = control.fits[0]?.alone[of].map(({ value }) => value) ?? [];
    const place = (value: number) => values.indexOf(value);
    return {
      title,
      x: {
        title: 'value, with the others at their defaults',
        ticks: values.map(place),
        shown: (tick) => (values[tick] === 1_000 ? 'off' : String(values[tick])),
      },
      y: { title: '', ticks: [-0.15, -0.1, -0.05, 0, 0.05, 0.1, 0.15], shown: plainly },
      curves: control.fits.map(({ worth, alone }, fit) => ({
        ...{ name: worth.name, tone: tones[fit] ?? 'plain' },
        points: alone[of].map(({ value, gain }) => ({ x: place(value), y: gain })),
      })),
    };
  });
  return lineChart('What a goal is worth more with another value of each constant', panels);
}

const memoryTones = {
  'the last ten tasks': 'violet',
  'the last ten of each': 'warm',
  'two potentials': 'ours',
  'one decayed score': 'green',
  '… and the Dreamer, rules at 5/3': 'rose',
} as const satisfies Record<string, Tone>;

function afterChanges({ memory }: Results): string {
  const panels = ['as R7 writes', 'every experience'].map(
    (writer): LinePanel => ({
      title: `Advice that is right, ${writer === 'as R7 writes' ? 'written as R7 writes' : 'every experience written'}`,
      x: { title: 'tasks of the kind since one of its tools changed', ticks: [0, 2, 4, 6, 8, 10, 12, 14], shown: plainly },
      y: { title: '', ticks: [0.5, 0.6, 0.7, 0.8, 0.9, 1], shown: percent },
      aim: 0.9,
      curves: Object.entries(memoryTones).map(([name, tone]) => ({
        ...{ name, tone },
        points: memory.rows
          .filter((row) => row.arm === name && row.writer === writer)
          .flatMap(({ bySince }) => bySince.map((y, x) => ({ x, y }))),
      })),
    }),
  );
  return lineChart('Share of right advice by the number of tasks since a change', panels);
}

function unlearning({ memory }: Results): string {
  const confirmations = memory.unlearning[0]?.rows.filter(({ before }) => before === 'worked').map((row) => row.confirmations) ?? [];
  const panels = (['worked', 'failed'] as const).map(
    (before): LinePanel => ({
      title: `Until it no longer says that it ${before}`,
      x: {
        title: 'how often it was true before, once a day',
        ticks: confirmations.map((_, place) => place),
        shown: (tick) => String(confirmations[tick]),
      },
      y: { title: '', ticks: [0, 5, 10, 15], shown: plainly },
      aim: fewContrary,
      curves: Object.entries(memoryTones)
        .filter(([name]) => name !== 'the last ten tasks')
        .map(([name, tone]) => ({
          ...{ name, tone },
          points: (memory.unlearning.find(({ arm }) => arm === name)?.rows ?? [])
            .filter((row) => row.before === before)
            .flatMap(({ confirmations: n, untilSilent }) =>
              untilSilent === null ? [] : [{ x: confirmations.indexOf(n), y: exactly(untilSilent) }],
            ),
        })),
    }),
  );
  return lineChart('Experiences to the contrary until wrong advice is no longer given', panels);
}

const wayTones = {
  "the executor's word": 'plain',
  'one judgement of the whole': 'warm',
  'two judgements of the whole': 'violet',
  'criteria and evidence': 'ours',
} as const satisfies Record<string, Tone>;

function byError({ verification }: Results): string {
  const same = verification.byError.filter(({ isAnew }) => !isAnew);
  const x = { title: 'questions that the judge answers wrongly', ticks: same.map(({ error }) => error), shown: percent };
  const curves = (of: 'liesAccepted' | 'honestRejected'): readonly Curve[] =>
    Object.entries(wayTones).map(([name, tone]) => ({
      ...{ name, tone },
      points: same.flatMap(({ error, ways }) => ways.filter(({ way }) => way === name).map((way) => ({ x: error, y: way[of] }))),
    }));
  const ticks = [0, 0.2, 0.4, 0.6, 0.8, 1];
  return lineChart('Lies accepted and honest work rejected, by how often the judge is wrong', [
    { title: 'Lies accepted', x, y: { title: '', ticks, shown: percent }, curves: curves('liesAccepted') },
    { title: 'Honest work rejected', x, y: { title: '', ticks, shown: percent }, curves: curves('honestRejected') },
  ]);
}
