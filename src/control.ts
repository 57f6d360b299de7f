/** `artoo/control`: R7's mathematics, for whoever wants to measure and steer work of their own. Pure and stable. */
import type { ReplanRequest as Request } from './contracts/control.ts';
import type { CriterionVerdict } from './contracts/criteria.ts';
import type { SubTaskOutcome as Outcome } from './contracts/execution.ts';
import type { Plain } from './contracts/ids.ts';
import { type ControllerState, type Decision, decide as decideFor } from './control/decide.ts';
import { distance as distanceOf } from './control/distance.ts';
import { complete, defaults, type Hyperparameters } from './control/hyperparameters.ts';
import { implausibility as implausibilityOf } from './control/implausibility.ts';
import { resourceCost as costOf, loss as lossOf } from './control/loss.ts';
import { type MacroState, macroState as stateFor } from './control/macro-state.ts';

export type { Loss } from './contracts/control.ts';
export type { CriterionVerdict } from './contracts/criteria.ts';
export { type ControllerState, type Decision, initialState } from './control/decide.ts';
export { defaults, type Hyperparameters } from './control/hyperparameters.ts';
export type { MacroState } from './control/macro-state.ts';

/** The same shapes as in the messages, with ids that are any text. */
export type ReplanRequest = Plain<Request>;
export type SubTaskOutcome = Plain<Outcome>;

type Measure = (outcomes: readonly SubTaskOutcome[], taskVerdicts?: readonly CriterionVerdict[]) => number;

// None of these reads an id, so that any text will do for one.
export const distance = distanceOf as Measure;
export const implausibility = implausibilityOf as Measure;

export const resourceCost = (spent: { replans: number; elapsedMs: number }, p: Partial<Hyperparameters> = defaults): number =>
  costOf(spent, complete(p));

export const loss = (parts: { D: number; P: number; Omega: number }, p: Partial<Hyperparameters> = defaults): number =>
  lossOf(parts, complete(p));

export const macroState = (signal: Parameters<typeof stateFor>[0], p: Partial<Hyperparameters> = defaults): MacroState =>
  stateFor(signal, complete(p));

export const decide = (
  state: ControllerState,
  request: ReplanRequest,
  p: Partial<Hyperparameters> = defaults,
): { state: ControllerState; decision: Decision } => decideFor(state, request as Request, complete(p)); // see above
