/** Which new entries are old ones under another name: a deleted entry has exactly the same content. */
import { hashIfReadable } from '../changes/disk/hash-of.ts';
import type { KnownEffect } from './effect-facts.ts';
import { pairMoves, type Seen } from './pair-moves.ts';

/** The number of deleted files that are read to find out where they were moved. */
const maxHashed = 2_000;

/** The path from which each effect moved an entry, if any. Each deleted path is used once, preferably for an entry with the same name. */
export async function movesAmong(effects: readonly KnownEffect[], signal?: AbortSignal): Promise<ReadonlyMap<KnownEffect, string>> {
  const gone = effects.filter(({ change }) => change === 'deleted');
  const come = effects.filter(({ change }) => change === 'created');
  if (gone.length === 0 || come.length === 0) return new Map();
  const sizes = new Set(come.flatMap(({ made: { after } }) => (after?.kind === 'file' ? [after.size] : [])));
  const left: Seen[] = [];
  let hashed = 0;
  for (const effect of gone) {
    const { path, before } = effect.made;
    const isUnread = before?.kind === 'file' && before.hash === '';
    if (isUnread && (!sizes.has(before.size) || hashed === maxHashed)) continue;
    if (isUnread) hashed += 1;
    left.push({ path: effect.path, content: isUnread ? await hashIfReadable(path, signal) : contentOf(before) });
  }
  const moves = pairMoves(
    left,
    come.map(({ path, made }) => ({ path, content: contentOf(made.after) })),
  );
  return new Map(
    come.flatMap((effect) => {
      const old = moves.get(effect.path);
      return old === undefined ? [] : [[effect, old] as const];
    }),
  );
}

/** The content by which moves are recognised: the hash of a file, or the target of a link. Folders and pipes have no content. */
const contentOf = (entry: KnownEffect['made']['after']): string =>
  entry?.kind === 'file' ? entry.hash : entry?.kind === 'link' ? `→ ${entry.target}` : '';
