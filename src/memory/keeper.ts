/** The port to a memory: everything its holder can be asked, in this process or from another one. The table is the wire protocol too. */
import { z } from 'zod';
import { Megram, MemoryAction, MemoryQuery, MemoryRecall, Tag } from '../contracts/memory.ts';
import { count, IsoTime, listOf, record } from '../contracts/shapes/shape.ts';

/** What may be added to a memory later, besides recalls. */
export const facts = {
  consolidated: record({ into: z.string(), at: IsoTime }).optional(),
  /** When a bankrupt rule became level K. */
  demoted_at: IsoTime.optional(),
  superseded: record({ by: z.string(), at: IsoTime }).optional(),
  /** `faded`: not by a person, and the words are gone too; only where machines share a memory, since others must be told. */
  forgotten: record({ at: IsoTime, purged: z.boolean(), faded: z.literal(true).optional() }).optional(),
};

/** One memory as the store has it: what was written, which never changes, and the facts that were added since. */
export const StoredMemory = record({
  id: z.string().min(1).max(512),
  /** Null when its words were erased. */
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
  /** +1: a best practice. −1: a constraint. */
  sigma: z.union([z.literal(1), z.literal(-1)]),
  attention: z.number(),
  decision: z.number(),
  /** How many memories it has, and the time of the newest; `megrams` holds the newest few. */
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
  /** Named as in the JSON that people's scripts read. */
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
  /** Resolves when it is durable. Memories with a known id are skipped. */
  write: { asks: record({ megrams: listOf(Megram) }), gives: record({ written: count }) },
  /** Marks the rules and K entries at the tags as recalled, to the minute. */
  recall: { asks: MemoryQuery, gives: MemoryRecall },
  potentials: { asks: Tag, gives: Potentials },
  /** Level C, newest first; marks them as recalled. */
  rules: { asks: Tag, gives: record({ megrams: listOf(Megram) }) },
  /** M and K, newest first, not consolidated. */
  recent: { asks: record({ ...tag, n: count }), gives: record({ megrams: listOf(Megram) }) },
  overview: { asks: record({ strongest: count }), gives: Overview },
  /** The tags of a space, or all tags for null, strongest first. */
  tags: { asks: record({ space: z.string().nullable(), limit: count }), gives: record({ tags: listOf(TagState), more: count }) },
  view: { asks: record({ ...tag, limit: count }), gives: TagView },
  find: { asks: record({ id: z.string() }), gives: record({ kept: StoredMemory.nullable() }) },
  /** By id, or everything at a tag. A purge also erases the words from the disk; `erased` if there were any, including those of an earlier purge. */
  forget: {
    asks: record({ id: z.string().optional(), tag: Tag.optional(), purge: z.boolean() }),
    gives: record({ ids: listOf(z.string()), erased: z.boolean() }),
  },
  /** Erases from the disk what was purged but not erased yet. */
  erase: { asks: record({}), gives: record({}) },
  /** Forgets what has faded, demotes bankrupt rules, and verifies as much as asked: nothing, a slice, or everything. `upkeep`: only verifies and erases. */
  sweep: {
    asks: record({ extent: Extent, upkeep: z.boolean().optional() }),
    gives: record({ forgotten: count, demoted: count, verified: count, rebuilt: count }),
  },
  /** The first clusters that are due, and how many more there are. */
  due: { asks: record({ most: count }), gives: record({ clusters: listOf(Cluster), more: count }) },
  /** Makes a rule of the memories that its cluster had at `until`; null when it is no longer due. */
  promote: {
    asks: record({ ...tag, sigma: z.number(), until: count, content: z.string().min(1) }),
    gives: record({ rule: z.string().nullable() }),
  },
  /** Waits, up to the given time, until everything that other machines said before has arrived here and everything said here has reached them. Without a bus, it returns at once. */
  sync: { asks: record({ ms: count }), gives: record({ reached: z.boolean() }) },
  /** In the order of ids. */
  exportFrom: {
    asks: record({ after: z.string().nullable(), limit: count }),
    gives: record({ kept: listOf(StoredMemory), next: z.string().nullable() }),
  },
  /** Adds unknown memories and new facts. With `check` it only says what it would refuse. */
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
 * Failure contract: each rejects with an ArtooError: `memory_refused` for what may not be written, `memory_unwritable` when writing to the disk fails,
 * `memory_unavailable` when the holder of the store cannot be reached.
 */
export type Keeper = { readonly [O in OperationName]: (asks: Asks<O>) => Promise<Gives<O>> } & {
  /** Runs `work` unless such work is running already, in any process that shares the memory: then it resolves with undefined. */
  alone<T>(work: () => Promise<T>): Promise<T | undefined>;
  /** Waits until everything that was accepted is durable or refused, then closes the store. */
  close(): Promise<void>;
};
