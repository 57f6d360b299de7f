/**
 * Fits the constants ε, δ, ρ, θ and kill to the made-up world: one at a time, and together; on other goals than those for which the gain is reported.
 */
import type { Hyperparameters } from '../../../src/control/hyperparameters.ts';
import { luckOf } from '../luck.ts';
import { comparedDifference, type Estimate, ratio } from '../statistics.ts';
import { steeredBy } from './arms.ts';
import { type Played, playAll, type Seeds } from './measure.ts';
import { type Ended, usualSetting } from './play.ts';
import { usual } from './world.ts';

type Fitted = 'epsilon' | 'delta' | 'rho' | 'theta' | 'kill';
type Constants = Readonly<Record<Fitted, number>>;

const grid: Readonly<Record<Fitted, readonly number[]>> = {
  epsilon: [0.02, 0.05, 0.1, 0.15, 0.2, 0.3],
  delta: [0, 0.1, 0.2, 0.3, 0.4, 0.5],
  rho: [0.2, 0.35, 0.5, 0.65, 0.8],
  theta: [0.5, 0.6, 0.7, 0.8, 0.9, 1],
  kill: [1, 2, 3, 1_000],
};

const defaults: Constants = { epsilon: 0.1, delta: 0.3, rho: 0.5, theta: 0.8, kill: 2 };

/** The shares of wrong verdicts; each applies to a part of the goals. */
const noises = [0, 0.05, 0.1, 0.15] as const;

/** What an end is worth: 1 for a goal that was reached, `gaps` for gaps that are named, −1 for a false "done"; each round costs a twentieth. */
type Worth = { readonly name: string; readonly gaps: number };
const worths: readonly Worth[] = [
  { name: 'gaps that are named are worth half a goal', gaps: 0.5 },
  { name: 'gaps are worth nothing', gaps: 0 },
];

const worthOf = ({ gaps }: Worth, { rounds, isReached, isFalse, hasGaps }: Ended): number =>
  (isReached ? 1 : 0) + (hasGaps ? gaps : 0) - (isFalse ? 1 : 0) - 0.05 * rounds;

const playWith = (constants: Constants, { from, count }: Seeds): Played =>
  noises.flatMap((noise, at) =>
    playAll(steeredBy('fitted', constants satisfies Partial<Hyperparameters>), usualSetting({ ...usual, noise }), {
      from: from + at * count,
      count: Math.ceil(count / noises.length),
    }),
  );

const unitsOf = (worth: Worth, played: Played): readonly (readonly [number, number])[] =>
  played.map((ends) => [ends.reduce((sum, ended) => sum + worthOf(worth, ended), 0), ends.length]);

type Row = { readonly constants: Constants; readonly worth: Estimate; readonly gain: Estimate };
export type Fit = {
  readonly worth: Worth;
  /** For each constant, every value with the others at their defaults, on the goals for fitting. */
  readonly alone: Readonly<Record<Fitted, readonly { readonly value: number; readonly gain: Estimate }[]>>;
  /** The best combination of values on the goals for fitting, and what it gains over the defaults on the goals for reporting. */
  readonly best: Constants;
  readonly tried: number;
  readonly fitted: Row;
  readonly reported: Row;
};

type Options = { readonly fitting: Seeds; readonly reporting: Seeds; readonly draws: number };

export function fit({ fitting, reporting, draws }: Options): readonly Fit[] {
  const known = new Map<string, Played>();
  const onFitting = (constants: Constants): Played => {
    const key = JSON.stringify(constants);
    const played = known.get(key) ?? playWith(constants, fitting);
    known.set(key, played);
    return played;
  };
  const base = onFitting(defaults);
  const names = Object.keys(grid) as Fitted[]; // the keys of the grid, by its type
  const luck = luckOf(20_260_101);
  const pick = (name: Fitted, draw: number): number => {
    const values = grid[name];
    return values[Math.floor(luck(draw, names.indexOf(name)) * values.length)] ?? defaults[name];
  };
  const drawn = Array.from(
    { length: draws },
    (_, draw): Constants => ({
      epsilon: pick('epsilon', draw),
      delta: pick('delta', draw),
      rho: pick('rho', draw),
      theta: pick('theta', draw),
      kill: pick('kill', draw),
    }),
  );
  const reportedBase = playWith(defaults, reporting);
  return worths.map((worth) => {
    const gainOf = (constants: Constants): Estimate => comparedDifference(unitsOf(worth, onFitting(constants)), unitsOf(worth, base));
    const rowsOf = (name: Fitted) => grid[name].map((value) => ({ value, gain: gainOf({ ...defaults, [name]: value }) }));
    const alone = { epsilon: rowsOf('epsilon'), delta: rowsOf('delta'), rho: rowsOf('rho'), theta: rowsOf('theta'), kill: rowsOf('kill') };
    const all = [defaults, ...drawn, ...names.flatMap((name) => grid[name].map((value): Constants => ({ ...defaults, [name]: value })))];
    const best = all.reduce((top, each) => (gainOf(each).value > gainOf(top).value ? each : top));
    const reported = playWith(best, reporting);
    return {
      ...{ worth, alone, best, tried: new Set(all.map((each) => JSON.stringify(each))).size },
      fitted: { constants: best, worth: ratio(unitsOf(worth, onFitting(best))), gain: gainOf(best) },
      reported: {
        constants: best,
        worth: ratio(unitsOf(worth, reported)),
        gain: comparedDifference(unitsOf(worth, reported), unitsOf(worth, reportedBase)),
      },
    };
  });
}
