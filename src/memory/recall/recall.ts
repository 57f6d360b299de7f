/** Answers a task's query: the reading half of the calibration protocol (SPEC §6), without a model and without scans. */
import type { Megram, MemoryQuery, MemoryRecall, Potential, Tag } from '../../contracts/memory.ts';
import { activeMemory, currentMegram } from '../records/active-memory.ts';
import { entriesAt, keys, lastPart } from '../records/keys.ts';
import { taskOf } from '../records/memory-id.ts';
import type { MemoryStore } from '../records/memory-store.ts';
import { totalInText, unpackTag } from '../records/pack-tag.ts';
import { readMegram } from '../records/stored-memory.ts';
import { countAt, evidenceAt, experience, isNote, type MemoryRef, refTo, type TagRecord, totalAt } from '../records/tag-record.ts';
import { intentPrefix, nearestKind } from '../records/task-kinds.ts';
import { actionOf } from './potentials.ts';
import { folderPrefix } from './project.ts';

/** How many tags come with their newest memory: as many as a plan is given. */
const maxShown = 10;
/** The limit on rules recalled from one tag, newest first. */
const maxRules = 20;
/** How many memories are searched for those on which a potential rests, and how many of these are returned with it. */
const maxSearched = 64;
const maxNamed = 4;
const tolerance = 1e-9;

/** How many parts of tools are asked about for one kind of task. */
const maxParts = 64;

type Found = { readonly tag: Tag; readonly record: TagRecord };

export async function recall(memory: MemoryStore, { tags, learnt_in }: MemoryQuery): Promise<MemoryRecall> {
  const asked = tags.find(({ space }) => space.startsWith(intentPrefix))?.space;
  const kind = asked === undefined ? undefined : nearestKind(memory.store.get, asked.slice(intentPrefix.length));
  const space = kind === undefined ? null : `${intentPrefix}${kind.slug}`;
  const found = withParts(tags, asked, kind).flatMap((tag): Found[] => {
    const record = tagAt(memory, tag);
    return record ? [{ tag, record }] : [];
  });
  const now = memory.now();
  const newest = found.flatMap(({ record }) => record.rules.slice(0, maxRules));
  const rules = newest.flatMap(([id]) => readMegram(memory.store.get, id) ?? megramAt(memory, id) ?? []); // an active rule has not changed since it was written
  const dissonances: MemoryRecall['dissonances'][number][] = [];
  const potentials = new Map<Potential, TagRecord>();
  for (const { tag, record } of found) {
    if (tag.space.startsWith(folderPrefix)) continue;
    const overruled = overruledBy(record, now);
    dissonances.push(...overruled);
    if (countAt(record) > 0) potentials.set(await potentialOf(memory, { tag, record, learnt_in }, now, overruled.length > 0), record);
  }
  const noted = found.flatMap(({ tag, record }) => (tag.space.startsWith(folderPrefix) ? record.newest.filter(isNote) : []));
  const notes = saidOnce(noted.flatMap(([id]) => readMegram(memory.store.get, id) ?? [])); // facts never change the words of a note
  const read = found.flatMap(({ record }) => [...record.rules.slice(0, maxRules), ...record.demoted]);
  markRecalled(memory, [...read, ...noted]);
  const recent = recentOf(memory, potentials);
  return { space, rules, potentials: [...potentials.keys()], recent, ...(notes.length > 0 && { notes }), dissonances, missing: null };
}

/** Repeated tasks find the same things again, so only the newest of equal notes is shown. */
const saidOnce = (notes: readonly Megram[]): readonly Megram[] =>
  notes.filter(({ content }, at) => notes.findIndex((each) => each.content === content) === at);

/** The tags asked about, with the known kind of task in place of the given one, plus the programs of the shell that are known for this kind. */
function withParts(tags: readonly Tag[], asked: string | undefined, kind: ReturnType<typeof nearestKind>): readonly Tag[] {
  if (asked === undefined) return tags;
  if (kind === undefined) return tags.filter(({ space }) => space !== asked);
  const space = `${intentPrefix}${kind.slug}`;
  const parts = kind.parts.slice(-maxParts); // the parts that changed last come last
  return tags.flatMap((tag) => {
    if (tag.space !== asked) return [tag];
    const prefix = `${tag.entity}:`;
    return [tag.entity, ...parts.filter((part) => part.startsWith(prefix))].map((entity) => ({ space, entity }));
  });
}

/** The potentials of a tag as of now. */
export const valueNow = (memory: MemoryStore, tag: Tag): { attention: number; decision: number } =>
  readAt(memory, tag, (text) => totalInText(text, memory.now())) ?? { attention: 0, decision: 0 };

/** The record of a tag; a record that cannot be read is reported, and counts as absent until it is rebuilt. */
export const tagAt = (memory: MemoryStore, tag: Tag): TagRecord | undefined => readAt(memory, tag, unpackTag);

function readAt<R>(memory: MemoryStore, tag: Tag, unpack: (text: string) => R | undefined): R | undefined {
  const text = memory.store.get(keys.sums(tag));
  if (text === undefined) return undefined;
  const record = unpack(text);
  if (!record) memory.notify(`the totals of ${tag.space} ${tag.entity} cannot be read; \`artoo memory dream\` rebuilds them`);
  return record;
}

/** A memory with its facts applied, as of now. */
export function megramAt(memory: MemoryStore, id: string): Megram | undefined {
  const kept = memory.kept(id);
  return kept && currentMegram(kept);
}

/** The rules of a tag that fresh evidence contradicts, each with the newest memory that contradicts it. */
function overruledBy(record: TagRecord, now: number): MemoryRecall['dissonances'] {
  if (record.rules.length === 0 || record.sums.evidence.length === 0) return [];
  const { attention, decision } = evidenceAt(record, now);
  const action = actionOf(attention, decision);
  if (action !== 'Exploit' && action !== 'Avoid') return [];
  const against = record.rules.filter(([, , sigma]) => sigma * decision < 0);
  if (against.length === 0) return [];
  const evidence = record.newest.find(([, , sigma, how]) => sigma * decision > 0 && how === experience.evidence)?.[0] ?? '';
  return against.map(([rule_id]) => ({ rule_id, evidence_id: evidence }));
}

type Asked = Found & Pick<MemoryQuery, 'learnt_in'>;

async function potentialOf(memory: MemoryStore, { tag, record, learnt_in }: Asked, now: number, isOverruled: boolean): Promise<Potential> {
  const { attention, decision } = isOverruled ? evidenceAt(record, now) : totalAt(record, now);
  const action = actionOf(attention, decision);
  const count = countAt(record);
  const pointsAlong = (sigma: number) => action === 'Caution' || action === 'Ignore' || sigma * decision > 0;
  const isGrounds = ([, , sigma, how]: MemoryRef) => pointsAlong(sigma) && (!isOverruled || how === experience.evidence);
  const named = record.newest.filter(isGrounds);
  const isHere = ([id]: MemoryRef) => learnt_in !== undefined && readMegram(memory.store.get, id)?.learnt_in === learnt_in;
  const tasksHere = (all: readonly MemoryRef[]) => tasksOf(all.filter((each) => isExperience(each) && isHere(each)));
  const isShortHere = () => (learnt_in === undefined ? tasksOf(named.filter(isExperience)) : tasksHere(named)) < 2;
  const isShort = named.length === 0 || (action === 'Avoid' && isShortHere());
  const along = action !== 'Ignore' && isShort && count > record.newest.length ? await searchOlder() : named;
  const tasks = tasksOf(action === 'Avoid' ? along.filter(isExperience) : along);
  const isUnsigned = Math.abs(decision) <= tolerance && record.newest.every(([, , sigma]) => sigma === 0);
  return {
    ...tag,
    attention,
    decision,
    action,
    count,
    megrams: along.map(([id]) => id),
    tasks,
    ...((action === 'Avoid' || action === 'Caution') && learnt_in !== undefined && { tasks_here: tasksHere(along) }),
    ...(isUnsigned && { unsigned: true as const }),
  };

  /**
   * Searches beyond the listed memories, which may all come from one task: experience first, then what was learnt here, and one from each task first, so that evidence from a
   * second task is found.
   */
  async function searchOlder(): Promise<readonly MemoryRef[]> {
    const ids = (await memory.store.keys({ ...entriesAt(tag), limit: maxSearched, reverse: true })).map(lastPart);
    const older = ids.filter((id) => !named.some(([each]) => each === id)).map((id) => activeMemory(memory.kept(id)));
    const found = older.flatMap((active) => (active && active.level !== 'C' ? [refTo(active)] : [])).filter(isGrounds);
    const rank = (each: MemoryRef): number => (isExperience(each) ? 2 : 0) + (isHere(each) ? 1 : 0);
    const all = [...named, ...found].sort((a, b) => rank(b) - rank(a));
    const isFirstOfTask = ([id]: MemoryRef, at: number) => all.findIndex(([each]) => taskOf(each) === taskOf(id)) === at;
    return [...all.filter(isFirstOfTask), ...all.filter((each, at) => !isFirstOfTask(each, at))].slice(0, maxNamed);
  }
}

const isExperience = ([, , , how]: MemoryRef): boolean => how !== experience.none;

/** How many tasks these memories come from. */
const tasksOf = (all: readonly MemoryRef[]): number => new Set(all.map(([id]) => taskOf(id))).size;

/** The newest memory of the clearest tags; for a kind of task that goes badly, all memories that its tag lists, because of their plans. */
function recentOf(memory: MemoryStore, potentials: ReadonlyMap<Potential, TagRecord>): readonly Megram[] {
  const clearest = [...potentials]
    .filter(([{ action, entity }]) => action !== 'Ignore' || entity.startsWith('path:'))
    .sort(([a], [b]) => Math.abs(b.decision) - Math.abs(a.decision))
    .slice(0, maxShown);
  return clearest.flatMap(([{ entity, action, megrams }, { newest, demoted }]) => {
    const ids = entity === 'env:local' && action === 'Avoid' ? newest.map(([id]) => id) : megrams.slice(0, 1);
    const isDemoted = (id: string) => demoted.some(([each]) => each === id);
    return ids.flatMap((id) => (isDemoted(id) ? undefined : readMegram(memory.store.get, id)) ?? megramAt(memory, id) ?? []); // facts never change an event, so only demoted rules are read with their facts
  });
}

/**
 * A memory that was made or recalled within this time is not marked again: that would change its worth by less than 1e-4, and cost every task a
 * write.
 */
const freshMs = 60_000;

/** Recalling keeps rules and K entries fresh. The caller does not wait for the write. */
export function markRecalled(memory: MemoryStore, refs: readonly MemoryRef[]): void {
  const asked = memory.now();
  const aged = refs.filter(([, createdAt]) => asked - createdAt >= freshMs);
  if (aged.length === 0) return;
  const marked = memory.change((batch, now) => {
    const recalled_at = new Date(now).toISOString();
    for (const [id] of aged) {
      const before = batch.kept(id);
      const active = activeMemory(before);
      if (before && active && now - active.weight.since >= freshMs) batch.happened(id, before, { ...before, recalled_at });
    }
  });
  marked.catch((error: Error) => memory.notify(`memory could not record what was recalled: ${error.message}`));
}
