/** What R7 measured, in one row. Pure. */
import type { FinalResult } from '../contracts/control.ts';
import { reaches } from '../control/compare.ts';
import { defaults } from '../control/hyperparameters.ts';

type Measured = Pick<FinalResult, 'loss' | 'grad_l' | 'prev_directive'>;

/** D, P, Ω, L and where the loss is going; below `epsilon` of the task, it does not move. */
export const measure = ({ loss: { D, P, Omega, L }, ...measured }: Measured, epsilon: number = defaults.epsilon): string =>
  `D ${D.toFixed(2)}  P ${P.toFixed(2)}  Ω ${Omega.toFixed(2)}  L ${L.toFixed(2)}  ∇L ${trend(measured, epsilon)}`;

/** Down is better; of the first round nobody knows. */
export const trend = ({ grad_l, prev_directive }: Omit<Measured, 'loss'>, epsilon: number): string =>
  prev_directive === 'init' ? '⊥' : `${arrow(grad_l, epsilon)} ${grad_l >= 0 ? '+' : ''}${grad_l.toFixed(2)}`;

function arrow(gradient: number, epsilon: number): string {
  if (!reaches(Math.abs(gradient), epsilon)) return '→';
  return gradient > 0 ? '↑' : '↓';
}
