/** What R7 measured, in one row. Pure. */
import type { FinalResult } from '../../contracts/control.ts';
import { defaults } from '../../control/hyperparameters.ts';

type Measured = Pick<FinalResult, 'loss' | 'grad_l' | 'prev_directive'>;

/** D, P, Ω, L and where the loss is going. */
export const measure = ({ loss: { D, P, Omega, L }, ...measured }: Measured): string =>
  `D ${D.toFixed(2)}  P ${P.toFixed(2)}  Ω ${Omega.toFixed(2)}  L ${L.toFixed(2)}  ∇L ${trend(measured)}`;

/** Down is better; of the first round nobody knows. */
export const trend = ({ grad_l, prev_directive }: Omit<Measured, 'loss'>): string =>
  prev_directive === 'init' ? '⊥' : `${arrow(grad_l)} ${grad_l >= 0 ? '+' : ''}${grad_l.toFixed(2)}`;

function arrow(gradient: number): string {
  if (Math.abs(gradient) < defaults.epsilon) return '→';
  return gradient > 0 ? '↑' : '↓';
}
