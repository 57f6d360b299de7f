/** Means, ratios and differences with 95 % intervals, each over independent units (goals, worlds) that are left out one at a time (the jackknife). */

export type Estimate = { readonly value: number; readonly low: number; readonly high: number };

const z = 1.96;

/** Of any statistic of sums: `of` gets the sums over all units, or over all but one. */
function jackknife(units: readonly (readonly number[])[], of: (sums: readonly number[]) => number): Estimate {
  const width = units[0]?.length ?? 0;
  const sums = Array.from({ length: width }, (_, at) => units.reduce((sum, unit) => sum + (unit[at] ?? 0), 0));
  const value = of(sums);
  const without = units.map((unit) => of(sums.map((sum, at) => sum - (unit[at] ?? 0))));
  const mean = without.reduce((sum, each) => sum + each, 0) / without.length;
  const spread = without.reduce((sum, each) => sum + (each - mean) ** 2, 0);
  const half = z * Math.sqrt(((without.length - 1) / without.length) * spread);
  return { value, low: value - half, high: value + half };
}

/** A sum of one thing for each of another: rounds per goal, goals reached per goal tried. */
export const ratio = (units: readonly (readonly [number, number])[]): Estimate =>
  jackknife(units, ([part = 0, whole = 0]) => (whole === 0 ? Number.NaN : part / whole));

/** The ratio of `mine` to `theirs`, over the same units. */
export const comparedRatio = (mine: readonly (readonly [number, number])[], theirs: readonly (readonly [number, number])[]): Estimate =>
  jackknife(paired(mine, theirs), ([a = 0, n = 0, b = 0, m = 0]) => a / n / (b / m));

/** How much larger `mine` is than `theirs`, over the same units. */
export const comparedDifference = (
  mine: readonly (readonly [number, number])[],
  theirs: readonly (readonly [number, number])[],
): Estimate => jackknife(paired(mine, theirs), ([a = 0, n = 0, b = 0, m = 0]) => a / n - b / m);

const paired = (
  mine: readonly (readonly [number, number])[],
  theirs: readonly (readonly [number, number])[],
): readonly (readonly number[])[] => mine.map((unit, at) => [...unit, ...(theirs[at] ?? [0, 0])]);

/** The interval of a share of independent cases (Wilson), which also holds near 0 and 1. */
export function share(part: number, whole: number): Estimate {
  if (whole === 0) return { value: Number.NaN, low: Number.NaN, high: Number.NaN };
  const p = part / whole;
  const middle = (p + z ** 2 / (2 * whole)) / (1 + z ** 2 / whole);
  const half = (z / (1 + z ** 2 / whole)) * Math.sqrt((p * (1 - p)) / whole + z ** 2 / (4 * whole ** 2));
  return { value: p, low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}
