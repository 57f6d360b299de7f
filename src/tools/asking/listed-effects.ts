/** Which effects a question lists if there are too many to list all of them. Pure. */
import { dirname } from 'node:path';
import type { Change } from '../changes/change.ts';

type Effect = { readonly made: Pick<Change, 'path' | 'after'> };

/**
 * At most `max` effects, in their order. If not all fit, folders that are deleted as a whole come first, since they include their contents; the
 * contents come last.
 */
export function listedEffects<E extends Effect>(effects: readonly E[], max: number): readonly E[] {
  if (effects.length <= max) return effects;
  const gone = new Set(effects.filter(({ made }) => made.after === null).map(({ made }) => made.path));
  const filled = new Set([...gone].map((path) => dirname(path)));
  const isBelowGone = ({ made }: E): boolean => gone.has(dirname(made.path));
  const isWhole = (effect: E): boolean => gone.has(effect.made.path) && filled.has(effect.made.path) && !isBelowGone(effect);
  const rank = (effect: E): number => (isWhole(effect) ? 0 : isBelowGone(effect) ? 2 : 1);
  return effects.toSorted((a, b) => rank(a) - rank(b)).slice(0, max);
}
