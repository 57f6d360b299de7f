/** The port to memory, as one task sees it. */
import type { Megram, MemoryQuery, MemoryRecall } from '../../contracts/memory.ts';

/** What a person declares. */
type Fact = Pick<Megram, 'id' | 'content' | 'created_at'>;

/** Failure contract: nothing throws or rejects. A memory that arrives twice has the same id and counts once. */
export type TaskMemory = {
  /** What is remembered at these tags. If memory cannot be asked: nothing, and `missing` says why. */
  recall(query: MemoryQuery): Promise<MemoryRecall>;
  /** Queues a memory to be written, and returns at once. */
  write(megram: Megram): void;
  remember(fact: Fact): void;
  /** `purge` also erases the content. */
  forget(target: { readonly id: string; readonly purge: boolean }): void;
  /** Resolves when everything queued so far is durable or refused. */
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

/** The recall of a memory that could not be asked. */
export const nothingRecalled = (why: string): MemoryRecall => ({
  space: null,
  rules: [],
  potentials: [],
  recent: [],
  dissonances: [],
  missing: why,
});
