/** Whether a rate has left the range of its past values. Pure. */
import type { Length, Stretches } from './rate-history.ts';

/** How often something happened, and how often it could have happened. */
export type Pair = readonly [hits: number, of: number];

/** The fewest cases in the past and in the present for which the two are compared. */
const enough = { cases: 50, now: 5 } as const;

type Limits = {
  /** The fewest stretches that the past must have. */
  readonly stretches: number;
  /** How far stretches are expected to differ as long as few have been seen: a rate that has been 0 so far need not stay 0. */
  readonly spread: number;
  /** How unlikely a rate must be, given its past, before it is reported. Lower for windows than for weeks, because there are far more of them. */
  readonly unlikely: number;
};

/** The limits by length; bench/audit-drift.ts shows how often an alert is wrong, and how soon a real change is noticed. */
const limits: Readonly<Record<Length, Limits>> = {
  window: { stretches: 8, spread: 0.06, unlikely: 5e-7 },
  day: { stretches: 8, spread: 0.04, unlikely: 3e-6 },
  week: { stretches: 4, spread: 0.02, unlikely: 3e-5 },
};

/** The expected spread weighs as much as this many observed stretches. */
const expectedStretches = 10;

/** Whether the present rate is too unlikely, given past stretches of the same length. */
export function hasDrifted(now: Pair, past: Stretches, length: Length): boolean {
  const { stretches, spread, unlikely } = limits[length];
  if (past.count < stretches || past.of < enough.cases || now[1] < enough.now) return false;
  return isUnlikely(now, rangeOf(past, spread), unlikely);
}

/** A beta distribution of the rate. */
type Range = { readonly a: number; readonly b: number };

/**
 * The range of a stretch's rate, estimated from past ones. Stretches differ by more than chance alone (a folder full of hard tasks, a slow day), so
 * their own spread widens the range, and so does a short past. The spread is the intra-class correlation of the stretches, by the analysis of
 * variance.
 */
function rangeOf({ count, hits, of, squares, quotients }: Stretches, expected: number): Range {
  const mean = (hits + 0.5) / (of + 1);
  const noise = mean * (1 - mean);
  const between = quotients - 2 * mean * hits + mean * mean * of - noise * (count - 1);
  const size = of - squares / of - (count - 1);
  const seen = size > 0 ? Math.min(0.9, Math.max(0, between / (noise * size))) : 0;
  const spread = (seen * count + expected * expectedStretches) / (count + expectedStretches);
  const independent = of / (1 + spread * Math.max(0, of / count - 1));
  const correlation = spread + (1 - spread) / (independent + 1);
  const weight = 1 / correlation - 1;
  return { a: mean * weight, b: (1 - mean) * weight };
}

/**
 * Whether a count at least this far from the mean, on the same side, is too unlikely. The largest terms come first, so that ordinary counts are
 * decided quickly.
 */
function isUnlikely([hits, of]: Pair, range: Range, unlikely: number): boolean {
  const step = hits / of > range.a / (range.a + range.b) ? 1 : -1;
  let chance = 0;
  for (let count = hits; count >= 0 && count <= of; count += step) {
    const term = Math.exp(logChance(count, of, range));
    chance += term;
    if (chance > unlikely / 2) return false;
    if (term < unlikely * 1e-9) break;
  }
  return true;
}

/** The log of the chance of exactly this many hits, if the rate itself is drawn from the range. */
const logChance = (hits: number, of: number, { a, b }: Range): number =>
  logGamma(of + 1) - logGamma(hits + 1) - logGamma(of - hits + 1) + logBeta(hits + a, of - hits + b) - logBeta(a, b);

const logBeta = (a: number, b: number): number => logGamma(a) + logGamma(b) - logGamma(a + b);

/** Stirling's series, after enough steps of the recurrence to be exact to ten digits. */
function logGamma(x: number): number {
  let shift = 0;
  let at = x;
  for (; at < 8; at += 1) shift -= Math.log(at);
  const inverse = 1 / at;
  const square = inverse * inverse;
  const series = inverse * (1 / 12 - square * (1 / 360 - square * (1 / 1260 - square / 1680)));
  return shift + (at - 0.5) * Math.log(at) - at + 0.5 * Math.log(2 * Math.PI) + series;
}
