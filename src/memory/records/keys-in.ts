import { below } from './keys.ts';
import type { MemoryStore } from './memory-store.ts';

/** How many keys are taken at once. */
const atOnce = 1_024;

/** The keys of a family as they are when their turn comes. */
export async function* allKeys(memory: MemoryStore, family: string): AsyncGenerator<string> {
  const range = below(family);
  for (let from = range.from; ; ) {
    const page = await memory.store.keys({ ...range, from, limit: atOnce });
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < atOnce) return;
    from = `${last}\0`;
  }
}
