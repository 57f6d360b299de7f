/** What has happened in this replica and is not on the bus yet. Kept in the store, so that it outlives the process. */
import { z } from 'zod';
import { quickReader } from '../../contracts/shapes/canonical.ts';
import { parsedJson } from '../../contracts/text/parsed-json.ts';
import { StoredMemory } from '../keeper.ts';
import type { Batch } from '../records/batch.ts';
import { below, keys, lastPart } from '../records/keys.ts';
import type { MemoryStore } from '../records/memory-store.ts';
import { merged } from '../records/merge.ts';
import { factsOf } from '../records/stored-memory.ts';

/**
 * The kinds of messages, in the order in which they are sent: purges do not wait, and a memory is sent before the facts about it. `erase` is not a
 * message: it marks that the content of a deleted memory must be erased from the files of the bus.
 */
const newsKinds = ['gone', 'written', 'facts', 'recalled', 'erase'] as const;
export type NewsKind = (typeof newsKinds)[number];

/** `said` is what the message says about the memory; `megram` is null except in `written`. */
export type News = { readonly kind: NewsKind; readonly said: StoredMemory };

/** A message as stored in the outbox. */
export type Queued = News & { readonly key: string; readonly text: string };

const keyOf = (kind: NewsKind, id: string): string => keys.outgoing(newsKinds.indexOf(kind), id);

const readSaid = quickReader(StoredMemory);

/** Splits what is new about a memory into messages. */
export function newsOf(kept: StoredMemory): readonly News[] {
  const { id, megram, recalled_at, forgotten } = kept;
  if (forgotten?.purged) return [{ kind: 'gone', said: { id, megram: null, forgotten } }];
  const facts = factsOf(kept);
  return [
    ...(megram ? [{ kind: 'written', said: { id, megram } } as const] : []),
    ...(Object.keys(facts).length > 0 ? [{ kind: 'facts', said: { id, megram: null, ...facts } } as const] : []),
    ...(recalled_at === undefined ? [] : [{ kind: 'recalled', said: { id, megram: null, recalled_at } } as const]),
  ];
}

/** Adds messages to the outbox. Messages of one kind about the same memory are combined. */
export function queue(batch: Batch, all: readonly News[]): void {
  for (const { kind, said } of all) {
    const key = keyOf(kind, said.id);
    const waiting = saidIn(batch.get(key));
    batch.put(key, JSON.stringify(waiting ? merged(waiting, said) : said));
    batch.hasQueued = true;
  }
}

/** Removes messages about a memory that no longer need to be sent; true if content was among them. */
export function unqueue(batch: Batch, id: string, kinds: readonly NewsKind[]): boolean {
  const waiting = kinds.map((kind) => keyOf(kind, id)).filter((key) => batch.get(key) !== undefined);
  for (const key of waiting) batch.deleteKey(key);
  return waiting.includes(keyOf('written', id));
}

const saidIn = (text: string | undefined): StoredMemory | undefined => (text === undefined ? undefined : readSaid(parsedJson(text)));

/** The first messages of one kind, in the order of kinds; an entry that cannot be read is reported and left out. */
export async function queued(memory: MemoryStore, limit: number): Promise<readonly Queued[]> {
  for (const [rank, kind] of newsKinds.entries()) {
    const found = await memory.store.keys({ ...below(keys.outgoing(rank, '')), limit });
    const all = found.flatMap((key): readonly Queued[] => {
      const text = memory.store.get(key);
      const said = saidIn(text);
      if (text !== undefined && !said) memory.notify(`a change for the bus cannot be read and was not sent: ${lastPart(key)}`);
      return text === undefined || !said ? [] : [{ key, kind, said, text }];
    });
    if (all.length > 0) return all;
  }
  return [];
}

/** How far a replica has read the stream of its bus. */
export const Position = z.object({ stream: z.string(), seq: z.int().min(0) });
export type Position = z.infer<typeof Position>;

export const positionIn = (text: string | undefined): Position | undefined =>
  text === undefined ? undefined : Position.safeParse(parsedJson(text)).data;
