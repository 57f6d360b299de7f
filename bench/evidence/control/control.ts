/** All that the page says about the controller, as data: the arms at every noise, by planner, in other worlds, and with other constants. */
import { type Arm, allArms, naive, r7 } from './arms.ts';
import { type Fit, fit } from './fit.ts';
import { type Compared, compared, type Measured, measured, type Played, playAll, type Seeds } from './measure.ts';
import { planners } from './planner.ts';
import { type Setting, usualSetting } from './play.ts';
import { scenarios } from './scenarios.ts';
import { usual } from './world.ts';

type Against = Measured & { readonly arm: string; readonly againstNaive: Compared; readonly againstR7: Compared };

export type ControlResults = {
  readonly goals: number;
  readonly byNoise: readonly { readonly rounds: number; readonly noise: number; readonly arms: readonly Against[] }[];
  readonly byPlanner: readonly { readonly planner: string; readonly arms: readonly Against[] }[];
  readonly scenarios: readonly { readonly name: string; readonly arms: readonly Against[] }[];
  readonly fits: readonly Fit[];
};

export const noises = [0, 0.05, 0.1, 0.15, 0.2, 0.3] as const;

/** Goals for fitting are different from those that are reported. */
const fittingFrom = 10_000_000;

export type ControlSize = { readonly goals: number; readonly draws: number };

export function controlResults({ goals, draws }: ControlSize): ControlResults {
  const seeds: Seeds = { from: 1, count: goals };
  const fewer: Seeds = { from: 1, count: Math.ceil(goals / 2) };
  const inScenarios = allArms.filter(({ name }) => shown.has(name));
  return {
    goals,
    byNoise: [4, 20].flatMap((rounds) =>
      noises.map((noise) => ({ rounds, noise, arms: armsIn(usualSetting({ ...usual, noise }, rounds), seeds) })),
    ),
    byPlanner: planners.map((planner, at) => ({
      planner: planner.name,
      arms: against((arm) => playAll(arm, usualSetting(usual), seeds).map((ends) => ends.slice(at, at + 1))),
    })),
    scenarios: scenarios.map(({ name, setting }) => ({ name, arms: armsIn(setting, fewer, inScenarios) })),
    fits: fit({
      fitting: { from: fittingFrom, count: fewer.count },
      reporting: { from: 2 * fittingFrom, count: goals },
      draws,
    }),
  };
}

const shown: ReadonlySet<string> = new Set([
  ...['naive retry', 'Reflexion-like retry', 'never the same twice', 'R7'],
  ...['R7 without the gradient', 'R7 without P', 'R7 without blocked sets'],
]);

const armsIn = (setting: Setting, seeds: Seeds, arms: readonly Arm[] = allArms): readonly Against[] =>
  against((arm) => playAll(arm, setting, seeds), arms);

function against(plays: (arm: Arm) => Played, arms: readonly Arm[] = allArms): readonly Against[] {
  const [ofNaive, ofR7] = [plays(naive), plays(r7)];
  return arms.map((arm) => {
    const played = arm === naive ? ofNaive : arm === r7 ? ofR7 : plays(arm);
    return { arm: arm.name, ...measured(played), againstNaive: compared(played, ofNaive), againstR7: compared(played, ofR7) };
  });
}
