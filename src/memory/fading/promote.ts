/** Makes a rule from a cluster of memories (SPEC §6). */
import { hash } from 'node:crypto';
import type { Megram } from '../../contracts/memory.ts';
import type { Asks } from '../keeper.ts';
import { activeMemory } from '../records/active-memory.ts';
import type { Batch } from '../records/batch.ts';
import { below, keys, lastPart } from '../records/keys.ts';
import type { MemoryStore } from '../records/memory-store.ts';
import { freshAt, type MemoryRef } from '../records/tag-record.ts';
import { dayMs } from './decay.ts';
import { type Fresh, freshMemories } from './fresh-memories.ts';
import { quantize } from './quantize.ts';
import { signIfDue } from './rule-due.ts';

/** Writes the rule, consolidates its cluster and supersedes older rules of its project in one batch; null if the cluster is no longer due. Memories that arrived later stay fresh. */
export async function promote(memory: MemoryStore, made: Asks<'promote'>): Promise<{ rule: string | null }> {
  const { space, entity, sigma, until, content } = made;
  const id = `${idOfRules(until)}-${shortHash([space, entity, sigma, until])}`;
  const fresh = (await freshMemories(memory, { space, entity })).filter(({ active }) => active.createdAt <= until);
  const rule = await memory.changeDurably((batch, now) => {
    if (batch.kept(id)) return id; // this request repeats an earlier one
    const tag = batch.tag(space, entity);
    if (signIfDue(freshAt(tag, now), memory.ruleAt) !== sigma) return null;
    const at = new Date(now).toISOString();
    const learnt_in = commonProject(fresh.map(({ kept }) => kept.megram));
    const rule = { id, level: 'C', created_at: at, space, entity, content, state: 'rule', ...quantize('rule'), sigma } as const;
    const megram: Megram = { ...rule, ...(learnt_in !== undefined && { learnt_in }) };
    replaceBy(batch, megram, fresh);
    batch.happened(id, undefined, { id, megram });
    return id;
  });
  return { rule };
}

/** Replaces the memories of a cluster by their rule, which also supersedes older rules with its sign and project. */
function replaceBy(batch: Batch, { id, created_at: at, space, entity, sigma, learnt_in }: Megram, cluster: readonly Fresh[]): void {
  const isOlder = ([each, createdAt, sign]: MemoryRef) => each !== id && createdAt <= Date.parse(at) && Math.sign(sign) === sigma;
  const older = batch
    .tag(space, entity)
    .rules.filter(isOlder)
    .flatMap(([each]) => batch.kept(each) ?? []);
  for (const { kept: then } of cluster) {
    const kept = batch.kept(then.id);
    if (kept && activeMemory(kept)) batch.happened(then.id, kept, { ...kept, consolidated: { into: id, at } });
  }
  for (const kept of older.filter(({ megram }) => megram?.state === 'rule' && megram.learnt_in === learnt_in))
    batch.happened(kept.id, kept, { ...kept, superseded: { by: id, at } });
}

const ruleId = /^rule-(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d{3})-/;

/** The time of the newest memory of a rule's cluster; undefined for a rule that was not made from a cluster. */
function untilOf(id: string): number | undefined {
  const [, year, ...parts] = ruleId.exec(id) ?? [];
  const [month, day, hour, minute, second, ms] = parts;
  return year === undefined ? undefined : Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`);
}

/** How far back to look for promotions that were interrupted. */
const cutOffMs = 30 * dayMs;

/** On a bus, a rule is sent before everything that follows from it; if the machine that made it stopped in between, this machine does the rest. */
export async function completePromotions(memory: MemoryStore): Promise<void> {
  const recent = idOfRules(memory.now() - cutOffMs);
  for (const key of await memory.store.keys({ ...below('l|C|'), from: keys.level('C', recent) })) {
    const rule = memory.kept(lastPart(key))?.megram;
    const until = untilOf(lastPart(key));
    if (rule?.state !== 'rule' || until === undefined) continue;
    const left = (await freshMemories(memory, rule)).filter(({ active }) => active.createdAt <= until);
    if (left.length > 0) await memory.changeDurably((batch) => replaceBy(batch, rule, left));
  }
}

/** Ids of rules sort by time. */
const idOfRules = (until: number): string => `rule-${new Date(until).toISOString().replaceAll(/[-:.TZ]/g, '')}`;

/** The project where all of these memories were learnt; undefined if there is more than one. */
function commonProject(megrams: readonly (Megram | null)[]): string | undefined {
  const [first, ...others] = new Set(megrams.map((megram) => megram?.learnt_in));
  return others.length === 0 ? first : undefined;
}

const shortHash = (parts: readonly (string | number)[]): string => hash('sha256', JSON.stringify(parts), 'hex').slice(0, 8);
