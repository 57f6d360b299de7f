/** Counts again what a store holds: its own count may be lost with a part of the disk. */
import { allKeys } from '../records/keys.ts';
import type { MemoryStore } from '../records/memory-store.ts';
import type { StoreState } from '../records/store-state.ts';

const maxTries = 3;

type Counts = Pick<StoreState, 'M' | 'K' | 'C' | 'tags'>;

/** Starts again if something is written meanwhile; after three tries it is left for the next time. */
export async function recount(memory: MemoryStore): Promise<void> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const before = memory.state;
    const [M = 0, K = 0, C = 0, tags = 0] = await Promise.all(['l|M|', 'l|K|', 'l|C|', 's|'].map((prefix) => countIn(memory, prefix)));
    const isDone = await memory.change((batch) => {
      if (memory.state !== before) return false;
      batch.setState({ ...corrected(batch.state, before, { M, K, C, tags }), counted: true });
      return true;
    });
    if (isDone) return;
  }
}

/** Corrects the state by the error found, since it already counts what the same batch adds. */
const corrected = (state: Counts, before: Counts, counted: Counts): Counts => ({
  M: state.M + counted.M - before.M,
  K: state.K + counted.K - before.K,
  C: state.C + counted.C - before.C,
  tags: state.tags + counted.tags - before.tags,
});

async function countIn(memory: MemoryStore, prefix: string): Promise<number> {
  let count = 0;
  for await (const _ of allKeys(memory.store, prefix)) count += 1;
  return count;
}
