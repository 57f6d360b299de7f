/** Which kind of change comes next: the cascade of SPEC §5, row by row. */
import type { Directive } from '../contracts/control.ts';
import { exceeds, reaches } from './compare.ts';
import { defaults, type Hyperparameters } from './hyperparameters.ts';

export type MacroState = 'abandon' | 'success' | Directive;

type Signal = { readonly D: number; readonly P: number; readonly Omega: number; readonly gradL: number };

/** Checks the budget first, then the distance, then the kind of failure. Exactly one state for every signal. */
export function macroState({ D, P, Omega, gradL }: Signal, p: Hyperparameters = defaults): MacroState {
  if (reaches(Omega, p.theta)) return 'abandon';
  if (reaches(p.delta, D)) return 'success';
  return actionState({ P, gradL }, p);
}

/** The kind of the next plan, depending on whether the approach is wrong and whether the last round changed anything. */
export function actionState({ P, gradL }: Pick<Signal, 'P' | 'gradL'>, p: Hyperparameters): Directive {
  const stuck = !reaches(Math.abs(gradL), p.epsilon);
  const wrongApproach = exceeds(P, p.rho);
  if (wrongApproach) return stuck ? 'break_symmetry' : 'change_approach';
  return stuck ? 'change_path' : 'refine';
}
