/** Places in a task. Pure. */
import type { EffectKey, SubTaskId } from '../../contracts/ids.ts';

/** In each field, zero means the whole task, round or sub-task. */
export type Place = { readonly round: number; readonly subtask: number; readonly attempt: number };

/** The place of an effect, read from its key. */
export function placeOf(key: EffectKey): Place {
  const [round = 0, subtask = 0, attempt = 0] = key.split(/[./]/, 3).map(Number);
  return { round, subtask, attempt };
}

/** The place of a sub-task, read from its id. */
export function subTaskPlace(id: SubTaskId, attempt = 0): Place {
  const [, round = 0, subtask = 0] = (/-(\d+)-(\d+)$/.exec(id) ?? []).map(Number);
  return { round, subtask, attempt };
}
