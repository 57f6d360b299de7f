/** What the person wants forgotten: a tombstone takes it out of every sum; a purge erases its content from the disk too. */
import { ArtooError, asArtooError } from '../../contracts/errors.ts';
import type { Tag } from '../../contracts/memory.ts';
import type { Gives } from '../keeper.ts';
import { below, entriesAt, keys, lastPart } from '../records/keys.ts';
import type { Desk } from '../records/memory-store.ts';
import { standingOf } from '../records/stored-memory.ts';

export type Forgetting = { readonly id?: string | undefined; readonly tag?: Tag | undefined; readonly purge: boolean };

export async function forget(desk: Desk, { id, tag, purge }: Forgetting): Promise<Gives<'forget'>> {
  if ((id === undefined) === (tag === undefined)) throw new ArtooError('memory_refused', 'an id or a tag says what to forget');
  const wanted = id !== undefined ? [id] : tag ? await idsAt(desk, tag, purge) : [];
  const ids = await desk.change(
    (draft, now) =>
      wanted.filter((each) => {
        const kept =
          draft.kept(each) ?? (id !== undefined && draft.get(keys.record(each)) !== undefined ? { id: each, megram: null } : undefined);
        if (!kept || (kept.forgotten && (!purge || kept.forgotten.purged))) return false;
        const forgotten = { at: kept.forgotten?.at ?? new Date(now).toISOString(), purged: purge };
        draft.keep(each, kept, purge ? { id: each, megram: null, forgotten } : { ...kept, forgotten });
        return true;
      }),
    { durable: true },
  );
  return { ids, erased: purge && (await eraseDue(desk)) }; // also what an earlier purge did not come to
}

/** Takes what was purged off the disk too, and says whether there was anything. Where that fails or is never come to, the store knows that it is still to be done. */
export async function eraseDue(desk: Desk): Promise<boolean> {
  const { purged, erased } = desk.state;
  if (erased >= purged) return false;
  try {
    await desk.store.erase();
    await desk.change((draft) => draft.note({ erased: Math.max(draft.state.erased, purged) }), { durable: true });
  } catch (error) {
    const { code, message } = asArtooError(error, 'memory_unwritable');
    throw new ArtooError(
      code,
      `${message}; what was purged no longer counts, and its words stay on the disk until a purge or a dream can erase them`,
      {
        cause: error,
      },
    );
  }
  return true;
}

/** What counts at a tag; for a purge also what does not count any more and still has its words: facts have made it so. */
async function idsAt(desk: Desk, { space, entity }: Tag, purge: boolean): Promise<readonly string[]> {
  const counting = (await desk.store.keys(entriesAt({ space, entity }))).map(lastPart);
  if (!purge) return counting;
  const silent: string[] = [];
  for await (const [key] of desk.store.entries(below('f|'))) {
    const kept = desk.kept(lastPart(key));
    if (kept?.megram?.space === space && kept.megram.entity === entity && !standingOf(kept)) silent.push(kept.id);
  }
  return [...counting, ...silent];
}
