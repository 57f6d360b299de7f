/** Changes that are written to the store together, with every sum and index that depends on them. Reads through a batch already see them. */
import type { Tag } from '../../contracts/memory.ts';
import { wordsOf } from '../../control/overlap.ts';
import type { Change } from '../../store/store.ts';
import { expiryOf } from '../fading/decay.ts';
import { mayBecomeDue, type RuleThresholds, usualThresholds } from '../fading/rule-due.ts';
import type { StoredMemory } from '../keeper.ts';
import { newsOf, queue } from '../replica/outbox.ts';
import { type ActiveMemory, activeMemory } from './active-memory.ts';
import { keys } from './keys.ts';
import { newsIn } from './merge.ts';
import { packTag, unpackTag } from './pack-tag.ts';
import type { StoreState } from './store-state.ts';
import { factsOf, isCorrupt, readStored } from './stored-memory.ts';
import { emptyTag, freshAt, freshSidesAt, isDoubted, isEmptyTag, type TagRecord, updateTag } from './tag-record.ts';
import { indexWords, intentPrefix, readKind, slugsAfter, type TaskKind } from './task-kinds.ts';

/** A tag that is being changed: its new record, and the record that the store has. */
type ChangedTag = {
  readonly tag: Tag;
  readonly record: TagRecord;
  readonly text: string | undefined;
  readonly due: boolean;
  readonly doubted: boolean;
};

export class Batch {
  readonly #read: (key: string) => string | undefined;
  readonly #now: number;
  readonly #changes = new Map<string, string | undefined>();
  readonly #tags = new Map<string, ChangedTag>();
  readonly #kinds = new Map<string, TaskKind & { was: boolean }>();
  readonly #state: StoreState;
  readonly #isReplica: boolean;
  readonly #ruleAt: RuleThresholds;
  #stateChanged = false;
  /** Whether the batch added something to the outbox. */
  hasQueued = false;
  /** Tags whose sums turned out not to contain a memory that was removed from them. */
  readonly inconsistent = new Set<string>();

  /** In a replica, changes made here are first sent to the bus, and applied when they come back from it. */
  constructor(
    read: (key: string) => string | undefined,
    state: StoreState,
    now: number,
    isReplica = false,
    ruleAt: RuleThresholds = usualThresholds,
  ) {
    this.#read = read;
    this.#state = { ...state };
    this.#now = now;
    this.#isReplica = isReplica;
    this.#ruleAt = ruleAt;
  }

  readonly get = (key: string): string | undefined => (this.#changes.has(key) ? this.#changes.get(key) : this.#read(key));

  get state(): StoreState {
    return this.#state;
  }

  /** The memory with this id; undefined if there is none or it cannot be read. */
  kept(id: string): StoredMemory | undefined {
    const kept = readStored(this.get, id);
    return isCorrupt(kept) ? undefined : kept;
  }

  /** Records that a memory changed: it was written, recalled or forgotten, or a fact about it was added. Without an `after`, it has faded. */
  happened(id: string, before: StoredMemory | undefined, after: StoredMemory | undefined): void {
    if (!this.#isReplica) return this.update(id, before, after);
    queue(this, newsOf(newsIn(id, before, after, new Date(this.#now))));
  }

  /** The one way to change a memory: adds it, changes the facts about it or deletes it, and updates every sum and index. */
  update(id: string, before: StoredMemory | undefined, after: StoredMemory | undefined): void {
    if (after?.forgotten?.purged && this.get(keys.record(id)) !== undefined) {
      this.deleteKey(keys.record(id)); // this must also happen if the record cannot be read
      this.setState({ purged: this.#state.purged + 1 });
    }
    if (before?.megram !== after?.megram) this.#set(keys.record(id), after?.megram ? JSON.stringify(after.megram) : undefined);
    if (before?.recalled_at !== after?.recalled_at) this.#set(keys.recall(id), after?.recalled_at);
    const facts = factText(after);
    if (facts !== factText(before)) this.#set(keys.facts(id), facts);
    const [counted, counts] = [activeMemory(before), activeMemory(after)];
    if (counted) this.#uncount(counted);
    if (counts) this.#count(counts);
  }

  /** Adds a memory to every index. */
  index(active: ActiveMemory): void {
    for (const key of indexKeys(active)) this.#set(key, '');
  }

  /** Takes a memory that is gone or unreadable out of the indexes. */
  unindex(tag: Tag, id: string): void {
    for (const key of [keys.entry(tag, id), ...levels.map((level) => keys.level(level, id))]) this.#set(key, undefined);
  }

  /** Deletes a key that no sum or index depends on. */
  deleteKey(key: string): void {
    this.#set(key, undefined);
  }

  put(key: string, value: string): void {
    this.#set(key, value);
  }

  setState(changed: Partial<StoreState>): void {
    Object.assign(this.#state, changed);
    this.#stateChanged = true;
  }

  tag(space: string, entity: string): TagRecord {
    const key = keys.sums({ space, entity });
    const known = this.#tags.get(key);
    if (known) return known.record;
    const text = this.#read(key);
    const record = text === undefined ? emptyTag() : unpackTag(text);
    return this.#touch(key, { space, entity }, text, record ?? emptyTag(), record !== undefined);
  }

  hasChanged(tag: Tag): boolean {
    return this.#tags.has(keys.sums(tag));
  }

  /** Rebuilds the record of a tag from all of its active memories. */
  rebuildTag({ space, entity }: Tag, memories: readonly ActiveMemory[]): void {
    const key = keys.sums({ space, entity });
    const record = this.#touch(key, { space, entity }, this.#read(key), emptyTag(), false);
    for (const active of memories) {
      if (indexKeys(active).some((each) => this.get(each) === undefined)) this.index(active);
      updateTag(record, active, 1, this.#now);
    }
  }

  /** Replaces the record of a kind of task; false if this batch already changes it. */
  rebuildKind(slug: string, kind: TaskKind): boolean {
    if (this.#kinds.has(slug)) return false;
    this.#kinds.set(slug, { ...kind, was: kind.count === 0 }); // so that the words of the slug are indexed, or removed from the index
    return true;
  }

  /** Everything to be written. */
  changes(): readonly Change[] {
    for (const [key, touched] of this.#tags) this.#settleTag(key, touched);
    for (const [slug, kind] of this.#kinds) this.#settleKind(slug, kind);
    if (this.#changes.size === 0 && !this.#stateChanged) return [];
    this.#see(this.#now); // stretches were folded as of now, so the store's time must not go back before now
    this.#set(keys.state, JSON.stringify(this.#state));
    return [...this.#changes].map(([key, value]) => (value === undefined ? { type: 'del', key } : { type: 'put', key, value }));
  }

  /** Starts to change a tag. An intact record has its flags; otherwise the store is asked for them. */
  #touch(key: string, tag: Tag, text: string | undefined, record: TagRecord, isSound: boolean): TagRecord {
    const due = isSound ? record.due : this.#read(keys.due(tag)) !== undefined;
    const doubted = isSound ? isDoubted(record) : this.#read(keys.doubted(tag)) !== undefined;
    this.#tags.set(key, { tag, record, text, due, doubted });
    return record;
  }

  #see(ms: number): void {
    if (ms > this.#state.newest) this.setState({ newest: ms });
  }

  #set(key: string, value: string | undefined): void {
    this.#changes.set(key, value);
  }

  #count(active: ActiveMemory): void {
    const { level, space, entity, weight } = active;
    this.index(active);
    updateTag(this.tag(space, entity), active, 1, this.#now);
    this.#countKind(active, 1);
    this.setState({ [level]: this.#state[level] + 1 });
    this.#see(weight.since);
  }

  #uncount(active: ActiveMemory): void {
    const { level, space, entity } = active;
    for (const key of indexKeys(active)) this.#set(key, undefined);
    if (!updateTag(this.tag(space, entity), active, -1, this.#now)) this.inconsistent.add(keys.sums({ space, entity }));
    this.#countKind(active, -1);
    this.setState({ [level]: Math.max(0, this.#state[level] - 1) });
  }

  #countKind({ space, entity, createdAt }: ActiveMemory, by: 1 | -1): void {
    if (!space.startsWith(intentPrefix) || space.length === intentPrefix.length) return;
    const slug = space.slice(intentPrefix.length);
    const known = this.#kinds.get(slug) ?? this.#readKind(slug);
    const count = Math.max(0, known.count + by);
    const newest = by > 0 ? Math.max(known.newest, createdAt) : known.newest;
    this.#kinds.set(slug, { count, newest, parts: partsWith(known.parts, entity, by), was: known.was });
  }

  #readKind(slug: string): TaskKind & { was: boolean } {
    const kind = readKind(this.#read, slug);
    return kind ? { ...kind, was: true } : { count: 0, newest: 0, parts: {}, was: false };
  }

  #settleTag(key: string, { tag, record, text: before, due, doubted }: ChangedTag): void {
    const isEmpty = isEmptyTag(record);
    record.due = mayBecomeDue(freshAt(record, this.#now), freshSidesAt(record, this.#now), this.#ruleAt);
    this.#flag(keys.due(tag), due, record.due);
    this.#flag(keys.doubted(tag), doubted, isDoubted(record));
    const text = isEmpty ? undefined : packTag(record);
    if (text === before) return;
    this.#set(key, text);
    if ((before === undefined) !== isEmpty) this.setState({ tags: Math.max(0, this.#state.tags + (isEmpty ? -1 : 1)) });
  }

  #flag(key: string, wasSet: boolean, isSet: boolean): void {
    if (wasSet !== isSet) this.#set(key, isSet ? '' : undefined);
  }

  #settleKind(slug: string, { was, ...kind }: TaskKind & { was: boolean }): void {
    const isGone = kind.count === 0;
    this.#set(keys.kind(slug), isGone ? undefined : JSON.stringify(kind));
    if (was !== isGone) return;
    for (const word of indexWords(wordsOf(slug))) this.#set(keys.word(word), slugsAfter(this.get, word, slug, isGone));
  }
}

const levels = ['M', 'K', 'C'] as const;

/** The index keys of an active memory: by tag, by level, by the time it expires. */
export function indexKeys({ id, level, space, entity, weight, createdAt }: ActiveMemory): readonly string[] {
  const expiry = level === 'C' ? undefined : expiryOf(weight, createdAt);
  return [keys.entry({ space, entity }, id), keys.level(level, id), ...(expiry === undefined ? [] : [keys.expiry(expiry, id)])];
}

/** Undefined if there are no facts. */
function factText(kept: StoredMemory | undefined): string | undefined {
  const text = kept && JSON.stringify(factsOf(kept));
  return text === '{}' ? undefined : text;
}

/**
 * The counts of parts after one has been added or removed. Only parts of tools are counted (`tool:shell:find`): whole tools are asked for by name.
 */
export function partsWith(parts: TaskKind['parts'], entity: string, by: number): TaskKind['parts'] {
  if (!/^tool:[^:]+:./.test(entity)) return parts;
  const left = (parts[entity] ?? 0) + by;
  const { [entity]: _, ...others } = parts;
  return left > 0 ? { ...others, [entity]: left } : others;
}
