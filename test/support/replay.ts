/** Replays a task from its entries: the result, and where it differs from the record. */
import type { FinalResult } from '../../src/contracts/control.ts';
import type { Difference } from '../../src/effects/compare-entries.ts';
import type { Host } from '../../src/engine/host.ts';
import type { Entry } from '../../src/journal/entry.ts';
import { tapeOf } from '../../src/journal/tape.ts';

export type Replayed = { readonly entries: readonly Entry[]; readonly result: FinalResult | undefined };

/** Rejects at the first difference. */
export async function replayed(host: Pick<Host, 'replay'>, tape: readonly Entry[]): Promise<Replayed> {
  const entries: Entry[] = [];
  const { result } = await host.replay(tapeOf(tape), { onEntry: (entry) => void entries.push(entry) });
  return { entries, result };
}

/** All differences, as far as the replay can be followed. */
export async function differencesIn(host: Pick<Host, 'replay'>, tape: readonly Entry[]): Promise<readonly Difference[]> {
  const differences: Difference[] = [];
  await host.replay(tapeOf(tape), { onDifference: (difference) => void differences.push(difference) });
  return differences;
}
