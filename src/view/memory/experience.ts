/** What the memories of a tag add up to, for people: how often it worked and failed, when it last did, and each lesson once. Pure. */
import { oneLine } from '../../contracts/text/shorten.ts';
import type { StoredMemory, TagView } from '../../memory/keeper.ts';
import { taskOf } from '../../memory/records/memory-id.ts';

type Kept = StoredMemory & { readonly megram: NonNullable<StoredMemory['megram']> };

/** One text, and the one or many memories that contain it, newest first. */
export type Lesson = { readonly content: string; readonly memories: readonly [Kept, ...Kept[]] };

/** The number of tasks in which something happened, and when it last did. */
export type Times = { readonly tasks: number; readonly last: number };

export type Experience = {
  /** Rules in effect, and facts that the person declared. */
  readonly rules: readonly Lesson[];
  readonly worked: Times;
  readonly failed: Times;
  /** How whole tasks ended. */
  readonly done: Times;
  readonly gaps: Times;
  readonly givenUp: Times;
  /** Neither successes nor failures: tries without a result, and notes. */
  readonly other: Times;
  readonly lessons: readonly Lesson[];
};

export function experienceOf({ entries }: Pick<TagView, 'entries'>): Experience {
  const all = entries.filter(hasWords);
  const [rules, events] = [all.filter(isRule), all.filter((kept) => !isRule(kept))];
  const times = (counts: (megram: Kept['megram']) => boolean) => timesOf(events.filter(({ megram }) => counts(megram)));
  return {
    rules: lessonsOf(rules),
    worked: times(({ sigma }) => sigma > 0),
    failed: times(({ sigma }) => sigma < 0),
    done: times(({ state, level }) => state === 'accept' && level === 'M'),
    gaps: times(({ state }) => state === 'success'),
    givenUp: times(({ state }) => state === 'abandon'),
    other: times(({ sigma }) => sigma === 0),
    lessons: lessonsOf(events),
  };
}

const hasWords = (kept: StoredMemory): kept is Kept => kept.megram !== null;
const isRule = ({ megram, demoted_at }: Kept): boolean => megram.level === 'C' && demoted_at === undefined;

const timesOf = (kept: readonly Kept[]): Times => ({
  tasks: new Set(kept.map(({ id }) => taskOf(id))).size,
  last: kept.reduce((last, { megram }) => Math.max(last, Date.parse(megram.created_at)), 0),
});

function lessonsOf(kept: readonly Kept[]): readonly Lesson[] {
  const byWords = new Map<string, [Kept, ...Kept[]]>();
  for (const one of kept) {
    const key = wordsOf(one.megram.content);
    const known = byWords.get(key);
    if (known) known.push(one);
    else byWords.set(key, [one]);
  }
  return [...byWords.values()].map((memories) => ({ content: memories[0].megram.content, memories }));
}

/** How many characters are compared, which is enough to distinguish two lessons. */
const maxLength = 2_000;

/** The words by which two lessons are compared. For a note, only the words of what was found are compared: the question may differ. */
export const wordsOf = (content: string): string => foundIn(oneLine(content, maxLength)).toLowerCase();

/** The second part of a note, which reads `"what was asked": what was found`; a note about a no addresses the person who said it. */
export const foundIn = (content: string): string => content.replace(/^"[^"]{1,200}": /, '').replace(/^The person (?=said no to )/, 'You ');
