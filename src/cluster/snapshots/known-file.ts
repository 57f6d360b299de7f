/** What is known of a path on the host from the last snapshot, so that only what has changed is read again. */
import type { BigIntStats } from 'node:fs';
import type { Entry } from '../../tools/changes/change.ts';
import { stampFrom } from '../../tools/changes/disk/stamp.ts';

/** The entry at a path of the host when a snapshot was taken, and what shows whether it is still the same. */
export type Known = {
  readonly entry: Entry;
  /** Empty if another program was writing there: then it has changed. */
  readonly stamp: string;
  /** Whether an equal stamp proves an equal entry: one as old as the last tick of its file system's clock may be shared by a later change. */
  readonly isSettled: boolean;
  readonly hasOtherNames: boolean;
};

/** `nowMs`: when the entry was read, or before. */
export const knownFrom = (entry: Entry, stats: BigIntStats, nowMs: number): Known => ({
  entry,
  stamp: stampFrom(stats),
  isSettled: isSettled(stats, nowMs),
  hasOtherNames: stats.isFile() && stats.nlink > 1n,
});

function isSettled({ ctimeNs }: BigIntStats, nowMs: number): boolean {
  const tickMs = ctimeNs % 1_000_000_000n === 0n ? 2_000 : 50;
  return Number(ctimeNs / 1_000_000n) + tickMs < nowMs;
}
