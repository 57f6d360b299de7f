/** The steps of a dream (SPEC §6). Each may be interrupted anywhere and is then simply repeated. */
import type { Tag } from '../../contracts/memory.ts';
import type { Asks, Cluster, Extent, Gives } from '../keeper.ts';
import { tagAt } from '../recall/recall.ts';
import { type ActiveMemory, activeMemory, currentMegram } from '../records/active-memory.ts';
import type { Batch } from '../records/batch.ts';
import { below, expiredUntil, lastPart, tagIn } from '../records/keys.ts';
import type { MemoryStore } from '../records/memory-store.ts';
import { freshAt, freshCount, type TagRecord, totalAt } from '../records/tag-record.ts';
import { verifyAll, verifySlice } from '../repair/verify.ts';
import { attentionAt, dayMs, minAttention } from './decay.ts';
import { erasePurged } from './forget.ts';
import { freshMemories } from './fresh-memories.ts';
import { completePromotions } from './promote.ts';
import { signIfDue } from './rule-due.ts';

/** The largest number of memories from one cluster that are shown to a model. */
const maxShown = 20;
/** How many memories are forgotten in one batch, so that other work gets its turn. */
const atOnce = 256;

const verifications = {
  brief: async () => ({ verified: 0, rebuilt: 0 }),
  usual: verifySlice,
  thorough: verifyAll,
} as const satisfies Record<Extent, (memory: MemoryStore) => Promise<{ verified: number; rebuilt: number }>>;

/** A brief sweep runs on exit, while the person waits, so it does not clear a large backlog. */
const maxForgotten = { brief: 2_048, usual: Number.POSITIVE_INFINITY, thorough: Number.POSITIVE_INFINITY } as const;

/** `upkeep`: does only what concerns this store alone; another machine decides what has faded. */
export async function sweep(memory: MemoryStore, { extent, upkeep = false }: Asks<'sweep'>) {
  if (extent !== 'brief') await erasePurged(memory);
  const forgotten = upkeep ? 0 : await forgetExpired(memory, maxForgotten[extent]);
  const demoted = upkeep ? 0 : await demoteBankrupt(memory);
  if (!upkeep && memory.isReplica) await completePromotions(memory);
  return { forgotten, demoted, ...(await verifications[extent](memory)) };
}

/** Deletes memories that have faded, without a tombstone. */
async function forgetExpired(memory: MemoryStore, max: number): Promise<number> {
  let forgotten = 0;
  for (;;) {
    const dead = forgotten < max ? await memory.store.keys({ ...expiredUntil(memory.now()), limit: atOnce }) : [];
    if (dead.length === 0) return forgotten;
    forgotten += await memory.change((batch, now) => dead.filter((key) => forgetIfExpired(batch, key, now)).length);
  }
}

function forgetIfExpired(batch: Batch, key: string, now: number): boolean {
  const id = lastPart(key);
  const kept = batch.kept(id);
  const active = activeMemory(kept);
  batch.deleteKey(key); // the key goes even if the predicted expiry turns out to be wrong
  if (!kept || !active || !isExpired(active, now)) return false;
  batch.happened(id, kept, undefined);
  return true;
}

const isExpired = ({ level, weight, createdAt }: ActiveMemory, now: number): boolean =>
  level !== 'C' && now - createdAt > dayMs && attentionAt(weight, now) < minAttention;

/**
 * Rules that the sums of their tag contradict become level K, and fade from now on. Only the person can take back a fact that the person declared.
 */
async function demoteBankrupt(memory: MemoryStore): Promise<number> {
  let demoted = 0;
  for (const key of await memory.store.keys(below('b|'))) {
    const tag = tagIn(key);
    const record = tagAt(memory, tag);
    if (!record || contradicted(record, memory.now()).length === 0) continue; // nearly always the case
    demoted += await memory.change((batch, now) => {
      const against = contradicted(batch.tag(tag.space, tag.entity), now).flatMap(([id]) => batch.kept(id) ?? []);
      const bankrupt = against.filter(({ megram }) => megram?.state !== 'declared');
      for (const kept of bankrupt) batch.happened(kept.id, kept, { ...kept, demoted_at: new Date(now).toISOString() });
      return bankrupt.length;
    });
  }
  return demoted;
}

/** The rules of a tag that its sums contradict. */
function contradicted(record: TagRecord, now: number): TagRecord['rules'] {
  const { decision } = totalAt(record, now);
  return record.rules.filter(([, , sigma]) => sigma * decision < 0);
}

type Due = { readonly tag: Tag; readonly record: TagRecord; readonly sigma: Cluster['sigma'] };

/** The tags that a rule can be made for. */
export async function dueTags(memory: MemoryStore): Promise<readonly Due[]> {
  const now = memory.now();
  return (await memory.store.keys(below('p|'))).flatMap((key): Due[] => {
    const tag = tagIn(key);
    const record = tagAt(memory, tag);
    const sigma = record && signIfDue(freshAt(record, now), memory.ruleAt);
    return record && sigma !== undefined ? [{ tag, record, sigma }] : [];
  });
}

/** The clusters that rules can be made of. */
export async function dueClusters(memory: MemoryStore, max: number): Promise<Gives<'due'>> {
  const all = await dueTags(memory);
  const clusters: Cluster[] = [];
  for (const { tag, record, sigma } of all.slice(0, max)) {
    const count = freshCount(record);
    const newest = await freshMemories(memory, tag, 2 * maxShown);
    const fresh = newest.length < Math.min(count, maxShown) ? await freshMemories(memory, tag) : newest; // imported ids may not sort by time
    const megrams = fresh.slice(0, maxShown).flatMap(({ kept }) => currentMegram(kept) ?? []);
    const until = fresh[0]?.active.createdAt ?? 0;
    clusters.push({ ...tag, sigma, ...freshAt(record, memory.now()), count, until, megrams });
  }
  return { clusters, more: all.length - clusters.length };
}
