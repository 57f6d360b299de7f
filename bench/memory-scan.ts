/** What memory would cost if it kept nothing beside the records: the plain definitions, over the same LevelDB. */
import type { ClassicLevel } from 'classic-level';
import type { Megram, Tag } from '../src/contracts/memory.ts';
import { attentionAt, dayMs, minAttention } from '../src/memory/fading/decay.ts';
import { potentials } from '../src/memory/recall/potentials.ts';
import { below, entriesAt, keys, lastPart } from '../src/memory/records/keys.ts';
import type { Store } from '../src/store/store.ts';

/** The potentials of a tag: every record that is filed there, parsed and summed. */
export async function scanTag(store: Store, tag: Tag, at: number) {
  const found = await store.keys(entriesAt(tag));
  const megrams = found.map((key): Megram => JSON.parse(store.get(keys.record(lastPart(key))) ?? ''));
  return potentials(megrams, new Date(at));
}

/** Reads every memory there is, and deletes what is dead. */
export async function scanDead(level: ClassicLevel<string, string>, at: number): Promise<number> {
  const { from, to } = below('m|');
  const dead: string[] = [];
  for await (const [key, value] of level.iterator({ gte: from, lt: to, fillCache: false })) {
    const { level: rank, created_at, f, k }: Megram = JSON.parse(value);
    const since = Date.parse(created_at);
    if (rank !== 'C' && at - since > dayMs && attentionAt({ f, k, since }, at) < minAttention) dead.push(key);
  }
  if (dead.length > 0) await level.batch(dead.map((key) => ({ type: 'del', key })));
  return dead.length;
}
