/**
 * Merges the records of one memory from two sources. The result does not depend on the order or the number of merges, which replicas and imports rely
 * on. Pure.
 */
import type { Megram } from '../../contracts/memory.ts';
import type { StoredMemory } from '../keeper.ts';
import { factsOf } from './stored-memory.ts';

/** The latest recall, and the earliest of every other fact. Content that was erased or has faded in either source is gone from the result. */
export function merged(a: StoredMemory, b: StoredMemory): StoredMemory {
  const forgotten = forgottenIn(a.forgotten, b.forgotten);
  if (forgotten?.purged || forgotten?.faded) return { id: a.id, megram: null, forgotten };
  const recalled_at = inOrder([a.recalled_at, b.recalled_at]).at(-1);
  const facts = factsOf({
    id: a.id,
    megram: null,
    consolidated: first(a.consolidated, b.consolidated),
    demoted_at: inOrder([a.demoted_at, b.demoted_at])[0],
    superseded: first(a.superseded, b.superseded),
    forgotten,
  });
  return { id: a.id, megram: firstWritten(a.megram, b.megram), ...(recalled_at !== undefined && { recalled_at }), ...facts };
}

type Forgotten = StoredMemory['forgotten'];

function forgottenIn(a: Forgotten, b: Forgotten): Forgotten {
  if (!a || !b) return a ?? b;
  const [at = a.at] = inOrder([a.at, b.at]);
  const purged = a.purged || b.purged;
  return { at, purged, ...(!purged && (a.faded || b.faded) && { faded: true as const }) };
}

/** Memories never change, so two under one id are an accident; every replica settles on the same memory. */
function firstWritten(a: Megram | null, b: Megram | null): Megram | null {
  if (!a || !b) return a ?? b;
  return first({ at: a.created_at, megram: a }, { at: b.created_at, megram: b })?.megram ?? a;
}

const inOrder = (times: readonly (string | undefined)[]): readonly string[] =>
  times.filter((time) => time !== undefined).toSorted((a, b) => Date.parse(a) - Date.parse(b) || (a < b ? -1 : 1));

function first<F extends { readonly at: string }>(a: F | undefined, b: F | undefined): F | undefined {
  if (!a || !b) return a ?? b;
  const order = Date.parse(a.at) - Date.parse(b.at) || (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
  return order > 0 ? b : a;
}

/** A memory with no time later than `latest`, so that a fast clock does not make other memories seem older. */
export function capped(kept: StoredMemory, latest: Date): StoredMemory {
  const cap = <T extends string | undefined>(time: T): T =>
    time !== undefined && Date.parse(time) > latest.getTime() ? (latest.toISOString() as T) : time; // the result is a time of the same type
  const { megram, recalled_at, consolidated, demoted_at, superseded, forgotten } = kept;
  return {
    id: kept.id,
    megram: megram && cappedMegram(megram, cap),
    ...(recalled_at !== undefined && { recalled_at: cap(recalled_at) }),
    ...(consolidated && { consolidated: { into: consolidated.into, at: cap(consolidated.at) } }),
    ...(demoted_at !== undefined && { demoted_at: cap(demoted_at) }),
    ...(superseded && { superseded: { by: superseded.by, at: cap(superseded.at) } }),
    ...(forgotten && { forgotten: forgottenIn({ ...forgotten, at: cap(forgotten.at) }, forgotten) }),
  };
}

function cappedMegram(megram: Megram, cap: (time: string) => string): Megram {
  const [created_at, recalled] = [cap(megram.created_at), megram.last_recalled_at];
  if (created_at === megram.created_at && (recalled === undefined || cap(recalled) === recalled)) return megram;
  return { ...megram, created_at, ...(recalled !== undefined && { last_recalled_at: cap(recalled) }) };
}

/** What `after` has and `before` does not. Without an `after`, the memory has faded. */
export function newsIn(id: string, before: StoredMemory | undefined, after: StoredMemory | undefined, now: Date): StoredMemory {
  if (!after) return { id, megram: null, forgotten: { at: now.toISOString(), purged: false, faded: true } };
  const isNew = (fact: keyof StoredMemory) => JSON.stringify(after[fact]) !== JSON.stringify(before?.[fact]);
  const { megram, recalled_at, consolidated, demoted_at, superseded, forgotten } = after;
  return {
    id,
    megram: before?.megram ? null : megram,
    ...(recalled_at !== undefined && isNew('recalled_at') && { recalled_at }),
    ...(consolidated && isNew('consolidated') && { consolidated }),
    ...(demoted_at !== undefined && isNew('demoted_at') && { demoted_at }),
    ...(superseded && isNew('superseded') && { superseded }),
    ...(forgotten && isNew('forgotten') && { forgotten }),
  };
}
