/** Lists each criterion once if several lists judged together share it, and gives each list its verdicts. Pure. */
import type { Criterion, CriterionVerdict } from '../../contracts/criteria.ts';

/** Criteria with the same words and the same check count as one. */
const keyOf = ({ criterion, check }: Criterion): string => JSON.stringify([criterion, check ?? null]);

/** Each criterion once, in order. A criterion given in both modes is judged as verifiable, which counts for both. */
export function distinct(criteria: readonly Criterion[]): readonly Criterion[] {
  const byKey = new Map<string, Criterion>();
  for (const criterion of criteria) {
    const before = byKey.get(keyOf(criterion));
    if (!before || (before.mode === 'plausible' && criterion.mode === 'verifiable')) byKey.set(keyOf(criterion), criterion);
  }
  return [...byKey.values()];
}

/** The verdicts on these criteria, in their order, each with its mode and weight in this list. */
export function verdictsOn(
  criteria: readonly Criterion[],
  judged: readonly (readonly [Criterion, CriterionVerdict])[],
): readonly CriterionVerdict[] {
  const byKey = new Map(judged.map(([criterion, verdict]) => [keyOf(criterion), verdict]));
  return criteria.flatMap((criterion) => {
    const verdict = byKey.get(keyOf(criterion));
    return verdict ? [{ ...verdict, mode: criterion.mode, weight: criterion.weight }] : [];
  });
}

/** Whether all of these criteria are among the others. */
export const areAmong = (criteria: readonly Criterion[], others: Iterable<Criterion>): boolean => {
  const keys = new Set(Iterator.from(others).map(keyOf));
  return criteria.every((criterion) => keys.has(keyOf(criterion)));
};
