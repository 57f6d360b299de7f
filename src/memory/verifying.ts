/** Looks whether the sums of tags are what a plain scan says, a few tags at a time, and makes those anew that are not. */
import { setImmediate as breathe } from 'node:timers/promises';
import type { Tag } from '../contracts/memory.ts';
import { fading } from './decay.ts';
import type { Desk } from './desk.ts';
import { type Standing, standingOf } from './kept.ts';
import { below, entriesAt, keys, lastPart, tagIn } from './keys.ts';
import { allAt, countAt, type TagRecord } from './tag-record.ts';
import { unpackTag } from './tag-text.ts';

/** How many tags, and about how many memories, are looked at in one slice: it must not be felt. A larger tag is left for a thorough look. */
const mostTags = 32;
const mostMemories = 256;
const largeTag = 2_048;
/** How many memories are read before others get their turn. */
const breath = 64;
/** How far sums may be from the scan, relative to it (SPEC §6). */
const tolerance = 1e-9;

type Verified = { readonly verified: number; readonly rebuilt: number };

/** A few tags, from where the last slice ended. */
export async function verifySlice(desk: Desk): Promise<Verified> {
  const { verified: last } = desk.state;
  const tags = await desk.store.keys({ ...tagsBehind(last), limit: mostTags });
  let [memories, done, rebuilt] = [0, 0, 0];
  for (const key of tags) {
    if (memories >= mostMemories) break;
    const found = await verifyTag(desk, tagIn(key), largeTag);
    memories += found.memories;
    rebuilt += found.wasWrong ? 1 : 0;
    done += 1;
  }
  const isEnd = done === tags.length && tags.length < mostTags;
  const verified = isEnd ? '' : (tags[done - 1] ?? '');
  if (verified !== last) await desk.change((draft) => draft.note({ verified }), { durable: false });
  return { verified: done, rebuilt };
}

/** Every tag, however large. */
export async function verifyAll(desk: Desk): Promise<Verified> {
  let [verified, rebuilt, last] = [0, 0, ''];
  for (;;) {
    const tags = await desk.store.keys({ ...tagsBehind(last), limit: mostTags });
    for (const key of tags) rebuilt += (await verifyTag(desk, tagIn(key), Number.POSITIVE_INFINITY)).wasWrong ? 1 : 0;
    verified += tags.length;
    last = tags.at(-1) ?? '';
    if (tags.length < mostTags) return { verified, rebuilt };
  }
}

const tagsBehind = (last: string) => ({ ...below('s|'), ...(last !== '' && { from: `${last}\0` }) });

/** Compares a tag with the scan, and makes it anew where they differ. A tag that changes meanwhile is taken as right: its turn comes again. */
async function verifyTag(desk: Desk, tag: Tag, most: number): Promise<{ wasWrong: boolean; memories: number }> {
  const text = desk.store.get(keys.sums(tag));
  const record = text === undefined ? undefined : unpackTag(text);
  if (record && countAt(record) > most) return { wasWrong: false, memories: 0 };
  const entries = (await desk.store.keys(entriesAt(tag))).map(lastPart);
  const standings: Standing[] = [];
  for (const [at, id] of entries.entries()) {
    const standing = standingOf(desk.kept(id));
    if (standing) standings.push(standing);
    if ((at + 1) % breath === 0) await breathe();
  }
  const memories = entries.length;
  if (record && agrees(record, standings, desk.now())) return { wasWrong: false, memories };
  return { wasWrong: await rebuildTag(desk, tag, text, entries), memories };
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

/** Makes the sums of a tag anew from the memories that are filed at it, unless they have changed since those were looked at. */
async function rebuildTag(desk: Desk, tag: Tag, text: string | undefined, ids: readonly string[]): Promise<boolean> {
  const isRebuilt = await desk.change(
    (draft) => {
      if (draft.hasTouched(tag) || desk.store.get(keys.sums(tag)) !== text) return false;
      draft.refile(
        tag,
        ids.flatMap((id) => standingOf(draft.kept(id)) ?? []),
      );
      return true;
    },
    { durable: false },
  );
  if (isRebuilt) desk.tell(`the sums of ${tag.space} ${tag.entity} were not those of its memories and have been made anew`);
  return isRebuilt;
}
