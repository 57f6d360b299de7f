/** Looks whether the sums of tags are what a plain scan says, a few tags at a time, and makes those anew that are not. */
import { setImmediate as breathe } from 'node:timers/promises';
import type { Tag } from '../../contracts/memory.ts';
import { fading } from '../fading/decay.ts';
import type { Kept } from '../keeper.ts';
import { type Draft, indexKeys } from '../records/batch.ts';
import { below, entriesAt, keys, lastPart, tagIn } from '../records/keys.ts';
import { allKeys } from '../records/keys-in.ts';
import type { Desk } from '../records/memory-store.ts';
import { unpackTag } from '../records/pack-tag.ts';
import { type Standing, standingOf } from '../records/stored-memory.ts';
import { allAt, countAt, isDoubted, type TagRecord } from '../records/tag-record.ts';
import { countAnew } from './recount.ts';
import { mendKinds } from './repair-kinds.ts';

/** About how many memories are looked at in one slice: it must not be felt. A larger tag is looked at alone; a very large one is left for a thorough look. */
const maxMemories = 32;
const largeTag = 2_048;
/** How many memories are read before others get their turn. */
const breath = 64;
/** How far sums may be from the scan, relative to it (SPEC §6). */
const tolerance = 1e-9;

type Verified = { readonly verified: number; readonly rebuilt: number };

/** A few tags, from where the last slice ended, by one look at the entries behind it. */
export async function verifySlice(desk: Desk): Promise<Verified> {
  const { verified: last } = desk.state;
  const entries = await desk.store.keys({ ...below('x|'), ...(last !== '' && { from: last }), limit: maxMemories });
  const byTag = [...Map.groupBy(entries, (key) => key.slice(0, key.lastIndexOf('|') + 1))];
  const isEnd = entries.length < maxMemories;
  const [[large] = [], ...others] = byTag;
  if (!isEnd && large !== undefined && others.length === 0) return verifyLarge(desk, large);
  const whole = isEnd ? byTag : byTag.slice(0, -1); // of the last one more may follow
  let rebuilt = 0;
  for (const [prefix, keysOfTag] of whole) {
    const isRight = await agreesWith(desk, tagIn(prefix), keysOfTag);
    rebuilt += isRight || !(await mend(desk, tagIn(prefix))) ? 0 : 1;
  }
  await goOn(desk, isEnd ? '' : (byTag.at(-1)?.[0] ?? ''));
  return { verified: whole.length, rebuilt };
}

async function verifyLarge(desk: Desk, prefix: string): Promise<Verified> {
  const { to } = below(prefix);
  const entries = await desk.store.keys({ ...below(prefix), limit: largeTag + 1 });
  await goOn(desk, to);
  if (entries.length > largeTag) return { verified: 0, rebuilt: 0 };
  return { verified: 1, rebuilt: (await mend(desk, tagIn(prefix))) ? 1 : 0 };
}

const goOn = (desk: Desk, verified: string): Promise<void> | undefined =>
  verified === desk.state.verified ? undefined : desk.change((draft) => draft.note({ verified }), { durable: false });

/** Every tag, however large, and those that have memories and no sums; before that, where memories are filed; and how many there are of all. */
export async function verifyAll(desk: Desk): Promise<Verified> {
  await fileStrays(desk);
  for (const family of ['l|', 'd|']) await unfileStrays(desk, family);
  const { verified, rebuilt } = await verifyTags(desk);
  await mendKinds(desk);
  await countAnew(desk);
  return { verified, rebuilt };
}

/** Memories that count, and that no tag knows of; and words that were purged and came back with an older file. */
async function fileStrays(desk: Desk): Promise<void> {
  let [looked, strays] = [0, 0];
  for await (const key of allKeys(desk, 'm|')) {
    looked += 1;
    if (looked % breath === 0) await breathe();
    const kept = desk.kept(lastPart(key));
    const standing = standingOf(kept);
    const isStray = standing !== undefined && desk.store.get(keys.entry(standing, standing.id)) === undefined;
    if (isStray) strays += 1;
    if (kept && (isStray || kept.forgotten?.purged)) await desk.change((draft) => settle(draft, kept.id), { durable: true });
  }
  if (strays > 0) desk.tell(`memories that nothing led to any more have been filed again: ${strays}`);
}

/** What is filed at a level or by its death, and does not count there. */
async function unfileStrays(desk: Desk, family: string): Promise<void> {
  let looked = 0;
  for await (const key of allKeys(desk, family)) {
    looked += 1;
    if (looked % breath === 0) await breathe();
    const isThere = (kept: Kept | undefined) => {
      const standing = standingOf(kept);
      return standing !== undefined && indexKeys(standing).includes(key);
    };
    const id = lastPart(key);
    if (!isThere(desk.kept(id))) await desk.change((draft) => (isThere(draft.kept(id)) ? undefined : draft.drop(key)), { durable: false });
  }
}

function settle(draft: Draft, id: string): void {
  const kept = draft.kept(id);
  const standing = standingOf(kept);
  if (standing)
    draft.index(standing); // and the sums follow when the tag is looked at
  else if (kept?.forgotten?.purged) draft.keep(id, kept, { id, megram: null, forgotten: kept.forgotten });
}

async function verifyTags(desk: Desk): Promise<Verified> {
  let [verified, rebuilt] = [0, 0];
  for await (const key of allKeys(desk, 's|')) {
    verified += 1;
    rebuilt += (await mend(desk, tagIn(key))) ? 1 : 0;
  }
  let last = '';
  for await (const key of allKeys(desk, 'x|')) {
    const prefix = key.slice(0, key.lastIndexOf('|') + 1);
    if (prefix === last) continue;
    last = prefix;
    if (desk.store.get(keys.sums(tagIn(prefix))) !== undefined) continue;
    verified += 1;
    rebuilt += (await mend(desk, tagIn(prefix))) ? 1 : 0;
  }
  return { verified, rebuilt };
}

/** Whether the sums of a tag are those of its memories, and these are found wherever they should be. */
async function agreesWith(desk: Desk, tag: Tag, entries: readonly string[]): Promise<boolean> {
  const text = desk.store.get(keys.sums(tag));
  const record = text === undefined ? undefined : unpackTag(text);
  const standings = await standingsOf(desk, entries);
  const isFiledRight = standings.length === entries.length && standings.every((standing) => isFiled(desk, standing));
  return record !== undefined && agrees(record, standings, desk.now()) && isFiledRight && isFlaggedRight(desk, tag, record);
}

const isFiled = (desk: Desk, standing: Standing): boolean => indexKeys(standing).every((key) => desk.store.get(key) !== undefined);

/** Whether the Dreamer knows where to look. */
const isFlaggedRight = ({ store }: Desk, tag: Tag, record: TagRecord): boolean =>
  (store.get(keys.due(tag)) !== undefined) === record.due && (store.get(keys.doubted(tag)) !== undefined) === isDoubted(record);

async function standingsOf(desk: Desk, entries: readonly string[]): Promise<readonly Standing[]> {
  const standings: Standing[] = [];
  for (const [at, key] of entries.entries()) {
    const standing = standingOf(desk.kept(lastPart(key)));
    if (standing) standings.push(standing);
    if ((at + 1) % breath === 0) await breathe();
  }
  return standings;
}

/** Makes the sums of a tag anew where they are not those of its memories. A tag that changes while it is looked at is left: its turn comes again. */
async function mend(desk: Desk, tag: Tag): Promise<boolean> {
  const text = desk.store.get(keys.sums(tag)); // before its entries: whatever comes to the tag changes it
  const entries = await desk.store.keys(entriesAt(tag));
  const isRight = await agreesWith(desk, tag, entries);
  if (isRight || desk.store.get(keys.sums(tag)) !== text) return false;
  const isMended = await desk.change(
    (draft) => {
      if (draft.hasTouched(tag) || desk.store.get(keys.sums(tag)) !== text) return false;
      const found = entries.map((key) => ({ id: lastPart(key), standing: standingOf(draft.kept(lastPart(key))) }));
      for (const { id, standing } of found) if (!standing) draft.unfile(tag, id);
      draft.refile(
        tag,
        found.flatMap(({ standing }) => standing ?? []),
      );
      return true;
    },
    { durable: false },
  );
  if (isMended) desk.tell(`the sums of ${tag.space} ${tag.entity} were not those of its memories and have been made anew`);
  return isMended;
}

function agrees(record: TagRecord, standings: readonly Standing[], now: number): boolean {
  const counted = standings.filter(({ level }) => level !== 'C');
  let [attention, decision] = [0, 0];
  for (const { weight } of counted) {
    const left = weight.f * fading(weight.k, now - weight.since);
    attention += left;
    decision += weight.sigma * left;
  }
  const sums = allAt(record, now);
  return (
    countAt(record) === counted.length &&
    record.rules.length === standings.length - counted.length &&
    isNear(sums.attention, attention) &&
    isNear(sums.decision, decision)
  );
}

const isNear = (sum: number, scan: number): boolean => Math.abs(sum - scan) <= tolerance * Math.max(1, Math.abs(scan));
