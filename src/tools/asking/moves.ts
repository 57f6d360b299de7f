/** Which new entries are old ones under another name: a deleted entry has exactly the same content as a new one. */
import { hashIfReadable } from '../changes/disk/hash-of.ts';
import type { KnownEffect } from './effect-facts.ts';

/** The number of deleted files that are read to find out where they went. */
const maxHashed = 2_000;

/** The path that each effect was moved from, if any. Each deleted path is used once, preferably for an entry with the same name. */
export async function movesAmong(effects: readonly KnownEffect[], signal?: AbortSignal): Promise<ReadonlyMap<KnownEffect, string>> {
  const gone = effects.filter(({ change }) => change === 'deleted');
  const come = effects.filter(({ change }) => change === 'created');
  if (gone.length === 0 || come.length === 0) return new Map();
  const sizes = new Set(come.flatMap(({ made: { after } }) => (after?.kind === 'file' ? [after.size] : [])));
  const left = new Map<string, KnownEffect[]>();
  let hashed = 0;
  for (const effect of gone) {
    const { path, before } = effect.made;
    const isUnread = before?.kind === 'file' && before.hash === '';
    if (isUnread && (!sizes.has(before.size) || hashed === maxHashed)) continue;
    if (isUnread) hashed += 1;
    const content = isUnread ? await hashIfReadable(path, signal) : contentOf(before);
    if (content !== '') left.set(content, [...(left.get(content) ?? []), effect]);
  }
  const moves = new Map<KnownEffect, string>();
  for (const effect of come) {
    const { after } = effect.made;
    const same = left.get(contentOf(after)) ?? [];
    const at = Math.max(
      0,
      same.findIndex(({ path }) => nameOf(path) === nameOf(effect.path)),
    );
    const [old] = same.splice(at, 1);
    if (old) moves.set(effect, old.path);
  }
  return moves;
}

/** The content by which moves are found: the hash of a file, the target of a link. Folders and pipes have no content. */
const contentOf = (entry: KnownEffect['made']['after']): string =>
  entry?.kind === 'file' ? entry.hash : entry?.kind === 'link' ? `→ ${entry.target}` : '';

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
