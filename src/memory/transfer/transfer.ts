/** Exports and imports memories. */
import { isDeepStrictEqual } from 'node:util';
import { asArtooError } from '../../contracts/errors.ts';
import { dayMs } from '../fading/decay.ts';
import type { Gives, StoredMemory } from '../keeper.ts';
import type { Batch } from '../records/batch.ts';
import { escapePart, unescapePart } from '../records/keys.ts';
import type { MemoryStore } from '../records/memory-store.ts';
import { merged } from '../records/merge.ts';
import { checkMegram } from '../records/write.ts';

/** A page of memories and tombstones, in the order of their ids. */
export async function exportFrom(memory: MemoryStore, after: string | null, limit: number): Promise<Gives<'exportFrom'>> {
  const pageOf = async (family: string) => {
    const from = after === null ? `${family}|` : `${family}|${escapePart(after)}\0`;
    return (await memory.store.keys({ from, to: `${family}}`, limit })).map((key) => Buffer.from(key.slice(2)));
  };
  const parts = (await Promise.all([pageOf('m'), pageOf('f')])).flat().sort(Buffer.compare); // erased memories have only facts
  const ids = [...new Set(parts.map(String))].slice(0, limit).map(unescapePart);
  const found = ids.flatMap((id) => memory.kept(id) ?? []);
  return { kept: found.filter(isOfUse), next: ids.length < limit ? null : (ids.at(-1) ?? null) };
}

/** Whether a memory is worth exporting: not if it has faded on a bus, nor if only its facts have arrived. */
const isOfUse = ({ megram, forgotten }: StoredMemory): boolean => megram !== null || forgotten?.purged === true;

/** Imports the memories that may be imported; with `check`, only reports which ones. */
export async function importAll(memory: MemoryStore, all: readonly StoredMemory[], check: boolean): Promise<Gives<'importAll'>> {
  const latest = memory.clock() + dayMs;
  const take = (batch: Batch): Gives<'importAll'> => {
    const taken = all.map((kept) => ({ id: kept.id, ...(whyNot(kept, latest) ?? merge(batch, kept)) }));
    return {
      added: taken.filter(({ came }) => came === 'new').length,
      known: taken.filter(({ came }) => came === 'known').length,
      refused: taken.flatMap(({ id, why }) => (why === undefined ? [] : [{ id, why }])),
    };
  };
  return check ? memory.preview(take) : memory.changeDurably(take);
}

type Taken = { readonly came?: 'new' | 'known'; readonly why?: string };

function whyNot(kept: StoredMemory, latest: number): Taken | undefined {
  const { id, megram, forgotten } = kept;
  if (!megram && !forgotten?.purged) return { why: 'it has no content, but was not erased' };
  if (megram && forgotten?.purged) return { why: 'it has content, but was erased' };
  if (megram && megram.id !== id) return { why: `it has two ids: ${id} and ${megram.id}` };
  const late = timesIn(kept).find((time) => Date.parse(time) > latest);
  if (late !== undefined) return { why: `its time ${late} is in the future: everything else would fade at once` };
  try {
    if (megram) checkMegram(megram);
    return undefined;
  } catch (error) {
    return { why: asArtooError(error, 'memory_refused').message };
  }
}

const timesIn = ({ megram, recalled_at, consolidated, demoted_at, superseded, forgotten }: StoredMemory): readonly string[] =>
  [megram?.created_at, megram?.last_recalled_at, recalled_at, consolidated?.at, demoted_at, superseded?.at, forgotten?.at].filter(
    (time) => time !== undefined,
  );

function merge(batch: Batch, kept: StoredMemory): Taken {
  const before = batch.kept(kept.id);
  if (!before) {
    batch.happened(kept.id, undefined, kept);
    return { came: 'new' };
  }
  if (before.megram && kept.megram && !isDeepStrictEqual(before.megram, kept.megram))
    return { why: 'a different memory already has this id, and memories never change' };
  batch.happened(kept.id, before, merged(before, kept));
  return { came: 'known' };
}
