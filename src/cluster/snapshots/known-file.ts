/** What the last snapshot recorded about a path of the host, so that only changed files are read again. */
import type { BigIntStats } from 'node:fs';
import type { Entry } from '../../tools/changes/change.ts';
import { stampFrom } from '../../tools/changes/disk/stamp.ts';

/** The entry at a path of the host when a snapshot was taken, and a stamp that shows whether it is still unchanged. */
export type Known = {
  readonly entry: Entry;
  /** Empty if another program was writing to the file, which then counts as changed. */
  readonly stamp: string;
  /** Whether an equal stamp proves an equal entry. A stamp from the last tick of the file system's clock does not, because a later change may have the same stamp. */
  readonly isSettled: boolean;
  readonly hasOtherNames: boolean;
};

/** `nowMs`: a time no later than when the entry was read. */
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
