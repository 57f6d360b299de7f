/**
 * Decayed sums that need no scan. Time is cut into stretches with fixed starts. A memory adds f·e^(k·(since − start)) to its stretch, and exactly
 * that number is subtracted when it is removed; the sum of a stretch fades as a whole. Each sum is kept in two doubles, so that removing a memory
 * leaves no rounding error.
 */
import { dayMs, fading, type Weight } from '../fading/decay.ts';

/** The length of a stretch in kΔ: e^8 keeps the numbers small, and keeps active memories (kΔ ≤ ln 10) within two stretches. */
const breadth = 8;
/** The kΔ from which a stretch is lost in rounding: e^-50 is 2e-22. */
const spentFrom = 50;

/** Start, number of memories, and the sums of f and of σ·f, each with its rounding error. */
export type Stretch = [start: number, count: number, attention: number, attentionRest: number, decision: number, decisionRest: number];

/** The sums of all memories with one k. For stretches that start no later than `spentUntil`, only the number of memories is kept. */
export type Sums = { readonly k: number; spentUntil: number; spent: number; stretches: Stretch[] };

export const emptySums = (k: number): Sums => ({ k, spentUntil: -1, spent: 0, stretches: [] });

/** Adds a memory, or removes it. False if it was not there. */
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

/** The value of the sums at a time. */
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

/**
 * The weight for and against at a time. Memories with the same k fade together, so they are netted, and time alone never makes either side larger.
 */
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

/** Replaces stretches that have faded for good by a count, so that records do not grow. */
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
  if (!Number.isSafeInteger(length)) return 0; // with such a k, memories hardly fade, so one stretch holds everything
  return length < 1 ? since : Math.floor(since / length) * length;
}

/** Error-free addition (Knuth): the sum and its rounding error. */
export function addExactly(sum: number, rest: number, term: number): [sum: number, rest: number] {
  const rough = sum + term;
  const part = rough - sum;
  const lost = rest + (sum - (rough - part) + (term - part));
  const rounded = rough + lost;
  return [rounded, lost - (rounded - rough)];
}
