/** What may be written, and how it comes into the store. */
import { canonicalTest } from '../../contracts/canonical.ts';
import { ArtooError } from '../../contracts/errors.ts';
import { explain } from '../../contracts/explain.ts';
import { Megram } from '../../contracts/memory.ts';
import type { Draft } from './batch.ts';
import type { Desk } from './memory-store.ts';
import { msOf } from './stored-memory.ts';

/** Writes what is not known yet. Resolves when it is durable. */
export async function write(desk: Desk, megrams: readonly Megram[]): Promise<{ written: number }> {
  const checked = megrams.map(accepted);
  return desk.change((draft, now) => ({ written: checked.filter((megram) => add(draft, dated(megram, now, desk.clock()))).length }), {
    durable: true,
  });
}

/** A Megram that may be kept. Throws `memory_refused`. */
export function accepted(megram: Megram): Megram {
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
function add(draft: Draft, megram: Megram): boolean {
  if (draft.kept(megram.id)) return false;
  draft.keep(megram.id, undefined, { id: megram.id, megram });
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
