/** Comparisons against thresholds. Sums of fractions are not exact, so what differs by less than a billionth is equal (SPEC, names and comparisons). */

const tolerance = 1e-9;

/** More than the threshold, and not just by rounding. */
export const exceeds = (value: number, threshold: number): boolean => value > threshold + tolerance;

/** At the threshold or above it, or just below by rounding. */
export const reaches = (value: number, threshold: number): boolean => value >= threshold - tolerance;
