/** Counts what a store holds again, because its own count may be lost with a part of the disk. */
import { allKeys } from '../records/keys.ts';
import type { MemoryStore } from '../records/memory-store.ts';

const maxTries = 3;

/** Counts again from the start if something is written meanwhile; after three attempts, leaves it for the next time. */
export async function recount(memory: MemoryStore): Promise<void> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const before = memory.state;
    const [M = 0, K = 0, C = 0, tags = 0] = await Promise.all(['l|M|', 'l|K|', 'l|C|', 's|'].map((prefix) => countIn(memory, prefix)));
    const isDone = await memory.change((batch) => {
      if (memory.state !== before) return false;
      const { state } = batch; // the state already counts what the same batch adds, so only the error found is corrected
      const corrected = (count: 'M' | 'K' | 'C' | 'tags', found: number) => state[count] + found - before[count];
      batch.setState({ M: corrected('M', M), K: corrected('K', K), C: corrected('C', C), tags: corrected('tags', tags), counted: true });
      return true;
    });
    if (isDone) return;
  }
}

async function countIn(memory: MemoryStore, prefix: string): Promise<number> {
  let count = 0;
  for await (const _ of allKeys(memory.store, prefix)) count += 1;
  return count;
}
