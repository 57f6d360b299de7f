/**
 * Randomness that is derived from what it decides, not from the order in which it is drawn: two arms that meet the same question in the same goal get the same answer,
 * however they came to it.
 */

/** A number from 0 to 1 for the event that the whole numbers name. */
export type Luck = (...of: readonly number[]) => number;

export function luckOf(...seed: readonly number[]): Luck {
  const start = seed.reduce(mixed, 0x6a09e667);
  return (...of) => (finished(of.reduce(mixed, start)) >>> 0) / 4_294_967_296;
}

/** One step of MurmurHash3. */
function mixed(hash: number, value: number): number {
  const spread = Math.imul(rotated(Math.imul(value + 1, 0xcc9e2d51), 15), 0x1b873593);
  return (Math.imul(rotated(hash ^ spread, 13), 5) + 0xe6546b64) | 0;
}

function finished(hash: number): number {
  const first = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  const second = Math.imul(first ^ (first >>> 13), 0xc2b2ae35);
  return second ^ (second >>> 16);
}

const rotated = (value: number, by: number): number => (value << by) | (value >>> (32 - by));
