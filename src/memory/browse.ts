/** Memory for people: how much there is, what is strongest, and what lies behind a tag. These may scan; tasks never ask for them. */
import type { Tag } from '../contracts/memory.ts';
import { dayMs, fading } from './fading/decay.ts';
import { dueTags } from './fading/dream-steps.ts';
import type { Kept, Overview, TagStanding, TagView } from './keeper.ts';
import { actionOf } from './recall/potentials.ts';
import { tagAt } from './recall/recall.ts';
import { below, entriesAt, escapePart, lastPart, tagIn } from './records/keys.ts';
import type { Desk } from './records/memory-store.ts';
import { unpackTag } from './records/pack-tag.ts';
import { type Standing, standingOf } from './records/stored-memory.ts';
import { allAt, countAt, emptyTag, type TagRecord } from './records/tag-record.ts';
import { countAnew } from './repair/recount.ts';

export async function overview(desk: Desk, strongest: number): Promise<Overview> {
  const clock = desk.clock();
  const now = Math.max(clock, desk.now());
  if (!desk.state.counted) await countAnew(desk);
  const { M, K, C, tags, purged, erased } = desk.state;
  const strong = await tagsIn(desk, null, strongest);
  return {
    now: new Date(now).toISOString(),
    ahead_ms: now - clock,
    levels: { M, K, C },
    tags,
    strongest: strong.tags,
    due: (await dueTags(desk)).length,
    unerased: Math.max(0, purged - erased),
  };
}

/** The tags of a space, or all, strongest first. */
export async function tagsIn(desk: Desk, space: string | null, limit: number): Promise<{ tags: readonly TagStanding[]; more: number }> {
  const now = desk.now();
  let kept: TagStanding[] = [];
  let count = 0;
  for await (const [tag, record] of space === null ? allTags(desk) : tagsOf(desk, space)) {
    count += 1;
    kept.push(standingAt(tag, record, now));
    if (kept.length >= 2 * limit + 1_000) kept = strongestOf(kept, limit);
  }
  const tags = strongestOf(kept, limit);
  return { tags, more: count - tags.length };
}

type Known = readonly [tag: Tag, record: TagRecord];

async function* allTags(desk: Desk): AsyncGenerator<Known> {
  for await (const [key, text] of desk.store.entries(below('s|'))) {
    const record = unpackTag(text);
    if (record) yield [tagIn(key), record];
  }
}

/** By what is filed there: records of tags do not all lie in the order of their spaces. */
async function* tagsOf(desk: Desk, space: string): AsyncGenerator<Known> {
  const entries = await desk.store.keys(below(`x|${escapePart(space)}|`));
  for (const prefix of new Set(entries.map((key) => key.slice(0, key.lastIndexOf('|'))))) {
    const record = tagAt(desk, tagIn(prefix));
    if (record) yield [tagIn(prefix), record];
  }
}

const strongestOf = (tags: readonly TagStanding[], limit: number): TagStanding[] =>
  tags.toSorted((a, b) => Math.abs(b.decision) - Math.abs(a.decision) || b.attention - a.attention || b.rules - a.rules).slice(0, limit);

function standingAt(tag: Tag, record: TagRecord, now: number): TagStanding {
  const { attention, decision } = allAt(record, now);
  return { ...tag, attention, decision, action: actionOf(attention, decision), count: countAt(record), rules: record.rules.length };
}

export async function view(desk: Desk, tag: Tag, limit: number): Promise<TagView> {
  const now = desk.now();
  const found: { readonly kept: Kept; readonly standing: Standing }[] = [];
  for (const key of await desk.store.keys(entriesAt(tag))) {
    const kept = desk.kept(lastPart(key));
    const standing = standingOf(kept);
    if (kept && standing) found.push({ kept, standing });
  }
  const newestFirst = found.toSorted((a, b) => b.standing.createdAt - a.standing.createdAt);
  const entries = newestFirst.slice(0, limit).map(({ kept }) => kept);
  const counted = found.map(({ standing }) => standing).filter(({ level }) => level !== 'C');
  return {
    standing: standingAt(tag, tagAt(desk, tag) ?? emptyTag(), now),
    entries,
    more: found.length - entries.length,
    curve: Array.from({ length: 61 }, (_, day) => pointAt(counted, now + (day - 30) * dayMs)),
  };
}

/** What counts now, as it was or will be: memories fade from when they were made or last recalled, and were not there before they were made. */
function pointAt(standings: readonly Standing[], at: number): TagView['curve'][number] {
  let [attention, decision] = [0, 0];
  for (const { weight, createdAt } of standings) {
    if (createdAt > at) continue;
    const left = weight.f * fading(weight.k, at - weight.since);
    attention += left;
    decision += weight.sigma * left;
  }
  return { at: new Date(Math.max(0, at)).toISOString(), attention, decision };
}
