/** Writes new memories, after checking that they may be kept. */

import { ArtooError } from '../../contracts/errors.ts';
import { Megram } from '../../contracts/memory.ts';
import { canonicalTest } from '../../contracts/shapes/canonical.ts';
import { explain } from '../../contracts/text/explain.ts';
import { msOf } from './active-memory.ts';
import type { Batch } from './batch.ts';
import type { MemoryStore } from './memory-store.ts';

/** Writes the memories whose ids are new. Resolves when they are durable. */
export async function write(memory: MemoryStore, megrams: readonly Megram[]): Promise<{ written: number }> {
  const checked = megrams.map(checkMegram);
  return memory.changeDurably((batch, now) => ({
    written: checked.filter((megram) => add(batch, dated(megram, now, memory.clock()))).length,
  }));
}

/** Returns the Megram if it may be kept, otherwise throws `memory_refused`. */
export function checkMegram(megram: Megram): Megram {
  if (!isCanonical(megram)) {
    const { error } = Megram.safeParse(megram);
    if (error) throw new ArtooError('memory_refused', `this cannot be remembered: ${explain(error)}`);
  }
  const { level, k } = megram;
  if (level === 'T')
    throw new ArtooError('memory_refused', 'memories of level T cannot be written: that level is for the laws, which are in code');
  if (level === 'C' && k !== 0) throw new ArtooError('memory_refused', 'a rule does not fade, so its k must be 0');
  return megram;
}

const isCanonical = canonicalTest(Megram);

/** Adds a memory; false if its id is or was in use. */
function add(batch: Batch, megram: Megram): boolean {
  if (batch.kept(megram.id)) return false;
  batch.happened(megram.id, undefined, { id: megram.id, megram });
  return true;
}

/** A memory with its times corrected by the difference between the clock and the store's time. */
function dated(megram: Megram, now: number, clock: number): Megram {
  const written = msOf(megram.created_at);
  const created = Math.min(now, written + (now - clock));
  const { last_recalled_at } = megram;
  const recalled = last_recalled_at !== undefined && msOf(last_recalled_at) > now ? { last_recalled_at: new Date(now).toISOString() } : {};
  return created === written ? { ...megram, ...recalled } : { ...megram, ...recalled, created_at: new Date(created).toISOString() };
}
