/** Whether a judge approves nearly everything, over enough cases to be sure. Pure. */
import type { Pair } from './drift.ts';

/** A judge is reported if even the lower bound of its share of approvals reaches this value, for which 35 approvals out of 35 are just enough. */
const nearlyEverything = 0.9;

export const isRubberStamping = (approved: Pair): boolean => lowerBound(approved) >= nearlyEverything;

/** The lower end of the share's 95 % confidence interval (Wilson). */
function lowerBound([hits, of]: Pair): number {
  if (of === 0) return 0;
  const z2 = 1.959964 ** 2;
  const share = hits / of;
  return (share + z2 / (2 * of) - Math.sqrt(z2 * ((share * (1 - share)) / of + z2 / (4 * of * of)))) / (1 + z2 / of);
}
