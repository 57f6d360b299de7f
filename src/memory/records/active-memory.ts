/** Whether a stored memory counts, and how. Pure. */
import type { Megram } from '../../contracts/memory.ts';
import type { Weight } from '../fading/decay.ts';
import type { StoredMemory } from '../keeper.ts';

/** The sums that a memory belongs to: fresh evidence, fresh but never evidence against a rule, or consolidated. */
export type Group = 'evidence' | 'other' | 'consolidated';

/** A memory that counts, and how. */
export type ActiveMemory = {
  readonly id: string;
  readonly level: 'M' | 'K' | 'C';
  readonly space: string;
  readonly entity: string;
  readonly group: Group;
  /** Whether the memory is the experience of a task; a former rule, or a remark about one, is not. */
  readonly isExperience: boolean;
  readonly weight: Weight;
  readonly createdAt: number;
};

/** How fast a demoted rule fades (SPEC §6). */
const demotedK = 0.05;

/** Undefined if the memory does not count because it was forgotten, superseded or erased. */
export function activeMemory(kept: StoredMemory | undefined): ActiveMemory | undefined {
  if (!kept?.megram || kept.forgotten || kept.superseded || kept.megram.level === 'T') return undefined;
  const { id, megram, demoted_at, consolidated } = kept;
  const { space, entity, state, f, sigma } = megram;
  const level = demoted_at === undefined ? megram.level : 'K';
  const createdAt = msOf(megram.created_at);
  const since = Math.max(createdAt, msOf(megram.last_recalled_at), msOf(kept.recalled_at), msOf(demoted_at));
  const isLived = level === 'M' && state !== 'dissonance';
  const group = consolidated ? 'consolidated' : isLived ? 'evidence' : 'other';
  const weight = { f, sigma, k: demoted_at === undefined ? megram.k : demotedK, since };
  return { id, level: level === 'T' ? 'C' : level, space, entity, group, isExperience: isLived, weight, createdAt };
}

/** The Megram as of now, with the facts applied. */
export function currentMegram(kept: StoredMemory): Megram | undefined {
  const { megram, recalled_at, demoted_at } = kept;
  if (!megram) return undefined;
  const recalls = [megram.last_recalled_at, recalled_at, demoted_at].filter((time) => time !== undefined);
  const last = recalls.sort((a, b) => Date.parse(a) - Date.parse(b)).at(-1);
  const { id, level, created_at, last_recalled_at: _, k, ...rest } = megram;
  const recalled = last === undefined ? {} : { last_recalled_at: last };
  if (demoted_at === undefined) return { id, level, created_at, ...recalled, ...rest, k };
  return { id, level: 'K', created_at, ...recalled, ...rest, k: demotedK };
}

/** Milliseconds since 1970; earlier times count as 0. */
export const msOf = (time: string | undefined): number => (time === undefined ? 0 : Math.max(0, Date.parse(time)));
