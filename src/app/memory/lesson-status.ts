/** The lessons of a task and whether they are still remembered: their texts come from the journal, and their fate from the memory. */
import { ArtooError } from '../../contracts/errors.ts';
import type { Megram } from '../../contracts/memory.ts';
import type { StoredMemory } from '../../memory/keeper.ts';
import { hasMemory } from '../../memory/memory-folder.ts';
import { type WithMemoryOptions, withMemory } from './with-memory.ts';

/** `forgotten`: by the person. `erased`: forgotten, and its words erased. `gone`: it has faded, or was never written. */
export type LessonStatus = 'remembered' | 'forgotten' | 'erased' | 'gone';

export type Lessons = {
  /** The lessons in the order of the journal; `now` is null when the memory could not be asked. */
  readonly taught: readonly (Megram & { readonly now: LessonStatus | null })[];
  /** Why the memory could not be asked; null if it was. */
  readonly missing: string | null;
};

/** Never creates a memory. A memory that cannot be asked is not a failure: `missing` says why. */
export async function lessonStatus(taught: readonly Megram[], memory: Omit<WithMemoryOptions, 'create'>): Promise<Lessons> {
  if (taught.length === 0) return { taught: [], missing: null };
  try {
    if (!memory.bus && !(await hasMemory(memory.data))) return unasked(taught, `there is no memory in ${memory.data}`);
    const states = await withMemory({ ...memory, create: false }, (keeper) =>
      Promise.all(taught.map(async ({ id }) => statusOf((await keeper.find({ id })).kept))),
    );
    return { taught: taught.map((megram, at) => ({ ...megram, now: states[at] ?? null })), missing: null };
  } catch (error) {
    if (!(error instanceof ArtooError)) throw error;
    return unasked(taught, error.message);
  }
}

function unasked(taught: readonly Megram[], missing: string): Lessons {
  return { taught: taught.map((megram) => ({ ...megram, now: null })), missing };
}

/** A former rule, or a memory that became part of a rule, is still remembered. */
function statusOf(kept: StoredMemory | null): LessonStatus {
  if (!kept || kept.forgotten?.faded) return 'gone';
  if (!kept.forgotten) return 'remembered';
  return kept.forgotten.purged ? 'erased' : 'forgotten';
}
