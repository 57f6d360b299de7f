/** What became of what a task taught: its journal tells what it was, and only the memory knows whether it is still there. */
import { ArtooError } from '../../contracts/errors.ts';
import type { Megram } from '../../contracts/memory.ts';
import type { StoredMemory } from '../../memory/keeper.ts';
import { hasMemory } from '../../memory/memory-folder.ts';
import { type WithMemoryOptions, withMemory } from './with-memory.ts';

/** `forgotten`: the person took it back. `erased`: its words, too. `gone`: it is not there, as it has faded or never came there. */
export type LessonStatus = 'remembered' | 'forgotten' | 'erased' | 'gone';

export type Lessons = {
  /** In the order in which it was taught; `now` is null where the memory could not be asked. */
  readonly taught: readonly (Megram & { readonly now: LessonStatus | null })[];
  /** Why it could not be asked. */
  readonly missing: string | null;
};

/** Asks the memory as it is, and makes none. A memory that cannot be asked is no failure: then that is told. */
export async function lessonStatus(taught: readonly Megram[], memory: Omit<WithMemoryOptions, 'create'>): Promise<Lessons> {
  if (taught.length === 0) return { taught: [], missing: null };
  try {
    if (!(await hasMemory(memory.data))) return unasked(taught, `there is no memory in ${memory.data}`);
    const fates = await withMemory({ ...memory, create: false }, (keeper) =>
      Promise.all(taught.map(async ({ id }) => fateOf((await keeper.find({ id })).kept))),
    );
    return { taught: taught.map((megram, at) => ({ ...megram, now: fates[at] ?? null })), missing: null };
  } catch (error) {
    if (!(error instanceof ArtooError)) throw error;
    return unasked(taught, error.message);
  }
}

const unasked = (taught: readonly Megram[], missing: string): Lessons => ({
  taught: taught.map((megram) => ({ ...megram, now: null })),
  missing,
});

/** What lost its standing or became part of a rule is still remembered. */
function fateOf(kept: StoredMemory | null): LessonStatus {
  if (!kept) return 'gone';
  if (!kept.forgotten) return 'remembered';
  return kept.forgotten.purged ? 'erased' : 'forgotten';
}
