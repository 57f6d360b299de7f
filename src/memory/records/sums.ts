/**
 * Decayed sums that need no scan. Time is cut into stretches, each with a fixed start: a memory adds f·e^(k·(since − start)) to its stretch, the very same number
 * when it comes and when it goes, and the sum of a stretch fades as a whole. Sums are kept in two doubles each, so that what goes leaves nothing behind.
 */
import { dayMs, fading, type Weight } from '../fading/decay.ts';
import { addExactly } from './exact-sum.ts';

/** How far memories of one stretch may differ in kΔ: e^8 keeps the numbers small, and the living (kΔ ≤ ln 10) in two stretches. */
const breadth = 8;
/** From here on what a stretch still gives is lost in rounding: e^-50 is 2e-22. */
const spentFrom = 50;

/** Start, how many, and the sums of f and of σ·f, each as a number and what rounding took from it. */
export type Stretch = [start: number, count: number, attention: number, attentionRest: number, decision: number, decisionRest: number];

/** Of all memories with one k. Stretches that start no later than `spentUntil` are spent: only how many memories they had is known. */
export type Sums = { readonly k: number; spentUntil: number; spent: number; stretches: Stretch[] };

export const emptySums = (k: number): Sums => ({ k, spentUntil: -1, spent: 0, stretches: [] });

/** Adds a memory, or takes it out again. False when it was not in there. */
export function addToSums(sums: Sums, { f, sigma, k, since }: Weight, by: 1 | -1): boolean {
  const start = startOf(k, since);
  if (start <= sums.spentUntil) {
    sums.spent += by;
    return sums.spent >= 0;
  }
  let stretch = sums.stretches.find(([each]) => each === start);
  if (!stretch) {
    if (by < 0) return false;
    stretch = [start, 0, 0, 0, 0, 0];
    sums.stretches.push(stretch);
  }
  const weight = f * Math.exp((k * (since - start)) / dayMs);
  stretch[1] += by;
  [stretch[2], stretch[3]] = addExactly(stretch[2], stretch[3], by * weight);
  [stretch[4], stretch[5]] = addExactly(stretch[4], stretch[5], by * sigma * weight);
  if (stretch[1] <= 0) sums.stretches = sums.stretches.filter((each) => each !== stretch);
  return stretch[1] >= 0;
}

/** What the sums come to at a time. */
export function valueAt(sums: readonly Sums[], at: number): { attention: number; decision: number } {
  let attention = 0;
  let decision = 0;
  for (const { k, stretches } of sums) {
    for (const [start, , f, fRest, signed, signedRest] of stretches) {
      const left = fading(k, at - start);
      attention += (f + fRest) * left;
      decision += (signed + signedRest) * left;
    }
  }
  return { attention, decision };
}

/** What speaks for and against at a time, with memories of one k taken together: they fade as one, so that time alone never makes either side larger. */
export function sidesAt(sums: readonly Sums[], at: number): { yes: number; no: number } {
  const byK = new Map<number, number>();
  for (const each of sums) byK.set(each.k, (byK.get(each.k) ?? 0) + valueAt([each], at).decision);
  let [yes, no] = [0, 0];
  for (const decision of byK.values()) {
    if (decision > 0) yes += decision;
    else no -= decision;
  }
  return { yes, no };
}

export const sizeOf = ({ spent, stretches }: Sums): number => stretches.reduce((size, [, each]) => size + each, spent);

/** Folds away what has faded for good, so that sums stay as short as what they say. */
export function foldFaded(sums: Sums, now: number): void {
  const { k } = sums;
  if (k === 0 || sums.stretches.length < 2) return;
  const isSpent = ([start]: Stretch) => (k * (now - start)) / dayMs - breadth > spentFrom;
  for (const [start, size] of sums.stretches.filter(isSpent)) {
    sums.spent += size;
    sums.spentUntil = Math.max(sums.spentUntil, start);
  }
  sums.stretches = sums.stretches.filter((stretch) => !isSpent(stretch));
}

function startOf(k: number, since: number): number {
  const length = Math.floor((breadth * dayMs) / k);
  if (!Number.isSafeInteger(length)) return 0; // it hardly fades, or not at all
  return length < 1 ? since : Math.floor(since / length) * length;
}
