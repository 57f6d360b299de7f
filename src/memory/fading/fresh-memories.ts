/** The memories at a tag that no rule has been made of yet. */
import type { Tag } from '../../contracts/memory.ts';
import type { Kept } from '../keeper.ts';
import { entriesAt, lastPart } from '../records/keys.ts';
import type { Desk } from '../records/memory-store.ts';
import { type Standing, standingOf } from '../records/stored-memory.ts';

/** M and K, newest first. `most`: how many are looked at, from the last id on, where there are more than anybody wants to wait for. */
export async function freshOf(desk: Desk, tag: Tag, most = -1): Promise<readonly { readonly kept: Kept; readonly standing: Standing }[]> {
  const found = (await desk.store.keys({ ...entriesAt(tag), limit: most, reverse: true })).flatMap((key) => {
    const kept = desk.kept(lastPart(key));
    const standing = standingOf(kept);
    return kept && standing && standing.level !== 'C' && standing.group !== 'consolidated' ? [{ kept, standing }] : [];
  });
  return found.sort((a, b) => b.standing.createdAt - a.standing.createdAt || (a.kept.id < b.kept.id ? 1 : -1));
}
