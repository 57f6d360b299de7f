/** Forgets what the person wants forgotten: a tombstone takes a memory out of every sum, a purge also erases the content from the disk. */
import { ArtooError, asArtooError } from '../../contracts/errors.ts';
import type { Tag } from '../../contracts/memory.ts';
import type { Gives } from '../keeper.ts';
import { activeMemory } from '../records/active-memory.ts';
import { below, entriesAt, keys, lastPart } from '../records/keys.ts';
import type { MemoryStore } from '../records/memory-store.ts';

export type Forgetting = { readonly id?: string | undefined; readonly tag?: Tag | undefined; readonly purge: boolean };

export async function forget(memory: MemoryStore, { id, tag, purge }: Forgetting): Promise<Gives<'forget'>> {
  if ((id === undefined) === (tag === undefined)) throw new ArtooError('memory_refused', 'name what to forget by either an id or a tag');
  const wanted = id !== undefined ? [id] : tag ? await idsAt(memory, tag, purge) : [];
  const ids = await memory.changeDurably((batch, now) =>
    wanted.filter((each) => {
      const kept =
        batch.kept(each) ?? (id !== undefined && batch.get(keys.record(each)) !== undefined ? { id: each, megram: null } : undefined);
      if (!kept || (kept.forgotten && (!purge || kept.forgotten.purged))) return false;
      const forgotten = { at: kept.forgotten?.at ?? new Date(now).toISOString(), purged: purge };
      batch.happened(each, kept, purge ? { id: each, megram: null, forgotten } : { ...kept, forgotten });
      return true;
    }),
  );
  return { ids, erased: purge && (await erasePurged(memory)) }; // including content left by an earlier purge
}

/**
 * Erases the content of purged memories from the disk; false if there was none. If this fails or is interrupted, the store's state still marks the
 * erasure as due.
 */
export async function erasePurged(memory: MemoryStore): Promise<boolean> {
  const { purged, erased } = memory.state;
  if (erased >= purged) return false;
  try {
    await memory.store.erase();
    await memory.changeDurably((batch) => batch.setState({ erased: Math.max(batch.state.erased, purged) }));
  } catch (error) {
    const { code, message } = asArtooError(error, 'memory_unwritable');
    const left = 'what was purged no longer counts, but its words stay on the disk until the next purge or dream erases them';
    throw new ArtooError(code, `${message}; ${left}`, { cause: error });
  }
  return true;
}

/** The active memories of a tag; for a purge also memories that no longer count but still have their content. */
async function idsAt(memory: MemoryStore, { space, entity }: Tag, purge: boolean): Promise<readonly string[]> {
  const active = (await memory.store.keys(entriesAt({ space, entity }))).map(lastPart);
  if (!purge) return active;
  const inactive: string[] = [];
  for await (const [key] of memory.store.entries(below('f|'))) {
    const kept = memory.kept(lastPart(key));
    if (kept?.megram?.space === space && kept.megram.entity === entity && !activeMemory(kept)) inactive.push(kept.id);
  }
  return [...active, ...inactive];
}
