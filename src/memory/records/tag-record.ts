/** The summary of one tag: its sums, its rules and its newest memories, so that most questions can be answered without reading the memories. */
import type { ActiveMemory, Group } from './active-memory.ts';
import { taskOf } from './memory-id.ts';
import { addToSums, emptySums, foldFaded, type Sums, sidesAt, sizeOf, valueAt } from './sums.ts';

/** A tag lists its newest memories of each sign, so that its sums can be traced; only a few per task, so that other tasks are listed too. */
const maxNewest = 4;
const maxPerTask = 2;
/** The limit on listed notes; a plan is given every note that is listed. */
const maxNotes = 8;

export type TagRecord = {
  /** Whether it is flagged as possibly due to become a rule. */
  due: boolean;
  readonly sums: { readonly [G in Group]: Sums[] };
  /** Level C, newest first. */
  rules: MemoryRef[];
  /** Level K with a sign: former rules. */
  demoted: MemoryRef[];
  /** The newest active memories of level M and K of each sign. */
  newest: MemoryRef[];
};

/** A listed memory, with enough data to tell how much a potential rests on it, without reading its record. */
export type MemoryRef = [id: string, createdAt: number, sigma: number, experience: number];

/** How a memory counts as experience: not at all, already part of a rule, or as fresh evidence. */
export const experience = { none: 0, consolidated: 1, evidence: 2 } as const;

export const refTo = ({ id, createdAt, weight, isExperience, group }: ActiveMemory): MemoryRef => [
  id,
  createdAt,
  weight.sigma,
  isExperience ? (group === 'evidence' ? experience.evidence : experience.consolidated) : experience.none,
];

export function emptyTag(): TagRecord {
  return { due: false, sums: { evidence: [], other: [], consolidated: [] }, rules: [], demoted: [], newest: [] };
}

/** Adds a memory to its tag, or removes it. False if it was not there, which means that the record is wrong. */
export function updateTag(tag: TagRecord, active: ActiveMemory, by: 1 | -1, now: number): boolean {
  const { level, group, weight } = active;
  const ref = refTo(active);
  if (level === 'C') {
    tag.rules = listed(tag.rules, ref, by);
    return true;
  }
  if (level === 'K') tag.demoted = listed(tag.demoted, ref, isNote(ref) ? -1 : by); // notes are never put back: every task leaves some, and listing the newest is enough
  tag.newest = listed(tag.newest, ref, by);
  if (by > 0) tag.newest = trimmed(tag.newest, ref);
  const all = tag.sums[group];
  let sums = all.find(({ k }) => k === weight.k);
  if (!sums) {
    sums = emptySums(weight.k);
    all.push(sums);
  }
  const fits = addToSums(sums, weight, by);
  foldFaded(sums, now);
  if (sizeOf(sums) <= 0) all.splice(all.indexOf(sums), 1);
  return fits;
}

/** A list with a memory added or removed: newest first, or by id if times are equal. */
function listed(list: readonly MemoryRef[], ref: MemoryRef, by: 1 | -1): MemoryRef[] {
  const others = list.filter(([id]) => id !== ref[0]);
  if (by < 0) return others;
  const at = others.findIndex(([id, createdAt]) => createdAt < ref[1] || (createdAt === ref[1] && id < ref[0]));
  return others.toSpliced(at < 0 ? others.length : at, 0, ref);
}

/** Whether a memory is a note, which records what was found. It has no sign, and never becomes a rule. */
export const isNote = ([, , sigma, how]: MemoryRef): boolean => sigma === 0 && how === experience.none;

/** After a memory has been added, drops what exceeds the limits of its sign and of its task. */
function trimmed(list: readonly MemoryRef[], added: MemoryRef): MemoryRef[] {
  const [sign, task] = [Math.sign(added[2]), taskOf(added[0])];
  let [ofSign, ofTask, notes] = [0, 0, 0];
  return list.filter((ref) => {
    const [id, , each] = ref;
    if (isNote(ref)) {
      notes += 1;
      return notes <= maxNotes;
    }
    if (isNote(added) || Math.sign(each) !== sign) return true;
    if (taskOf(id) === task) {
      ofTask += 1;
      if (ofTask > maxPerTask) return false;
    }
    ofSign += 1;
    return ofSign <= maxNewest;
  });
}

export const countAt = ({ sums }: TagRecord): number => groups.reduce((total, group) => total + sizeOfAll(sums[group]), 0);
/** How many memories have not been made into a rule yet. */
export const freshCount = ({ sums }: TagRecord): number => sizeOfAll(sums.evidence) + sizeOfAll(sums.other);

const sizeOfAll = (sums: readonly Sums[]): number => sums.reduce((size, each) => size + sizeOf(each), 0);

export const isEmptyTag = (tag: TagRecord): boolean => tag.rules.length === 0 && countAt(tag) === 0;

export const groups = ['evidence', 'other', 'consolidated'] as const satisfies readonly Group[];

/** The potentials of all active memories of the tag. */
export const totalAt = ({ sums }: TagRecord, at: number) => valueAt([...sums.evidence, ...sums.other, ...sums.consolidated], at);
/** The potentials of the memories from which no rule has been made yet. */
export const freshAt = ({ sums }: TagRecord, at: number) => valueAt([...sums.evidence, ...sums.other], at);
/** The potentials of the memories that may overrule a rule. */
export const evidenceAt = ({ sums }: TagRecord, at: number) => valueAt(sums.evidence, at);

/**
 * Whether the memories with some k contradict one of the tag's rules, so that they may prevail as time passes. The answer itself does not change with time, because the sums for one k
 * keep their sign.
 */
export function isDoubted({ rules, sums }: TagRecord): boolean {
  if (rules.length === 0) return false;
  const all = [...sums.evidence, ...sums.other, ...sums.consolidated];
  const { yes, no } = sidesAt(all, Math.max(0, ...all.flatMap(({ stretches }) => stretches.map(([start]) => start))));
  return rules.some(([, , sigma]) => (sigma > 0 && no > 0) || (sigma < 0 && yes > 0));
}

/** The weight of the fresh memories, for and against. */
export const freshSidesAt = ({ sums }: TagRecord, at: number) => sidesAt([...sums.evidence, ...sums.other], at);
