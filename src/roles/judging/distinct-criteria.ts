/** The criteria that are judged together, each once, and how each verdict gets back to every list that asked. Pure. */
import type { Criterion, CriterionVerdict } from '../../contracts/criteria.ts';

/** Two criteria with the same words and the same check are one question. */
const keyOf = ({ criterion, check }: Criterion): string => JSON.stringify([criterion, check ?? null]);

/** Each question once, in the order in which they were first asked. Where one is asked in both modes, it is judged as verifiable: what counts there counts for both. */
export function distinct(criteria: readonly Criterion[]): readonly Criterion[] {
  const byKey = new Map<string, Criterion>();
  for (const criterion of criteria) {
    const before = byKey.get(keyOf(criterion));
    if (!before || (before.mode === 'plausible' && criterion.mode === 'verifiable')) byKey.set(keyOf(criterion), criterion);
  }
  return [...byKey.values()];
}

/** The verdicts on these criteria, in their order, with the mode and weight that each has here. */
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

/** Whether every one of these criteria is among those. */
export const areAmong = (criteria: readonly Criterion[], others: Iterable<Criterion>): boolean => {
  const keys = new Set(Iterator.from(others).map(keyOf));
  return criteria.every((criterion) => keys.has(keyOf(criterion)));
};
