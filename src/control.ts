/** `artoo/control`: R7's mathematics, for whoever wants to measure and steer work of their own. Pure and stable. */
export type { Loss, ReplanRequest } from './contracts/control.ts';
export type { CriterionVerdict } from './contracts/criteria.ts';
export type { SubTaskOutcome } from './contracts/execution.ts';
export { type ControllerState, type Decision, decide, initialState } from './control/decide.ts';
export { distance } from './control/distance.ts';
export { defaults, type Hyperparameters } from './control/hyperparameters.ts';
export { implausibility } from './control/implausibility.ts';
export { loss, resourceCost } from './control/loss.ts';
export { type MacroState, macroState } from './control/macro-state.ts';
