/** What each kind of task needs, for tuning the controller: how many rounds, how far from the goal after each, which directives helped. Pure. */
import type { End, SlugSums } from '../record/line.ts';

export type SlugStatistics = Omit<SlugSums, 'D'> & {
  /** The mean distance from the goal after the first round, the second, and so on, with the number of tasks that got that far. */
  readonly D: readonly { readonly mean: number; readonly tasks: number }[];
};

/** By slug. */
export type AllSlugs = Map<string, SlugSums>;

export const statisticsOf = (all: AllSlugs): Readonly<Record<string, SlugStatistics>> =>
  Object.fromEntries(
    [...all].map(([slug, { D, ...sums }]) => [slug, { ...sums, D: D.map(({ sum, tasks }) => ({ mean: sum / tasks, tasks })) }]),
  );

/** Adds a task that ended. */
export const addEnd = (all: AllSlugs, end: End): void => addSlug(all, end.slug, sumsOf(end));

/** Adds the totals of other tasks of this kind. */
export function addSlug(all: AllSlugs, slug: string, more: SlugSums): void {
  const sums = all.get(slug);
  all.set(slug, sums ? together(sums, more) : more);
}

function sumsOf({ directive, corrections, rounds }: End): SlugSums {
  const failure_classes: Record<string, number> = {};
  const directives: Record<string, { given: number; helped: number }> = {};
  for (const [at, { D, chose, failure_class }] of rounds.entries()) {
    if (D > 0) failure_classes[failure_class] = (failure_classes[failure_class] ?? 0) + 1;
    const next = rounds[at + 1];
    if (!next) continue;
    const { given, helped } = directives[chose] ?? { given: 0, helped: 0 };
    directives[chose] = { given: given + 1, helped: helped + (next.D < D ? 1 : 0) };
  }
  const D = rounds.map((round) => ({ sum: round.D, tasks: 1 }));
  return { tasks: 1, ended: { [directive]: 1 }, rounds: rounds.length, corrections, D, failure_classes, directives };
}

const together = (a: SlugSums, b: SlugSums): SlugSums => ({
  tasks: a.tasks + b.tasks,
  rounds: a.rounds + b.rounds,
  corrections: a.corrections + b.corrections,
  ended: merged(a.ended, b.ended, (one, other) => one + other),
  D: Array.from({ length: Math.max(a.D.length, b.D.length) }, (_, at) => {
    const [one, other] = [a.D[at] ?? none, b.D[at] ?? none];
    return { sum: one.sum + other.sum, tasks: one.tasks + other.tasks };
  }),
  failure_classes: merged(a.failure_classes, b.failure_classes, (one, other) => one + other),
  directives: merged(a.directives, b.directives, (one, other) => ({ given: one.given + other.given, helped: one.helped + other.helped })),
});

const none = { sum: 0, tasks: 0 } as const;

function merged<T>(
  a: Readonly<Record<string, T>>,
  b: Readonly<Record<string, T>>,
  add: (one: T, other: T) => T,
): Readonly<Record<string, T>> {
  const all: Record<string, T> = { ...a };
  for (const [name, other] of Object.entries(b)) {
    const one = all[name];
    all[name] = one === undefined ? other : add(one, other);
  }
  return all;
}
