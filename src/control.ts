/** `artoo/control`: R7's mathematics, to measure and steer your own work. Pure and stable. Malformed input throws an ArtooError. */

import type { ReplanRequest as Request } from './contracts/control.ts';
import type { CriterionVerdict } from './contracts/criteria.ts';
import type { SubTaskOutcome as Outcome } from './contracts/execution.ts';
import type { Plain } from './contracts/ids.ts';
import { checked } from './contracts/shapes/checked.ts';
import { Constants, LossParts, Outcomes, Round, Signal, Spent, State, Verdicts } from './contracts/shapes/control-input.ts';
import { type ControllerState, type Decision, decide as decideFor } from './control/decide.ts';
import { distance as distanceOf } from './control/distance.ts';
import { defaults, type Hyperparameters, ranges, withDefaults } from './control/hyperparameters.ts';
import { implausibility as implausibilityOf } from './control/implausibility.ts';
import { resourceCost as costOf, loss as lossOf } from './control/loss.ts';
import { type MacroState, macroState as stateFor } from './control/macro-state.ts';

export type { Loss } from './contracts/control.ts';
export type { CriterionVerdict } from './contracts/criteria.ts';
export { type ControllerState, type Decision, initialState } from './control/decide.ts';
export { defaults, type Hyperparameters } from './control/hyperparameters.ts';
export type { MacroState } from './control/macro-state.ts';

/** The same shapes as in the messages, with plain strings as ids. */
export type ReplanRequest = Plain<Request>;
export type SubTaskOutcome = Plain<Outcome>;

type Measure = (outcomes: readonly SubTaskOutcome[], taskVerdicts?: readonly CriterionVerdict[]) => number;

/** D: the weighted share of the criteria that failed. */
export const distance: Measure = (outcomes, taskVerdicts) => distanceOf(read(outcomes), verdicts(taskVerdicts));

/** P: the share of the failures that were the fault of the approach. */
export const implausibility: Measure = (outcomes, taskVerdicts) => implausibilityOf(read(outcomes), verdicts(taskVerdicts));

/** Ω: the share of replans and time that is used up. */
export const resourceCost = (spent: { replans: number; elapsedMs: number }, p: Partial<Hyperparameters> = defaults): number =>
  costOf(checked(Spent, spent, 'usage', 'spent'), constants(p));

/** L: the one number that combines the three. */
export const loss = (parts: { D: number; P: number; Omega: number }, p: Partial<Hyperparameters> = defaults): number =>
  lossOf(checked(LossParts, parts, 'usage', 'parts'), constants(p));

/** Which kind of change is due. */
export const macroState = (signal: Parameters<typeof stateFor>[0], p: Partial<Hyperparameters> = defaults): MacroState =>
  stateFor(checked(Signal, signal, 'usage', 'signal'), constants(p));

/** The state after a round, and what to do about it. */
export const decide = (
  state: ControllerState,
  request: ReplanRequest,
  p: Partial<Hyperparameters> = defaults,
): { state: ControllerState; decision: Decision } =>
  decideFor(
    checked(State, state, 'payload_refused', 'state'),
    checked(Round, request, 'payload_refused', 'request') as Request, // no function here reads an id, so any text will do
    constants(p),
  );

const read = (outcomes: readonly SubTaskOutcome[]) => checked(Outcomes, outcomes, 'payload_refused', 'outcomes') as readonly Outcome[]; // likewise

const verdicts = (given: readonly CriterionVerdict[] | undefined) => checked(Verdicts, given, 'payload_refused', 'taskVerdicts');

/** A time budget that was extended for slow models, as recorded in journals, need not be a whole number. */
const known = Constants({ ...ranges, timeBudgetMs: { ...ranges.timeBudgetMs, whole: false } });

/** A constant that is undefined counts as not given. */
function constants(p: Partial<Hyperparameters>): Hyperparameters {
  if (p === defaults) return defaults;
  const given = Object.entries(checked(known, p, 'usage', 'constants')).filter(([, value]) => value !== undefined);
  return withDefaults(Object.fromEntries(given));
}
