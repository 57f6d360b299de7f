/** What memory has to say: the calibration protocol of SPEC §6 as far as it reads, without a model and by key alone. */
import type { Megram, MemoryQuery, MemoryRecall, Potential, Tag } from '../../contracts/memory.ts';
import type { StoredMemory } from '../keeper.ts';
import { entriesAt, keys, lastPart } from '../records/keys.ts';
import { taskOf } from '../records/memory-id.ts';
import type { MemoryStore } from '../records/memory-store.ts';
import { totalInText, unpackTag } from '../records/pack-tag.ts';
import { activeMemory, currentMegram, readMegram } from '../records/stored-memory.ts';
import { countAt, evidenceAt, experience, isNote, type MemoryRef, refTo, type TagRecord, totalAt } from '../records/tag-record.ts';
import { intentPrefix, nearestKind } from '../records/task-kinds.ts';
import { actionOf } from './potentials.ts';
import { folderPrefix } from './project.ts';

/** How many tags say their newest memory: as many as a plan is told of. */
const maxShown = 10;
/** How many rules of one tag are told: the newest. */
const maxRules = 20;
/** How far back is looked for what lies behind a potential, and how many memories it names. */
const maxLookedAt = 64;
const maxNamed = 4;
const tolerance = 1e-9;

/** The parts of tools that are looked at for one kind of task. */
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
  const rules = found.flatMap(({ record }) => rulesOf(memory, record));
  const dissonances: MemoryRecall['dissonances'][number][] = [];
  const potentials = new Map<Potential, TagRecord>();
  for (const { tag, record } of found) {
    if (tag.space.startsWith(folderPrefix)) continue;
    const overruled = overruledBy(record, now);
    dissonances.push(...overruled);
    if (countAt(record) > 0) potentials.set(await potentialOf(memory, { tag, record, learnt_in }, now, overruled.length > 0), record);
  }
  const noted = found.flatMap(({ tag, record }) => (tag.space.startsWith(folderPrefix) ? record.newest.filter(isNote) : []));
  const notes = noted.flatMap(([id]) => readMegram(memory.store.get, id) ?? []); // nothing that came to a note changes its words
  const read = found.flatMap(({ record: { rules: all, demoted } }) => [...all.slice(0, maxRules), ...demoted]);
  markRecalled(
    memory,
    [...read, ...noted].map(([id]) => id),
  );
  const told = { space, rules, potentials: [...potentials.keys()], recent: recentOf(memory, potentials), dissonances, missing: null };
  return notes.length > 0 ? { ...told, notes } : told;
}

/** The tags asked about, with the known kind of task in place of the one asked about, and the programs that it knows in addition to the shell. */
function withParts(tags: readonly Tag[], asked: string | undefined, kind: ReturnType<typeof nearestKind>): readonly Tag[] {
  if (asked === undefined) return tags;
  if (kind === undefined) return tags.filter(({ space }) => space !== asked);
  const space = `${intentPrefix}${kind.slug}`;
  const parts = kind.parts.slice(-maxParts); // what was touched last stands last
  return tags.flatMap((tag) => {
    if (tag.space !== asked) return [tag];
    const prefix = `${tag.entity}:`;
    return [tag.entity, ...parts.filter((part) => part.startsWith(prefix))].map((entity) => ({ space, entity }));
  });
}

/** What the sums of a tag come to now. */
export const valueNow = (memory: MemoryStore, tag: Tag): { attention: number; decision: number } =>
  readAt(memory, tag, (text) => totalInText(text, memory.now())) ?? { attention: 0, decision: 0 };

/** What is known of a tag; a record that cannot be read is told, and counts as nothing until it is verified. */
export const tagAt = (memory: MemoryStore, tag: Tag): TagRecord | undefined => readAt(memory, tag, unpackTag);

function readAt<R>(memory: MemoryStore, tag: Tag, unpack: (text: string) => R | undefined): R | undefined {
  const text = memory.store.get(keys.sums(tag));
  if (text === undefined) return undefined;
  const record = unpack(text);
  if (!record) memory.notify(`the sums of ${tag.space} ${tag.entity} cannot be read; they are made again by the next dream`);
  return record;
}

/** The newest rules of a tag. */
function rulesOf(memory: MemoryStore, { rules }: TagRecord): readonly Megram[] {
  return rules.slice(0, maxRules).flatMap(([id]) => readMegram(memory.store.get, id) ?? megramAt(memory, id) ?? []); // a rule that counts is as it was written
}

/** A memory as it stands now. */
export function megramAt(memory: MemoryStore, id: string): Megram | undefined {
  const kept = memory.kept(id);
  return kept && currentMegram(kept);
}

/** The rules of a tag that fresh evidence points away from, each with the newest memory that does. */
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
  const isBehind = ([, , sigma, how]: MemoryRef) => pointsAlong(sigma) && (!isOverruled || how === experience.evidence);
  const named = record.newest.filter(isBehind);
  const isHere = ([id]: MemoryRef) => learnt_in !== undefined && readMegram(memory.store.get, id)?.learnt_in === learnt_in;
  const tasksHere = (all: readonly MemoryRef[]) => tasksOf(all.filter((each) => isLived(each) && isHere(each)));
  const isShortHere = () => (learnt_in === undefined ? tasksOf(named.filter(isLived)) : tasksHere(named)) < 2;
  const isShort = named.length === 0 || (action === 'Avoid' && isShortHere());
  const along = action !== 'Ignore' && isShort && count > record.newest.length ? await lookBack() : named;
  const tasks = tasksOf(action === 'Avoid' ? along.filter(isLived) : along);
  const isUnsigned = Math.abs(decision) <= tolerance && record.newest.every(([, , sigma]) => sigma === 0);
  return {
    ...tag,
    attention,
    decision,
    action,
    count,
    megrams: along.map(([id]) => id),
    tasks,
    ...(action === 'Avoid' && learnt_in !== undefined && { tasks_here: tasksHere(along) }),
    ...(isUnsigned && { unsigned: true as const }),
  };

  /** With what the record of the tag does not name, because what it named has gone, or was all of one task: first what was lived, here before elsewhere, and of each task one, so that a second task is seen. */
  async function lookBack(): Promise<readonly MemoryRef[]> {
    const ids = (await memory.store.keys({ ...entriesAt(tag), limit: maxLookedAt, reverse: true })).map(lastPart);
    const older = ids.filter((id) => !named.some(([each]) => each === id)).map((id) => activeMemory(memory.kept(id)));
    const found = older.flatMap((active) => (active && active.level !== 'C' ? [refTo(active)] : [])).filter(isBehind);
    const rank = (each: MemoryRef): number => (isLived(each) ? 2 : 0) + (isHere(each) ? 1 : 0);
    const all = [...named, ...found].sort((a, b) => rank(b) - rank(a));
    const isFirstOfTask = ([id]: MemoryRef, at: number) => all.findIndex(([each]) => taskOf(each) === taskOf(id)) === at;
    return [...all.filter(isFirstOfTask), ...all.filter((each, at) => !isFirstOfTask(each, at))].slice(0, maxNamed);
  }
}

/** What was only said about a rule is no experience of its own, nor is what was a rule. */
const isLived = ([, , , how]: MemoryRef): boolean => how !== experience.not;

/** From how many tasks these few are. */
const tasksOf = (all: readonly MemoryRef[]): number => {
  const tasks = all.map(([id]) => taskOf(id));
  return tasks.filter((task, at) => tasks.indexOf(task) === at).length;
};

/** The newest memory at the tags that point most clearly; of a kind of task that goes badly all that the tag names, for their plans. */
function recentOf(memory: MemoryStore, potentials: ReadonlyMap<Potential, TagRecord>): readonly Megram[] {
  const clearest = [...potentials]
    .filter(([{ action, entity }]) => action !== 'Ignore' || entity.startsWith('path:'))
    .sort(([a], [b]) => Math.abs(b.decision) - Math.abs(a.decision))
    .slice(0, maxShown);
  return clearest.flatMap(([{ entity, action, megrams }, { newest, demoted }]) => {
    const ids = entity === 'env:local' && action === 'Avoid' ? newest.map(([id]) => id) : megrams.slice(0, 1);
    const isDemoted = (id: string) => demoted.some(([each]) => each === id);
    return ids.flatMap((id) => (isDemoted(id) ? undefined : readMegram(memory.store.get, id)) ?? megramAt(memory, id) ?? []); // nothing that came to an event changes it
  });
}

/** Rules and K entries that were read are kept fresh by it. Nobody waits for that. */
export function markRecalled(memory: MemoryStore, ids: readonly string[]): void {
  if (ids.length === 0) return;
  const marked = memory.change(
    (batch, now) => {
      const recalled_at = new Date(now).toISOString();
      for (const id of ids) {
        const before: StoredMemory | undefined = batch.kept(id);
        if (activeMemory(before) && before) batch.update(id, before, { ...before, recalled_at });
      }
    },
    { durable: false },
  );
  marked.catch((error: Error) => memory.notify(`what was recalled could not be noted: ${error.message}`));
}
