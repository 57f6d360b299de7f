/** What people ask about a memory: how much it holds, which tags are strongest, what a tag holds. These functions may scan; tasks never call them. */
import type { Tag } from '../contracts/memory.ts';
import { dayMs, fading } from './fading/decay.ts';
import { dueTags } from './fading/dream-steps.ts';
import type { Overview, StoredMemory, TagState, TagView } from './keeper.ts';
import { actionOf } from './recall/potentials.ts';
import { tagAt } from './recall/recall.ts';
import { type ActiveMemory, activeMemory } from './records/active-memory.ts';
import { below, entriesAt, escapePart, lastPart, tagIn } from './records/keys.ts';
import type { MemoryStore } from './records/memory-store.ts';
import { unpackTag } from './records/pack-tag.ts';
import { countAt, emptyTag, type TagRecord, totalAt } from './records/tag-record.ts';
import { recount } from './repair/recount.ts';

export async function memoryOverview(memory: MemoryStore, strongest: number): Promise<Overview> {
  const clock = memory.clock();
  const now = Math.max(clock, memory.now());
  if (!memory.state.counted) await recount(memory);
  const { M, K, C, tags, purged, erased } = memory.state;
  const strong = await listTags(memory, null, strongest);
  return {
    now: new Date(now).toISOString(),
    ahead_ms: now - clock,
    levels: { M, K, C },
    tags,
    strongest: strong.tags,
    due: (await dueTags(memory)).length,
    unerased: Math.max(0, purged - erased),
  };
}

/** The tags of a space, or of all spaces, strongest first. */
export async function listTags(
  memory: MemoryStore,
  space: string | null,
  limit: number,
): Promise<{ tags: readonly TagState[]; more: number }> {
  const now = memory.now();
  let kept: TagState[] = [];
  let count = 0;
  for await (const [tag, record] of space === null ? allTags(memory) : tagsOf(memory, space)) {
    count += 1;
    kept.push(tagState(tag, record, now));
    if (kept.length >= 2 * limit + 1_000) kept = strongestOf(kept, limit);
  }
  const tags = strongestOf(kept, limit);
  return { tags, more: count - tags.length };
}

type Known = readonly [tag: Tag, record: TagRecord];

async function* allTags(memory: MemoryStore): AsyncGenerator<Known> {
  for await (const [key, text] of memory.store.entries(below('s|'))) {
    const record = unpackTag(text);
    if (record) yield [tagIn(key), record];
  }
}

/** Finds tags through their memories, because the records of tags are not all ordered by space. */
async function* tagsOf(memory: MemoryStore, space: string): AsyncGenerator<Known> {
  const entries = await memory.store.keys(below(`x|${escapePart(space)}|`));
  for (const prefix of new Set(entries.map((key) => key.slice(0, key.lastIndexOf('|'))))) {
    const record = tagAt(memory, tagIn(prefix));
    if (record) yield [tagIn(prefix), record];
  }
}

const strongestOf = (tags: readonly TagState[], limit: number): TagState[] =>
  tags.toSorted((a, b) => Math.abs(b.decision) - Math.abs(a.decision) || b.attention - a.attention || b.rules - a.rules).slice(0, limit);

function tagState(tag: Tag, record: TagRecord, now: number): TagState {
  const { attention, decision } = totalAt(record, now);
  return { ...tag, attention, decision, action: actionOf(attention, decision), count: countAt(record), rules: record.rules.length };
}

export async function viewTag(memory: MemoryStore, tag: Tag, limit: number): Promise<TagView> {
  const now = memory.now();
  const found: { readonly kept: StoredMemory; readonly active: ActiveMemory }[] = [];
  for (const key of await memory.store.keys(entriesAt(tag))) {
    const kept = memory.kept(lastPart(key));
    const active = activeMemory(kept);
    if (kept && active) found.push({ kept, active });
  }
  const newestFirst = found.toSorted((a, b) => b.active.createdAt - a.active.createdAt);
  const entries = newestFirst.slice(0, limit).map(({ kept }) => kept);
  const counted = found.map(({ active }) => active).filter(({ level }) => level !== 'C');
  return {
    standing: tagState(tag, tagAt(memory, tag) ?? emptyTag(), now),
    entries,
    more: found.length - entries.length,
    curve: Array.from({ length: 61 }, (_, day) => pointAt(counted, now + (day - 30) * dayMs)),
  };
}

/** The potentials at a time of the memories that are active today. */
function pointAt(memories: readonly ActiveMemory[], at: number): TagView['curve'][number] {
  let [attention, decision] = [0, 0];
  for (const { weight, createdAt } of memories) {
    if (createdAt > at) continue;
    const left = weight.f * fading(weight.k, at - weight.since);
    attention += left;
    decision += weight.sigma * left;
  }
  return { at: new Date(Math.max(0, at)).toISOString(), attention, decision };
}
