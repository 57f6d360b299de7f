/** What may be written, and how it comes into the store. */
import { canonicalTest } from '../../contracts/canonical.ts';
import { ArtooError } from '../../contracts/errors.ts';
import { explain } from '../../contracts/explain.ts';
import { Megram } from '../../contracts/memory.ts';
import type { Batch } from './batch.ts';
import type { MemoryStore } from './memory-store.ts';
import { msOf } from './stored-memory.ts';

/** Writes what is not known yet. Resolves when it is durable. */
export async function write(memory: MemoryStore, megrams: readonly Megram[]): Promise<{ written: number }> {
  const checked = megrams.map(checkMegram);
  return memory.change((batch, now) => ({ written: checked.filter((megram) => add(batch, dated(megram, now, memory.clock()))).length }), {
    durable: true,
  });
}

/** A Megram that may be kept. Throws `memory_refused`. */
export function checkMegram(megram: Megram): Megram {
  if (!isCanonical(megram)) {
    const { error } = Megram.safeParse(megram);
    if (error) throw new ArtooError('memory_refused', `this cannot be remembered: ${explain(error)}`);
  }
  const { level, k } = megram;
  if (level === 'T') throw new ArtooError('memory_refused', 'the laws are in code; nothing is written at level T');
  if (level === 'C' && k !== 0) throw new ArtooError('memory_refused', 'a rule does not fade: its k is 0');
  return megram;
}

const isCanonical = canonicalTest(Megram);

/** False when something is kept under its id already, or was. */
function add(batch: Batch, megram: Megram): boolean {
  if (batch.kept(megram.id)) return false;
  batch.update(megram.id, undefined, { id: megram.id, megram });
  return true;
}

/** A clock that runs behind the store dates what it writes too early; one that runs ahead, too late. */
function dated(megram: Megram, now: number, clock: number): Megram {
  const written = msOf(megram.created_at);
  const created = Math.min(now, written + (now - clock));
  const { last_recalled_at } = megram;
  const recalled = last_recalled_at !== undefined && msOf(last_recalled_at) > now ? { last_recalled_at: new Date(now).toISOString() } : {};
  return created === written ? { ...megram, ...recalled } : { ...megram, ...recalled, created_at: new Date(created).toISOString() };
}
