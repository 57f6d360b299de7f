/** Comparisons with thresholds. Sums of fractions are inexact, so values that differ by less than a billionth are equal (SPEC, names and comparisons). */

const tolerance = 1e-9;

/** Above the threshold by more than a rounding error. */
export const exceeds = (value: number, threshold: number): boolean => value > threshold + tolerance;

/** At or above the threshold, allowing for rounding. */
export const reaches = (value: number, threshold: number): boolean => value >= threshold - tolerance;
