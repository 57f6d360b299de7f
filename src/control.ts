/** `artoo/control`: R7's mathematics, for whoever wants to measure and steer work of their own. Pure and stable. */
import type { ReplanRequest as Request } from './contracts/control.ts';
import type { CriterionVerdict } from './contracts/criteria.ts';
import type { SubTaskOutcome as Outcome } from './contracts/execution.ts';
import type { Plain } from './contracts/ids.ts';
import { type ControllerState, type Decision, decide as decideFor } from './control/decide.ts';
import { distance as distanceOf } from './control/distance.ts';
import type { Hyperparameters } from './control/hyperparameters.ts';
import { implausibility as implausibilityOf } from './control/implausibility.ts';

export type { Loss } from './contracts/control.ts';
export type { CriterionVerdict } from './contracts/criteria.ts';
export { type ControllerState, type Decision, initialState } from './control/decide.ts';
export { defaults, type Hyperparameters } from './control/hyperparameters.ts';
export { loss, resourceCost } from './control/loss.ts';
export { type MacroState, macroState } from './control/macro-state.ts';

/** The same shapes as in the messages, with ids that are any text. */
export type ReplanRequest = Plain<Request>;
export type SubTaskOutcome = Plain<Outcome>;

type Measure = (outcomes: readonly SubTaskOutcome[], taskVerdicts?: readonly CriterionVerdict[]) => number;

// None of these reads an id, so that any text will do for one.
export const distance = distanceOf as Measure;
export const implausibility = implausibilityOf as Measure;
export const decide = decideFor as (
  state: ControllerState,
  request: ReplanRequest,
  p?: Hyperparameters,
) => { state: ControllerState; decision: Decision };
