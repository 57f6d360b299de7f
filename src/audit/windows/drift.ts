/** Whether a rate has left the range of its own past. Pure. */
import type { Stretch } from './rate-history.ts';

/** So many hits of so many cases. */
export type Pair = readonly [hits: number, of: number];

/** Fewer than these are no past to compare with, and no present to compare. */
const enough = { windows: 8, cases: 50, now: 5 } as const;

/** How unlikely a rate must be, given its past, before the person hears of it: bench/audit-drift.ts shows how often that happens without cause. */
const unlikely = 1e-6;

/** Whether the present rate is too unlikely under the past one. */
export function hasDrifted(now: Pair, past: Stretch): boolean {
  if (past.windows < enough.windows || past.of < enough.cases || now[1] < enough.now) return false;
  return isUnlikely(now, rangeOf(past));
}

/** A beta distribution of the rate. */
type Range = { readonly a: number; readonly b: number };

/**
 * Where the rate of a stretch lies, by the past windows. Windows differ from each other by more than chance alone (a folder full of hard tasks, a slow day), so their own spread widens the range; and so
 * does a short past. The spread is the intra-class correlation of the windows, by the analysis of variance.
 */
function rangeOf({ windows, hits, of, squares, quotients }: Stretch): Range {
  const mean = (hits + 0.5) / (of + 1);
  const noise = mean * (1 - mean);
  const between = quotients - 2 * mean * hits + mean * mean * of - noise * (windows - 1);
  const size = of - squares / of - (windows - 1);
  const spread = size > 0 ? Math.min(0.9, Math.max(0, between / (noise * size))) : 0;
  const independent = of / (1 + spread * Math.max(0, of / windows - 1));
  const correlation = spread + (1 - spread) / (independent + 1);
  const weight = 1 / correlation - 1;
  return { a: mean * weight, b: (1 - mean) * weight };
}

/** Whether a count as extreme as this, on its side of the mean, has hardly a chance. The largest terms come first, so that usual counts are settled at once. */
function isUnlikely([hits, of]: Pair, range: Range): boolean {
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

/** Of exactly so many hits, where the rate itself is drawn from the range. */
const logChance = (hits: number, of: number, { a, b }: Range): number =>
  logGamma(of + 1) - logGamma(hits + 1) - logGamma(of - hits + 1) + logBeta(hits + a, of - hits + b) - logBeta(a, b);

const logBeta = (a: number, b: number): number => logGamma(a) + logGamma(b) - logGamma(a + b);

/** Stirling's series, after as many steps of the recurrence as it needs to be exact to ten digits. */
function logGamma(x: number): number {
  let shift = 0;
  let at = x;
  for (; at < 8; at += 1) shift -= Math.log(at);
  const inverse = 1 / at;
  const square = inverse * inverse;
  const series = inverse * (1 / 12 - square * (1 / 360 - square * (1 / 1260 - square / 1680)));
  return shift + (at - 0.5) * Math.log(at) - at + 0.5 * Math.log(2 * Math.PI) + series;
}
