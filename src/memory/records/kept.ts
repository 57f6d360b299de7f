/** One memory as the store has it: a record that never changes, and the facts that came to it. */
import { z } from 'zod';
import { quickReader } from '../../contracts/canonical.ts';
import { Megram } from '../../contracts/memory.ts';
import { parsedJson } from '../../contracts/parsed-json.ts';
import { IsoTime, record } from '../../contracts/shape.ts';
import type { Weight } from '../fading/decay.ts';
import type { Kept } from '../keeper.ts';
import { keys } from './keys.ts';

/** What came to a record, except recalls, which come often and have a key of their own. */
const Facts = record({
  consolidated: record({ into: z.string(), at: IsoTime }).optional(),
  demoted_at: IsoTime.optional(),
  superseded: record({ by: z.string(), at: IsoTime }).optional(),
  forgotten: record({ at: IsoTime, purged: z.boolean() }).optional(),
});
export type Facts = z.infer<typeof Facts>;

type Get = (key: string) => string | undefined;

const readMegram = quickReader(Megram);
const readFacts = quickReader(Facts);

/** A memory as it was written; undefined where there is none that can be read. */
export function readWritten(get: Get, id: string): Megram | undefined {
  const text = get(keys.record(id));
  const megram = text === undefined ? undefined : readMegram(parsedJson(text));
  return megram?.id === id ? megram : undefined;
}

/** What is kept under an id; `corrupt` says what cannot be read; undefined when there is nothing. */
export function readKept(get: Get, id: string): Kept | { readonly corrupt: string } | undefined {
  const text = get(keys.record(id));
  const factText = get(keys.facts(id));
  if (text === undefined && factText === undefined) return undefined;
  const facts = factText === undefined ? {} : readFacts(parsedJson(factText));
  const megram = text === undefined ? null : readMegram(parsedJson(text));
  if (!facts || megram === undefined || (megram !== null && megram.id !== id)) return { corrupt: keys.record(id) };
  const recalled = get(keys.recall(id));
  const recalledAt = recalled === undefined ? undefined : IsoTime.safeParse(recalled).data;
  return { id, megram, ...(recalledAt !== undefined && { recalled_at: recalledAt }), ...facts };
}

export const isCorrupt = (kept: ReturnType<typeof readKept>): kept is { readonly corrupt: string } =>
  kept !== undefined && 'corrupt' in kept;

export const factsOf = ({ consolidated, demoted_at, superseded, forgotten }: Kept): Facts => ({
  ...(consolidated && { consolidated }),
  ...(demoted_at !== undefined && { demoted_at }),
  ...(superseded && { superseded }),
  ...(forgotten && { forgotten }),
});

/** Which sums a memory belongs to: fresh evidence, fresh but never evidence against a rule, or consolidated. */
export type Group = 'evidence' | 'other' | 'consolidated';

/** How a memory counts, with all facts about it. */
export type Standing = {
  readonly id: string;
  readonly level: 'M' | 'K' | 'C';
  readonly space: string;
  readonly entity: string;
  readonly group: Group;
  /** Whether it is something that a task experienced, and neither what was said about a rule nor what was one. */
  readonly isLived: boolean;
  readonly weight: Weight;
  readonly createdAt: number;
};

/** How fast a rule fades that lost its standing (SPEC §6). */
const demotedK = 0.05;

/** How a memory counts; undefined when it does not. */
export function standingOf(kept: Kept | undefined): Standing | undefined {
  if (!kept?.megram || kept.forgotten || kept.superseded || kept.megram.level === 'T') return undefined;
  const { id, megram, demoted_at, consolidated } = kept;
  const { space, entity, state, f, sigma } = megram;
  const level = demoted_at === undefined ? megram.level : 'K';
  const createdAt = msOf(megram.created_at);
  const since = Math.max(createdAt, msOf(megram.last_recalled_at), msOf(kept.recalled_at), msOf(demoted_at));
  const isLived = level === 'M' && state !== 'dissonance';
  const group = consolidated ? 'consolidated' : isLived ? 'evidence' : 'other';
  const weight = { f, sigma, k: demoted_at === undefined ? megram.k : demotedK, since };
  return { id, level: level === 'T' ? 'C' : level, space, entity, group, isLived, weight, createdAt };
}

/** The Megram as it stands now, with the facts folded in. */
export function megramNow(kept: Kept): Megram | undefined {
  const { megram, recalled_at, demoted_at } = kept;
  if (!megram) return undefined;
  const recalls = [megram.last_recalled_at, recalled_at, demoted_at].filter((time) => time !== undefined);
  const last = recalls.sort((a, b) => Date.parse(a) - Date.parse(b)).at(-1);
  const { id, level, created_at, last_recalled_at: _, k, ...rest } = megram;
  return {
    id,
    level: demoted_at === undefined ? level : 'K',
    created_at,
    ...(last !== undefined && { last_recalled_at: last }),
    ...rest,
    k: demoted_at === undefined ? k : demotedK,
  };
}

/** Times before 1970 count as its beginning. */
export const msOf = (time: string | undefined): number => (time === undefined ? 0 : Math.max(0, Date.parse(time)));
