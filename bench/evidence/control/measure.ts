/** An arm over many goals and all planners: every measure with its interval, and how it compares with another arm on the same goals. */
import { comparedDifference, comparedRatio, type Estimate, ratio } from '../statistics.ts';
import type { Arm } from './arms.ts';
import { type Planner, planners } from './planner.ts';
import { type Ended, play, type Setting } from './play.ts';
import { makeGoal } from './world.ts';

/** Whole numbers that name goals: the first one, and how many. */
export type Seeds = { readonly from: number; readonly count: number };

/** How each goal ended, once for each planner. */
export type Played = readonly (readonly Ended[])[];

/** Each goal is played by all planners, or by those in `by`. */
export const playAll = (arm: Arm, setting: Setting, { from, count }: Seeds, by: readonly Planner[] = planners): Played =>
  Array.from({ length: count }, (_, at) => {
    const goal = makeGoal(from + at, setting.rules);
    return by.map((planner) => play(goal, arm, planner, setting));
  });

type Measure = 'rounds' | 'calls' | 'reached' | 'false' | 'gaps' | 'wasted';

const of: Readonly<Record<Measure, (ended: Ended) => number>> = {
  rounds: ({ rounds }) => rounds,
  calls: ({ calls }) => calls,
  reached: ({ isReached }) => (isReached ? 1 : 0),
  false: ({ isFalse }) => (isFalse ? 1 : 0),
  gaps: ({ hasGaps }) => (hasGaps ? 1 : 0),
  wasted: ({ wasted }) => wasted,
};

/** For each goal: the sum over its planners, and the number of its planners. */
const units = (played: Played, measure: Measure): readonly (readonly [number, number])[] =>
  played.map((ends) => [ends.reduce((sum, ended) => sum + of[measure](ended), 0), ends.length]);

export type Measured = Readonly<Record<Measure, Estimate>> & { readonly roundsPerReached: Estimate };

export const measured = (played: Played): Measured => ({
  rounds: ratio(units(played, 'rounds')),
  calls: ratio(units(played, 'calls')),
  reached: ratio(units(played, 'reached')),
  false: ratio(units(played, 'false')),
  gaps: ratio(units(played, 'gaps')),
  wasted: ratio(units(played, 'wasted')),
  roundsPerReached: ratio(played.map((ends) => [sumOf(ends, 'rounds'), sumOf(ends, 'reached')])),
});

const sumOf = (ends: readonly Ended[], measure: Measure): number => ends.reduce((sum, ended) => sum + of[measure](ended), 0);

export type Compared = { readonly rounds: Estimate; readonly reached: Estimate };

/** The ratio of the rounds to those of the other arm, and the difference of the shares of goals reached. */
export const compared = (mine: Played, theirs: Played): Compared => ({
  rounds: comparedRatio(units(mine, 'rounds'), units(theirs, 'rounds')),
  reached: comparedDifference(units(mine, 'reached'), units(theirs, 'reached')),
});
