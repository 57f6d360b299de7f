/** A memory that records what it is asked and given, and answers what the test says. */
import type { MemoryQuery, MemoryRecall } from '../../src/contracts/memory.ts';
import type { TaskMemory } from '../../src/roles/r5-memory/task-memory.ts';

export type FakeMemory = TaskMemory & {
  readonly queries: MemoryQuery[];
  /** Everything that it was given, in order. */
  readonly handed: unknown[];
  /** The ids of these memories. */
  readonly ids: () => readonly string[];
};

export const recalled = (more: Partial<MemoryRecall> = {}): MemoryRecall => ({
  space: 'intent:known',
  rules: [],
  potentials: [],
  recent: [],
  dissonances: [],
  missing: null,
  ...more,
});

export function fakeMemory({
  recall = async () => recalled(),
  settled = async () => {},
}: Partial<Pick<TaskMemory, 'recall' | 'settled'>> = {}): FakeMemory {
  const queries: MemoryQuery[] = [];
  const handed: { readonly id: string }[] = [];
  return {
    queries,
    handed,
    ids: () => handed.map(({ id }) => id),
    recall(query) {
      queries.push(query);
      return recall(query);
    },
    write: (megram) => void handed.push(megram),
    remember: (fact) => void handed.push(fact),
    forget: (target) => void handed.push(target),
    settled,
  };
}
