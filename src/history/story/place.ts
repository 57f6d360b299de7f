/** Where in a task an effect stands, read from its key. Pure. */
import type { EffectKey } from '../../contracts/ids.ts';

/** Zero stands for the whole task, or all of a round. */
export type EffectPlace = { readonly round: number; readonly subtask: number; readonly attempt: number };

export function placeOf(key: EffectKey): EffectPlace {
  const [round = 0, subtask = 0, attempt = 0] = key.split(/[./]/, 3).map(Number);
  return { round, subtask, attempt };
}
