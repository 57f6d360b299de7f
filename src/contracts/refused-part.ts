/** How much of a delivered task was left undone because the person refused it. Pure. */
import type { FinalResult } from './control.ts';

/** `all`: a change was refused, and the task changed nothing at all. */
export type RefusedPart = 'none' | 'some' | 'all';

/** An action that the person changed, or in whose place something else was done to the same path, is not counted. */
export function refusedPart({ declined = [], changed }: Pick<FinalResult, 'declined' | 'changed'>): RefusedPart {
  const touched = new Set(changed.flatMap(({ path, moved_from }) => [path, moved_from]));
  const left = declined.filter(({ edited, effects }) => edited === undefined && !effects.some(({ path }) => touched.has(path)));
  if (left.length === 0) return 'none';
  return changed.length === 0 && left.some(({ effects }) => effects.length > 0) ? 'all' : 'some';
}
