/** How much a store holds, counted anew: what it says of that itself may have been lost with a part of the disk. */

import { allKeys } from '../records/keys-in.ts';
import type { MemoryStore } from '../records/memory-store.ts';
import type { StoreState } from '../records/store-state.ts';

/** How often it is tried to count while nothing is written. */
const maxTries = 3;

type Counts = Pick<StoreState, 'M' | 'K' | 'C' | 'tags'>;

/** Where something is written each time, it is left for the next time. */
export async function recount(memory: MemoryStore): Promise<void> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const before = memory.state;
    const [M, K, C, tags] = [
      await countIn(memory, 'l|M|'),
      await countIn(memory, 'l|K|'),
      await countIn(memory, 'l|C|'),
      await countIn(memory, 's|'),
    ];
    const isDone = await memory.change(
      (batch) => {
        if (memory.state !== before) return false; // something was written meanwhile
        batch.setState({ ...mended(batch.state, before, { M, K, C, tags }), counted: true });
        return true;
      },
      { durable: false },
    );
    if (isDone) return;
  }
}

/** What comes with the same batch is counted already: only by how much the state was wrong is put right. */
const mended = (state: Counts, before: Counts, counted: Counts): Counts => ({
  M: state.M + counted.M - before.M,
  K: state.K + counted.K - before.K,
  C: state.C + counted.C - before.C,
  tags: state.tags + counted.tags - before.tags,
});

async function countIn(memory: MemoryStore, family: string): Promise<number> {
  let count = 0;
  for await (const _ of allKeys(memory, family)) count += 1;
  return count;
}
