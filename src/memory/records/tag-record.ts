/** What is known of one tag without looking at its memories: its sums, its rules, its newest. */

import { taskOf } from './memory-id.ts';
import type { ActiveMemory, Group } from './stored-memory.ts';
import { addToSums, emptySums, foldFaded, type Sums, sidesAt, sizeOf, valueAt } from './sums.ts';

/** How many of the newest memories of each sign a tag names, and how many of one task: so that the sums can be traced, and a second task is seen. */
const maxNewest = 4;
const maxPerTask = 2;
/** How many notes, which are told one by one. */
const maxNotes = 8;

export type TagRecord = {
  /** Whether it is flagged as due to become a rule. */
  due: boolean;
  readonly sums: { readonly [G in Group]: Sums[] };
  /** Level C, newest first. */
  rules: MemoryRef[];
  /** Level K with a sign: rules that was demoted. */
  demoted: MemoryRef[];
  /** The newest of level M and K of each sign, as far as they still count. */
  newest: MemoryRef[];
};

/** With what it takes to know how far a potential rests on it, so that its record need not be read. */
export type MemoryRef = [id: string, createdAt: number, sigma: number, lived: number];

/** What was lived is evidence as long as no rule has been made of it. */
export const experience = { not: 0, consolidated: 1, evidence: 2 } as const;

export const refTo = ({ id, createdAt, weight, isExperience: isLived, group }: ActiveMemory): MemoryRef => [
  id,
  createdAt,
  weight.sigma,
  isLived ? (group === 'evidence' ? experience.evidence : experience.consolidated) : experience.not,
];

export const emptyTag = (): TagRecord => ({
  due: false,
  sums: { evidence: [], other: [], consolidated: [] },
  rules: [],
  demoted: [],
  newest: [],
});

/** Adds a memory to its tag, or takes it out. False when it was not in there: then the record is wrong. */
export function updateTag(tag: TagRecord, active: ActiveMemory, by: 1 | -1, now: number): boolean {
  const { level, group, weight } = active;
  const filed = refTo(active);
  if (level === 'C') {
    tag.rules = listed(tag.rules, filed, by);
    return true;
  }
  if (level === 'K') tag.demoted = listed(tag.demoted, filed, isNote(filed) ? -1 : by); // notes come with every task: the newest are enough
  tag.newest = listed(tag.newest, filed, by);
  if (by > 0) tag.newest = newestWith(tag.newest, filed);
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

/** Newest first; where times are equal, by id. */
function listed(list: readonly MemoryRef[], filed: MemoryRef, by: 1 | -1): MemoryRef[] {
  const others = list.filter(([id]) => id !== filed[0]);
  if (by < 0) return others;
  const at = others.findIndex(([id, createdAt]) => createdAt < filed[1] || (createdAt === filed[1] && id < filed[0]));
  return others.toSpliced(at < 0 ? others.length : at, 0, filed);
}

/** A note says what was found, and neither yes nor no; it is no event that could become a rule. */
export const isNote = ([, , sigma, how]: MemoryRef): boolean => sigma === 0 && how === experience.not;

/** Without what is too much once this one has come: of its sign, and of its sign and task. */
function newestWith(list: readonly MemoryRef[], came: MemoryRef): MemoryRef[] {
  const [sign, task] = [Math.sign(came[2]), taskOf(came[0])];
  let [ofSign, ofTask, notes] = [0, 0, 0];
  return list.filter((filed) => {
    const [id, , each] = filed;
    if (isNote(filed)) {
      notes += 1;
      return notes <= maxNotes;
    }
    if (isNote(came) || Math.sign(each) !== sign) return true;
    if (taskOf(id) === task) {
      ofTask += 1;
      if (ofTask > maxPerTask) return false;
    }
    ofSign += 1;
    return ofSign <= maxNewest;
  });
}

export const countAt = ({ sums }: TagRecord): number =>
  groups.reduce((total, group) => total + sums[group].reduce((size, each) => size + sizeOf(each), 0), 0);

export const isEmptyTag = (tag: TagRecord): boolean => tag.rules.length === 0 && countAt(tag) === 0;

export const groups = ['evidence', 'other', 'consolidated'] as const satisfies readonly Group[];

/** Everything that counts at the tag. */
export const totalAt = ({ sums }: TagRecord, at: number) => valueAt([...sums.evidence, ...sums.other, ...sums.consolidated], at);
/** What no rule has been made of yet. */
export const freshAt = ({ sums }: TagRecord, at: number) => valueAt([...sums.evidence, ...sums.other], at);
/** What may overrule a rule. */
export const evidenceAt = ({ sums }: TagRecord, at: number) => valueAt(sums.evidence, at);

/** Whether something at the tag speaks against one of its rules that time alone may let prevail. It does not depend on the time: what has one k keeps its sign. */
export function isDoubted({ rules, sums }: TagRecord): boolean {
  if (rules.length === 0) return false;
  const all = [...sums.evidence, ...sums.other, ...sums.consolidated];
  const { yes, no } = sidesAt(all, Math.max(0, ...all.flatMap(({ stretches }) => stretches.map(([start]) => start))));
  return rules.some(([, , sigma]) => (sigma > 0 && no > 0) || (sigma < 0 && yes > 0));
}

/** What no rule has been made of yet, by what it speaks for. */
export const freshSidesAt = ({ sums }: TagRecord, at: number) => sidesAt([...sums.evidence, ...sums.other], at);
