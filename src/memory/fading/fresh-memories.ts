/** The memories of a tag from which no rule has been made yet. */
import type { Tag } from '../../contracts/memory.ts';
import type { StoredMemory } from '../keeper.ts';
import { tagAt } from '../recall/recall.ts';
import { type ActiveMemory, activeMemory } from '../records/active-memory.ts';
import { entriesAt, lastPart } from '../records/keys.ts';
import type { MemoryStore } from '../records/memory-store.ts';
import { freshCount } from '../records/tag-record.ts';

export type Fresh = { readonly kept: StoredMemory; readonly active: ActiveMemory };

/**
 * Levels M and K, newest first. At most `max` are looked at, from the last id backwards; −1 looks at all. Stops when it has found as many as the sums
 * of the tag contain.
 */
export async function freshMemories(memory: MemoryStore, tag: Tag, max = -1): Promise<readonly Fresh[]> {
  const record = tagAt(memory, tag);
  const count = record ? freshCount(record) : Number.POSITIVE_INFINITY;
  const found: Fresh[] = [];
  for (const key of await memory.store.keys({ ...entriesAt(tag), limit: max, reverse: true })) {
    if (found.length >= count) break;
    const kept = memory.kept(lastPart(key));
    const active = activeMemory(kept);
    if (kept && active && active.level !== 'C' && active.group !== 'consolidated') found.push({ kept, active });
  }
  return found.sort((a, b) => b.active.createdAt - a.active.createdAt || (a.kept.id < b.kept.id ? 1 : -1));
}
