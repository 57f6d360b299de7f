/** What a result lists as not met, as it is told: a criterion of a part that ended with a refusal was not checked, and may hold. Pure. */
import type { Unmet } from './control.ts';

/** The evidence for each criterion of a sub-task that a refusal ended; all of them count as failed. */
export const itWasRefused = 'it was refused';

export const toldUnmet = (unmet: readonly Unmet[]): readonly Unmet[] =>
  unmet.map((each) => (each.why === itWasRefused ? { ...each, why: endedByRefusal, unchecked: true } : each));

const endedByRefusal = 'not checked: its part of the task ended with the refusal';
