/** The memories at a tag that no rule has been made of yet. */
import type { Tag } from '../../contracts/memory.ts';
import type { StoredMemory } from '../keeper.ts';
import { type ActiveMemory, activeMemory } from '../records/active-memory.ts';
import { entriesAt, lastPart } from '../records/keys.ts';
import type { MemoryStore } from '../records/memory-store.ts';

/** M and K, newest first. `most`: how many are looked at, from the last id on, where there are more than anybody wants to wait for. */
export async function freshMemories(
  memory: MemoryStore,
  tag: Tag,
  most = -1,
): Promise<readonly { readonly kept: StoredMemory; readonly active: ActiveMemory }[]> {
  const found = (await memory.store.keys({ ...entriesAt(tag), limit: most, reverse: true })).flatMap((key) => {
    const kept = memory.kept(lastPart(key));
    const active = activeMemory(kept);
    return kept && active && active.level !== 'C' && active.group !== 'consolidated' ? [{ kept, active }] : [];
  });
  return found.sort((a, b) => b.active.createdAt - a.active.createdAt || (a.kept.id < b.kept.id ? 1 : -1));
}
