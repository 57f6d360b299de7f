/** The port to what artoo remembers, as one task sees it. */
import type { Megram, MemoryQuery, MemoryRecall } from '../../contracts/memory.ts';

/** What a person declares. */
type Fact = Pick<Megram, 'id' | 'content' | 'created_at'>;

/** Failure contract: nothing throws or rejects. What may be handed over twice has the same id both times, and counts once. */
export type TaskMemory = {
  /** What is remembered at these tags. Where memory cannot be asked, nothing, and `missing` says why. */
  recall(query: MemoryQuery): Promise<MemoryRecall>;
  /** Takes a memory to be written, and returns at once. */
  write(megram: Megram): void;
  remember(fact: Fact): void;
  /** `purge` erases the content, too. */
  forget(target: { readonly id: string; readonly purge: boolean }): void;
  /** Resolves when everything taken so far is durable or refused. */
  settled(): Promise<void>;
};

/** The memory of a task that has none. */
export const noMemory = (why: string): TaskMemory => ({
  recall: async () => nothingRecalled(why),
  write() {},
  remember() {},
  forget() {},
  settled: async () => {},
});

/** The answer of a memory that could not be asked. */
export const nothingRecalled = (why: string): MemoryRecall => ({
  space: null,
  rules: [],
  potentials: [],
  recent: [],
  dissonances: [],
  missing: why,
});
