/** The port to a memory: everything that its holder can be asked, from this process or another one. The table is also the wire protocol. */
import { z } from 'zod';
import { Megram, MemoryAction, MemoryQuery, MemoryRecall, Tag } from '../contracts/memory.ts';
import { count, IsoTime, listOf, record } from '../contracts/shapes/shape.ts';

/** What may be added to a memory later, besides recalls. */
export const facts = {
  consolidated: record({ into: z.string(), at: IsoTime }).optional(),
  /** When a bankrupt rule became level K. */
  demoted_at: IsoTime.optional(),
  superseded: record({ by: z.string(), at: IsoTime }).optional(),
  /**
   * `faded`: forgotten by fading and not by a person, so that the content is gone as well; only recorded where machines share a memory, because the
   * other machines must be told.
   */
  forgotten: record({ at: IsoTime, purged: z.boolean(), faded: z.literal(true).optional() }).optional(),
};

/** One memory as stored: what was written, which never changes, and the facts that have been added since. */
export const StoredMemory = record({
  id: z.string().min(1).max(512),
  /** Null if its content was erased. */
  megram: Megram.nullable(),
  recalled_at: IsoTime.optional(),
  ...facts,
});
export type StoredMemory = z.infer<typeof StoredMemory>;

export const Potentials = record({ attention: z.number(), decision: z.number(), action: MemoryAction });
export type Potentials = z.infer<typeof Potentials>;

/** The fields of a tag, without the limits on what may be written. */
const tag = { space: z.string(), entity: z.string() };

/** What the Dreamer can turn into one rule. */
export const Cluster = record({
  ...tag,
  /** +1 for a best practice, −1 for a constraint. */
  sigma: z.union([z.literal(1), z.literal(-1)]),
  attention: z.number(),
  decision: z.number(),
  /** How many memories the cluster has, and the time of the newest; `megrams` contains only a few, the newest. */
  count,
  until: count,
  megrams: listOf(Megram),
});
export type Cluster = z.infer<typeof Cluster>;

/** The state of a tag, for people. */
export const TagState = record({ ...tag, attention: z.number(), decision: z.number(), action: MemoryAction, count, rules: count });
export type TagState = z.infer<typeof TagState>;

export const Overview = record({
  /** The store's time, which never runs backwards, and how far it is ahead of the clock. */
  now: IsoTime,
  ahead_ms: count,
  /** How many active memories each level has. */
  levels: record({ M: count, K: count, C: count }),
  tags: count,
  /** The tags with the largest |decision|, then attention. */
  strongest: listOf(TagState),
  /** How many clusters are due to become a rule. */
  due: count,
  /** How many purged memories may still be on the disk. */
  unerased: count,
});
export type Overview = z.infer<typeof Overview>;

export const TagView = record({
  /** Called `standing` because people's scripts read this JSON. */
  standing: TagState,
  /** The active memories of the tag, newest first, up to `limit`, and how many more there are. */
  entries: listOf(StoredMemory),
  more: count,
  /** One point a day, from 30 days ago to 30 days ahead. */
  curve: listOf(record({ at: IsoTime, attention: z.number(), decision: z.number() })),
});
export type TagView = z.infer<typeof TagView>;

export const Extent = z.enum(['brief', 'usual', 'thorough']);
export type Extent = z.infer<typeof Extent>;

/** The arguments (`asks`) and the result (`gives`) of every operation. */
export const operations = {
  /** Resolves when the memories are durable. Those with a known id are skipped. */
  write: { asks: record({ megrams: listOf(Megram) }), gives: record({ written: count }) },
  /** Marks the rules and K entries at the tags as recalled, to the minute. */
  recall: { asks: MemoryQuery, gives: MemoryRecall },
  potentials: { asks: Tag, gives: Potentials },
  /** Level C, newest first; marks these memories as recalled. */
  rules: { asks: Tag, gives: record({ megrams: listOf(Megram) }) },
  /** M and K, newest first, not consolidated. */
  recent: { asks: record({ ...tag, n: count }), gives: record({ megrams: listOf(Megram) }) },
  overview: { asks: record({ strongest: count }), gives: Overview },
  /** The tags of a space, or all tags for null, strongest first. */
  tags: { asks: record({ space: z.string().nullable(), limit: count }), gives: record({ tags: listOf(TagState), more: count }) },
  view: { asks: record({ ...tag, limit: count }), gives: TagView },
  find: { asks: record({ id: z.string() }), gives: record({ kept: StoredMemory.nullable() }) },
  /**
   * By id, or everything at a tag. A purge also erases the content from the disk; `erased` if there was any, including what an earlier purge left.
   */
  forget: {
    asks: record({ id: z.string().optional(), tag: Tag.optional(), purge: z.boolean() }),
    gives: record({ ids: listOf(z.string()), erased: z.boolean() }),
  },
  /** Erases the content of purged memories that is still on the disk. */
  erase: { asks: record({}), gives: record({}) },
  /** Forgets what has faded, demotes bankrupt rules, and verifies as much as asked: nothing, a slice, or everything. `upkeep`: only verifies and erases. */
  sweep: {
    asks: record({ extent: Extent, upkeep: z.boolean().optional() }),
    gives: record({ forgotten: count, demoted: count, verified: count, rebuilt: count }),
  },
  /** The first clusters that are due, and how many more there are. */
  due: { asks: record({ most: count }), gives: record({ clusters: listOf(Cluster), more: count }) },
  /** Makes a rule from the memories that the cluster had at `until`; null if the cluster is no longer due. */
  promote: {
    asks: record({ ...tag, sigma: z.number(), until: count, content: z.string().min(1) }),
    gives: record({ rule: z.string().nullable() }),
  },
  /**
   * Waits, up to the given time, until everything sent earlier by other machines has arrived here, and everything sent from here has reached them. Without a bus, returns
   * immediately.
   */
  sync: { asks: record({ ms: count }), gives: record({ reached: z.boolean() }) },
  /** Memories in the order of their ids. */
  exportFrom: {
    asks: record({ after: z.string().nullable(), limit: count }),
    gives: record({ kept: listOf(StoredMemory), next: z.string().nullable() }),
  },
  /** Adds unknown memories and new facts. With `check`, only reports what would be refused. */
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
 * Failure contract: each operation rejects with an ArtooError: `memory_refused` for what may not be written, `memory_unwritable` if writing to the
 * disk fails, `memory_unavailable` if the holder of the store cannot be reached.
 */
export type Keeper = { readonly [O in OperationName]: (asks: Asks<O>) => Promise<Gives<O>> } & {
  /** Runs `work` unless such work is already running in any process that shares the memory, in which case it resolves with undefined. */
  alone<T>(work: () => Promise<T>): Promise<T | undefined>;
  /** Waits until everything that was accepted is durable or refused, then closes the store. */
  close(): Promise<void>;
};
