/** Looks whether the sums of tags are what a plain scan says, a few tags at a time, and makes those anew that are not. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Tag } from '../../contracts/memory.ts';
import { fading } from '../fading/decay.ts';
import type { StoredMemory } from '../keeper.ts';
import { type Batch, indexKeys } from '../records/batch.ts';
import { below, entriesAt, keys, lastPart, tagIn } from '../records/keys.ts';
import { allKeys } from '../records/keys-in.ts';
import type { MemoryStore } from '../records/memory-store.ts';
import { unpackTag } from '../records/pack-tag.ts';
import { type ActiveMemory, activeMemory } from '../records/stored-memory.ts';
import { countAt, isDoubted, type TagRecord, totalAt } from '../records/tag-record.ts';
import { recount } from './recount.ts';
import { repairKinds } from './repair-kinds.ts';

/** About how many memories are looked at in one slice: it must not be felt. A larger tag is looked at alone; a very large one is left for a thorough look. */
const maxMemories = 32;
const largeTag = 2_048;
/** How many memories are read before others get their turn. */
const yieldAfter = 64;
/** How far sums may be from the scan, relative to it (SPEC §6). */
const tolerance = 1e-9;

type Verified = { readonly verified: number; readonly rebuilt: number };

/** A few tags, from where the last slice ended, by one look at the entries behind it. */
export async function verifySlice(memory: MemoryStore): Promise<Verified> {
  const { verified: last } = memory.state;
  const entries = await memory.store.keys({ ...below('x|'), ...(last !== '' && { from: last }), limit: maxMemories });
  const byTag = [...Map.groupBy(entries, (key) => key.slice(0, key.lastIndexOf('|') + 1))];
  const isEnd = entries.length < maxMemories;
  const [[large] = [], ...others] = byTag;
  if (!isEnd && large !== undefined && others.length === 0) return verifyLarge(memory, large);
  const whole = isEnd ? byTag : byTag.slice(0, -1); // of the last one more may follow
  let rebuilt = 0;
  for (const [prefix, keysOfTag] of whole) {
    const isRight = await agreesWith(memory, tagIn(prefix), keysOfTag);
    rebuilt += isRight || !(await repairTag(memory, tagIn(prefix))) ? 0 : 1;
  }
  await goOn(memory, isEnd ? '' : (byTag.at(-1)?.[0] ?? ''));
  return { verified: whole.length, rebuilt };
}

async function verifyLarge(memory: MemoryStore, prefix: string): Promise<Verified> {
  const { to } = below(prefix);
  const entries = await memory.store.keys({ ...below(prefix), limit: largeTag + 1 });
  await goOn(memory, to);
  if (entries.length > largeTag) return { verified: 0, rebuilt: 0 };
  return { verified: 1, rebuilt: (await repairTag(memory, tagIn(prefix))) ? 1 : 0 };
}

const goOn = (memory: MemoryStore, verified: string): Promise<void> | undefined =>
  verified === memory.state.verified ? undefined : memory.change((batch) => batch.setState({ verified }), { durable: false });

/** Every tag, however large, and those that have memories and no sums; before that, where memories are filed; and how many there are of all. */
export async function verifyAll(memory: MemoryStore): Promise<Verified> {
  await fileStrays(memory);
  for (const family of ['l|', 'd|']) await unfileStrays(memory, family);
  const { verified, rebuilt } = await verifyTags(memory);
  await repairKinds(memory);
  await recount(memory);
  return { verified, rebuilt };
}

/** Memories that count, and that no tag knows of; and words that were purged and came back with an older file. */
async function fileStrays(memory: MemoryStore): Promise<void> {
  let [looked, strays] = [0, 0];
  for await (const key of allKeys(memory, 'm|')) {
    looked += 1;
    if (looked % yieldAfter === 0) await nextTurn();
    const kept = memory.kept(lastPart(key));
    const active = activeMemory(kept);
    const isStray = active !== undefined && memory.store.get(keys.entry(active, active.id)) === undefined;
    if (isStray) strays += 1;
    if (kept && (isStray || kept.forgotten?.purged)) await memory.change((batch) => fileAgain(batch, kept.id), { durable: true });
  }
  if (strays > 0) memory.notify(`memories that nothing led to any more have been filed again: ${strays}`);
}

/** What is filed at a level or by its death, and does not count there. */
async function unfileStrays(memory: MemoryStore, family: string): Promise<void> {
  let looked = 0;
  for await (const key of allKeys(memory, family)) {
    looked += 1;
    if (looked % yieldAfter === 0) await nextTurn();
    const isThere = (kept: StoredMemory | undefined) => {
      const active = activeMemory(kept);
      return active !== undefined && indexKeys(active).includes(key);
    };
    const id = lastPart(key);
    if (!isThere(memory.kept(id)))
      await memory.change((batch) => (isThere(batch.kept(id)) ? undefined : batch.deleteKey(key)), { durable: false });
  }
}

function fileAgain(batch: Batch, id: string): void {
  const kept = batch.kept(id);
  const active = activeMemory(kept);
  if (active)
    batch.index(active); // and the sums follow when the tag is looked at
  else if (kept?.forgotten?.purged) batch.update(id, kept, { id, megram: null, forgotten: kept.forgotten });
}

async function verifyTags(memory: MemoryStore): Promise<Verified> {
  let [verified, rebuilt] = [0, 0];
  for await (const key of allKeys(memory, 's|')) {
    verified += 1;
    rebuilt += (await repairTag(memory, tagIn(key))) ? 1 : 0;
  }
  let last = '';
  for await (const key of allKeys(memory, 'x|')) {
    const prefix = key.slice(0, key.lastIndexOf('|') + 1);
    if (prefix === last) continue;
    last = prefix;
    if (memory.store.get(keys.sums(tagIn(prefix))) !== undefined) continue;
    verified += 1;
    rebuilt += (await repairTag(memory, tagIn(prefix))) ? 1 : 0;
  }
  return { verified, rebuilt };
}

/** Whether the sums of a tag are those of its memories, and these are found wherever they should be. */
async function agreesWith(memory: MemoryStore, tag: Tag, entries: readonly string[]): Promise<boolean> {
  const text = memory.store.get(keys.sums(tag));
  const record = text === undefined ? undefined : unpackTag(text);
  const memories = await activeMemories(memory, entries);
  const isFiledRight = memories.length === entries.length && memories.every((active) => isFiled(memory, active));
  return record !== undefined && agrees(record, memories, memory.now()) && isFiledRight && isFlaggedRight(memory, tag, record);
}

const isFiled = (memory: MemoryStore, active: ActiveMemory): boolean =>
  indexKeys(active).every((key) => memory.store.get(key) !== undefined);

/** Whether the Dreamer knows where to look. */
const isFlaggedRight = ({ store }: MemoryStore, tag: Tag, record: TagRecord): boolean =>
  (store.get(keys.due(tag)) !== undefined) === record.due && (store.get(keys.doubted(tag)) !== undefined) === isDoubted(record);

async function activeMemories(memory: MemoryStore, entries: readonly string[]): Promise<readonly ActiveMemory[]> {
  const memories: ActiveMemory[] = [];
  for (const [at, key] of entries.entries()) {
    const active = activeMemory(memory.kept(lastPart(key)));
    if (active) memories.push(active);
    if ((at + 1) % yieldAfter === 0) await nextTurn();
  }
  return memories;
}

/** Makes the sums of a tag anew where they are not those of its memories. A tag that changes while it is looked at is left: its turn comes again. */
async function repairTag(memory: MemoryStore, tag: Tag): Promise<boolean> {
  const text = memory.store.get(keys.sums(tag)); // before its entries: whatever comes to the tag changes it
  const entries = await memory.store.keys(entriesAt(tag));
  const isRight = await agreesWith(memory, tag, entries);
  if (isRight || memory.store.get(keys.sums(tag)) !== text) return false;
  const isMended = await memory.change(
    (batch) => {
      if (batch.hasChanged(tag) || memory.store.get(keys.sums(tag)) !== text) return false;
      const found = entries.map((key) => ({ id: lastPart(key), active: activeMemory(batch.kept(lastPart(key))) }));
      for (const { id, active } of found) if (!active) batch.unindex(tag, id);
      batch.rebuildTag(
        tag,
        found.flatMap(({ active }) => active ?? []),
      );
      return true;
    },
    { durable: false },
  );
  if (isMended) memory.notify(`the sums of ${tag.space} ${tag.entity} were not those of its memories and have been made anew`);
  return isMended;
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
