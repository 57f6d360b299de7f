/** The port to a memory: everything that can be asked of whoever holds its store, from this process or from another. The table is also the wire's. */
import { z } from 'zod';
import { Megram, MemoryAction, MemoryQuery, MemoryRecall, Tag } from '../contracts/memory.ts';
import { count, IsoTime, listOf, record } from '../contracts/shape.ts';

/** One memory as it is kept: what was written, which never changes, and the facts that came to it since. */
export const StoredMemory = record({
  id: z.string().min(1).max(512),
  /** Null when its content was erased. */
  megram: Megram.nullable(),
  recalled_at: IsoTime.optional(),
  consolidated: record({ into: z.string(), at: IsoTime }).optional(),
  /** When a rule went bankrupt and became K. */
  demoted_at: IsoTime.optional(),
  superseded: record({ by: z.string(), at: IsoTime }).optional(),
  forgotten: record({ at: IsoTime, purged: z.boolean() }).optional(),
});
export type StoredMemory = z.infer<typeof StoredMemory>;

export const Potentials = record({ attention: z.number(), decision: z.number(), action: MemoryAction });
export type Potentials = z.infer<typeof Potentials>;

/** What the Dreamer is to make one rule of. */
export const Cluster = record({
  space: z.string(),
  entity: z.string(),
  /** +1: a best practice. −1: a constraint. */
  sigma: z.union([z.literal(1), z.literal(-1)]),
  attention: z.number(),
  decision: z.number(),
  /** How many there are, and the time of the newest; `megrams` are the newest of them. */
  count,
  until: count,
  megrams: listOf(Megram),
});
export type Cluster = z.infer<typeof Cluster>;

/** How a tag stands, for people. */
export const TagState = record({
  space: z.string(),
  entity: z.string(),
  attention: z.number(),
  decision: z.number(),
  action: MemoryAction,
  count,
  rules: count,
});
export type TagState = z.infer<typeof TagState>;

export const Overview = record({
  /** The store's time, which never runs backwards, and by how much it is ahead of the clock. */
  now: IsoTime,
  ahead_ms: count,
  /** How many memories count at each level. */
  levels: record({ M: count, K: count, C: count }),
  tags: count,
  /** The tags with the largest |decision|, then attention. */
  strongest: listOf(TagState),
  /** How many clusters wait to be made a rule of. */
  due: count,
  /** How many memories were purged and may still be on the disk. */
  unerased: count,
});
export type Overview = z.infer<typeof Overview>;

export const TagView = record({
  standing: TagState,
  /** Every memory that counts at the tag, newest first, up to `limit`; and how many more there are. */
  entries: listOf(StoredMemory),
  more: count,
  /** Attention and decision over time, oldest first: a point a day, from 30 days ago to 30 days ahead. */
  curve: listOf(record({ at: IsoTime, attention: z.number(), decision: z.number() })),
});
export type TagView = z.infer<typeof TagView>;

export const Extent = z.enum(['brief', 'usual', 'thorough']);
export type Extent = z.infer<typeof Extent>;

/** Arguments and result of everything that can be asked. */
export const operations = {
  /** Resolves when it is durable. What has a known id is left as it is. */
  write: { asks: record({ megrams: listOf(Megram) }), gives: record({ written: count }) },
  /** Marks the rules and K entries at the tags as recalled. */
  recall: { asks: MemoryQuery, gives: MemoryRecall },
  potentials: { asks: Tag, gives: Potentials },
  /** Level C, newest first; marks them recalled. */
  rules: { asks: Tag, gives: record({ megrams: listOf(Megram) }) },
  /** M and K, newest first, not consolidated. */
  recent: { asks: record({ space: z.string(), entity: z.string(), n: count }), gives: record({ megrams: listOf(Megram) }) },
  overview: { asks: record({ strongest: count }), gives: Overview },
  /** The tags of a space, or all of them where it is null, strongest first. */
  tags: { asks: record({ space: z.string().nullable(), limit: count }), gives: record({ tags: listOf(TagState), more: count }) },
  view: { asks: record({ space: z.string(), entity: z.string(), limit: count }), gives: TagView },
  find: { asks: record({ id: z.string() }), gives: record({ kept: StoredMemory.nullable() }) },
  /** By id, or everything at a tag. A purge erases the content, from the disk too: `erased` when there was something to erase, also of an earlier one. */
  forget: {
    asks: record({ id: z.string().optional(), tag: Tag.optional(), purge: z.boolean() }),
    gives: record({ ids: listOf(z.string()), erased: z.boolean() }),
  },
  /** Takes what was purged off the disk too, where that is still to be done: after an import. */
  erase: { asks: record({}), gives: record({}) },
  /** Forgets what is dead, demotes what is bankrupt, and verifies nothing, a slice, or everything. */
  sweep: {
    asks: record({ extent: Extent }),
    gives: record({ forgotten: count, demoted: count, verified: count, rebuilt: count }),
  },
  /** `more`: how many further clusters are due. */
  due: { asks: record({ most: count }), gives: record({ clusters: listOf(Cluster), more: count }) },
  /** Makes the rule of what its cluster had until then, if it is still due; null when it is not. */
  promote: {
    asks: record({
      space: z.string(),
      entity: z.string(),
      sigma: z.number(),
      until: count,
      content: z.string().min(1),
    }),
    gives: record({ rule: z.string().nullable() }),
  },
  /** In the order of ids. */
  exportFrom: {
    asks: record({ after: z.string().nullable(), limit: count }),
    gives: record({ kept: listOf(StoredMemory), next: z.string().nullable() }),
  },
  /** Takes over what is not known yet and what is newer of the facts. With `check` it only says what it would refuse. */
  importAll: {
    asks: record({ kept: listOf(StoredMemory), check: z.boolean() }),
    gives: record({ added: count, known: count, refused: listOf(record({ id: z.string(), why: z.string() })) }),
  },
} as const;

type Operations = typeof operations;
export type OperationName = keyof Operations;
export type Asks<O extends OperationName> = z.infer<Operations[O]['asks']>;
export type Gives<O extends OperationName> = z.infer<Operations[O]['gives']>;

/**
 * Failure contract: each rejects with an ArtooError: `memory_refused` for what may not be written, `memory_unwritable` when the disk does not take it,
 * `memory_unavailable` when whoever holds the store cannot be reached.
 */
export type Keeper = { readonly [O in OperationName]: (asks: Asks<O>) => Promise<Gives<O>> } & {
  /** Does what only one may do at a time, over all processes that share the memory; nothing where somebody is at it. */
  alone<T>(work: () => Promise<T>): Promise<T | undefined>;
  /** Waits until everything that was taken is durable or refused, and lets go of the store. */
  close(): Promise<void>;
};
