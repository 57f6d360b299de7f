/** The memories of a tag from which no rule has been made yet. */
import type { Tag } from '../../contracts/memory.ts';
import type { StoredMemory } from '../keeper.ts';
import { type ActiveMemory, activeMemory } from '../records/active-memory.ts';
import { entriesAt, lastPart } from '../records/keys.ts';
import type { MemoryStore } from '../records/memory-store.ts';

export type Fresh = { readonly kept: StoredMemory; readonly active: ActiveMemory };

/** Levels M and K, newest first. At most `max` are read, from the last id backwards; −1 reads all. */
export async function freshMemories(memory: MemoryStore, tag: Tag, max = -1): Promise<readonly Fresh[]> {
  const found = (await memory.store.keys({ ...entriesAt(tag), limit: max, reverse: true })).flatMap((key) => {
    const kept = memory.kept(lastPart(key));
    const active = activeMemory(kept);
    return kept && active && active.level !== 'C' && active.group !== 'consolidated' ? [{ kept, active }] : [];
  });
  return found.sort((a, b) => b.active.createdAt - a.active.createdAt || (a.kept.id < b.kept.id ? 1 : -1));
}
