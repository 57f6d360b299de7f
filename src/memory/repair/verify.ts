/** Compares the sums and indexes of tags with a plain scan of their memories, and rebuilds those that differ. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Tag } from '../../contracts/memory.ts';
import { fading } from '../fading/decay.ts';
import type { StoredMemory } from '../keeper.ts';
import { type ActiveMemory, activeMemory } from '../records/active-memory.ts';
import { type Batch, indexKeys } from '../records/batch.ts';
import { allKeys, below, entriesAt, keys, lastPart, tagIn } from '../records/keys.ts';
import type { MemoryStore } from '../records/memory-store.ts';
import { unpackTag } from '../records/pack-tag.ts';
import { countAt, isDoubted, type TagRecord, totalAt } from '../records/tag-record.ts';
import { recount } from './recount.ts';
import { repairKinds } from './repair-kinds.ts';

/**
 * A slice reads about this many memories, so that tasks are not slowed down. A larger tag is a slice of its own; a very large tag waits for
 * `verifyAll`.
 */
const maxMemories = 32;
const largeTag = 2_048;
/** Other work gets its turn after this many memories. */
const yieldAfter = 64;
/** How far sums may differ from the scan, relative to it (SPEC §6). */
const tolerance = 1e-9;

type Verified = { readonly verified: number; readonly rebuilt: number };

/** Verifies a few tags, starting where the last slice ended. */
export async function verifySlice(memory: MemoryStore): Promise<Verified> {
  const { verified: last } = memory.state;
  const entries = await memory.store.keys({ ...below('x|'), ...(last !== '' && { from: last }), limit: maxMemories });
  const byTag = [...Map.groupBy(entries, (key) => key.slice(0, key.lastIndexOf('|') + 1))];
  const isEnd = entries.length < maxMemories;
  const [[large] = [], ...others] = byTag;
  if (!isEnd && large !== undefined && others.length === 0) return verifyLarge(memory, large);
  const whole = isEnd ? byTag : byTag.slice(0, -1); // the last tag may be cut off
  let rebuilt = 0;
  for (const [prefix, keysOfTag] of whole) {
    const isRight = await agreesWith(memory, tagIn(prefix), keysOfTag);
    rebuilt += isRight || !(await repairTag(memory, tagIn(prefix))) ? 0 : 1;
  }
  await continueFrom(memory, isEnd ? '' : (byTag.at(-1)?.[0] ?? ''));
  return { verified: whole.length, rebuilt };
}

async function verifyLarge(memory: MemoryStore, prefix: string): Promise<Verified> {
  const { to } = below(prefix);
  const entries = await memory.store.keys({ ...below(prefix), limit: largeTag + 1 });
  await continueFrom(memory, to);
  if (entries.length > largeTag) return { verified: 0, rebuilt: 0 };
  return { verified: 1, rebuilt: (await repairTag(memory, tagIn(prefix))) ? 1 : 0 };
}

const continueFrom = (memory: MemoryStore, verified: string): Promise<void> | undefined =>
  verified === memory.state.verified ? undefined : memory.change((batch) => batch.setState({ verified }));

/** Verifies everything: indexes, every tag however large, kinds of task, and counts. */
export async function verifyAll(memory: MemoryStore): Promise<Verified> {
  await indexStrays(memory);
  for (const prefix of ['l|', 'd|']) await unindexStrays(memory, prefix);
  const { verified, rebuilt } = await verifyTags(memory);
  await repairKinds(memory);
  await recount(memory);
  return { verified, rebuilt };
}

/** Indexes active memories that no tag lists, and erases purged words that came back when an older file was restored. */
async function indexStrays(memory: MemoryStore): Promise<void> {
  let strays = 0;
  for await (const key of keysInTurns(memory, 'm|')) {
    const kept = memory.kept(lastPart(key));
    const active = activeMemory(kept);
    const isStray = active !== undefined && memory.store.get(keys.entry(active, active.id)) === undefined;
    if (isStray) strays += 1;
    if (kept && (isStray || kept.forgotten?.purged)) await memory.changeDurably((batch) => repairMemory(batch, kept.id));
  }
  if (strays > 0) memory.notify(`memories that were missing from the index have been added to it again: ${strays}`);
}

/** Removes entries of the index by level or by expiry if their memory does not belong in it. */
async function unindexStrays(memory: MemoryStore, prefix: string): Promise<void> {
  for await (const key of keysInTurns(memory, prefix)) {
    const belongs = (kept: StoredMemory | undefined) => {
      const active = activeMemory(kept);
      return active !== undefined && indexKeys(active).includes(key);
    };
    const id = lastPart(key);
    if (!belongs(memory.kept(id))) await memory.change((batch) => (belongs(batch.kept(id)) ? undefined : batch.deleteKey(key)));
  }
}

/** All keys with a prefix; other work gets its turn now and then. */
async function* keysInTurns(memory: MemoryStore, prefix: string): AsyncGenerator<string> {
  let read = 0;
  for await (const key of allKeys(memory.store, prefix)) {
    read += 1;
    if (read % yieldAfter === 0) await nextTurn();
    yield key;
  }
}

function repairMemory(batch: Batch, id: string): void {
  const kept = batch.kept(id);
  const active = activeMemory(kept);
  if (active)
    batch.index(active); // the sums are repaired together with the tag
  else if (kept?.forgotten?.purged) batch.update(id, kept, { id, megram: null, forgotten: kept.forgotten });
}

async function verifyTags(memory: MemoryStore): Promise<Verified> {
  let [verified, rebuilt] = [0, 0];
  for await (const key of allKeys(memory.store, 's|')) {
    verified += 1;
    rebuilt += (await repairTag(memory, tagIn(key))) ? 1 : 0;
  }
  let last = '';
  for await (const key of allKeys(memory.store, 'x|')) {
    const prefix = key.slice(0, key.lastIndexOf('|') + 1);
    if (prefix === last) continue;
    last = prefix;
    if (memory.store.get(keys.sums(tagIn(prefix))) !== undefined) continue;
    verified += 1;
    rebuilt += (await repairTag(memory, tagIn(prefix))) ? 1 : 0;
  }
  return { verified, rebuilt };
}

/** Whether the sums and flags of a tag match its memories, and whether these are in every index. */
async function agreesWith(memory: MemoryStore, tag: Tag, entries: readonly string[]): Promise<boolean> {
  const text = memory.store.get(keys.sums(tag));
  const record = text === undefined ? undefined : unpackTag(text);
  const memories = await activeMemories(memory, entries);
  if (!record || memories.length !== entries.length || !agrees(record, memories, memory.now())) return false;
  const has = (key: string) => memory.store.get(key) !== undefined;
  const isFlagged = has(keys.due(tag)) === record.due && has(keys.doubted(tag)) === isDoubted(record); // the flags that the Dreamer reads
  return isFlagged && memories.every((active) => indexKeys(active).every(has));
}

async function activeMemories(memory: MemoryStore, entries: readonly string[]): Promise<readonly ActiveMemory[]> {
  const memories: ActiveMemory[] = [];
  for (const [at, key] of entries.entries()) {
    const active = activeMemory(memory.kept(lastPart(key)));
    if (active) memories.push(active);
    if ((at + 1) % yieldAfter === 0) await nextTurn();
  }
  return memories;
}

/** Rebuilds a tag that does not match its memories. A tag that changes in the meantime is left for the next time. */
async function repairTag(memory: MemoryStore, tag: Tag): Promise<boolean> {
  const text = memory.store.get(keys.sums(tag)); // read before its entries, so that any change in between shows
  const entries = await memory.store.keys(entriesAt(tag));
  const isRight = await agreesWith(memory, tag, entries);
  if (isRight || memory.store.get(keys.sums(tag)) !== text) return false;
  const isRepaired = await memory.change((batch) => {
    if (batch.hasChanged(tag) || memory.store.get(keys.sums(tag)) !== text) return false;
    const found = entries.map((key) => ({ id: lastPart(key), active: activeMemory(batch.kept(lastPart(key))) }));
    for (const { id, active } of found) if (!active) batch.unindex(tag, id);
    batch.rebuildTag(
      tag,
      found.flatMap(({ active }) => active ?? []),
    );
    return true;
  });
  if (isRepaired) memory.notify(`the totals of ${tag.space} ${tag.entity} did not match its memories and have been rebuilt`);
  return isRepaired;
}

function agrees(record: TagRecord, memories: readonly ActiveMemory[], now: number): boolean {
  const counted = memories.filter(({ level }) => level !== 'C');
  let [attention, decision] = [0, 0];
  for (const { weight } of counted) {
    const left = weight.f * fading(weight.k, now - weight.since);
    attention += left;
    decision += weight.sigma * left;
  }
  const sums = totalAt(record, now);
  return (
    countAt(record) === counted.length &&
    record.rules.length === memories.length - counted.length &&
    isNear(sums.attention, attention) &&
    isNear(sums.decision, decision)
  );
}

const isNear = (sum: number, scan: number): boolean => Math.abs(sum - scan) <= tolerance * Math.max(1, Math.abs(scan));
