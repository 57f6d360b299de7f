/** The port to memory, as one task sees it. */
import type { Megram, MemoryQuery, MemoryRecall } from '../../contracts/memory.ts';

/** What a person declares. */
type Fact = Pick<Megram, 'id' | 'content' | 'created_at'>;

/** Failure contract: nothing throws or rejects. A memory that arrives twice counts once, because both have the same id. */
export type TaskMemory = {
  /** What is remembered under these tags. If memory cannot be asked, the recall is empty and `missing` says why. */
  recall(query: MemoryQuery): Promise<MemoryRecall>;
  /** Queues a memory to be written, and returns at once. */
  write(megram: Megram): void;
  remember(fact: Fact): void;
  /** `purge` also erases the content. */
  forget(target: { readonly id: string; readonly purge: boolean }): void;
  /** Resolves when everything queued so far is durable or refused. */
  settled(): Promise<void>;
};

/** The memory port of a task that has no memory. */
export const noMemory = (why: string): TaskMemory => ({
  recall: async () => nothingRecalled(why),
  write() {},
  remember() {},
  forget() {},
  settled: async () => {},
});

/** The recall if memory could not be asked. */
export const nothingRecalled = (why: string): MemoryRecall => ({
  space: null,
  rules: [],
  potentials: [],
  recent: [],
  dissonances: [],
  missing: why,
});
