/** What R7 measured, in one row. Pure. */
import type { FinalResult, Loss } from '../contracts/control.ts';
import { reaches } from '../control/compare.ts';
import { defaults } from '../control/hyperparameters.ts';

type Measured = Pick<FinalResult, 'loss' | 'grad_l' | 'prev_directive'>;

/** D, P, Ω, L and how the loss changed; a change below `epsilon` counts as none. */
export const measure = ({ loss, ...measured }: Measured, epsilon: number = defaults.epsilon): string =>
  `${lossText(loss)}, ∇L ${trend(measured, epsilon)}`;

/** The loss and its previous value, then its parts. */
export function lossInWords({ D, P, Omega, L }: Loss, before: number | undefined, epsilon: number): string {
  const change =
    before === undefined
      ? ''
      : reaches(Math.abs(L - before), epsilon)
        ? `, ${L > before ? 'up' : 'down'} from ${before.toFixed(2)}`
        : ', as before';
  return `loss ${L.toFixed(2)}${change} (D ${D.toFixed(2)}, P ${P.toFixed(2)}, Ω ${Omega.toFixed(2)})`;
}

export const lossText = ({ D, P, Omega, L }: Loss): string =>
  `D ${D.toFixed(2)}, P ${P.toFixed(2)}, Ω ${Omega.toFixed(2)}, L ${L.toFixed(2)}`;

/** A falling loss is better; `⊥` in the first round, which has no previous loss. */
export const trend = ({ grad_l, prev_directive }: Omit<Measured, 'loss'>, epsilon: number): string =>
  prev_directive === 'init' ? '⊥' : `${arrow(grad_l, epsilon)} ${grad_l >= 0 ? '+' : ''}${grad_l.toFixed(2)}`;

function arrow(gradient: number, epsilon: number): string {
  if (!reaches(Math.abs(gradient), epsilon)) return '→';
  return gradient > 0 ? '↑' : '↓';
}
